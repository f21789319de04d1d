"""Commands for programs and statistics: the rules alone, recordings, simulations."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller import games
from controller.cli.command import add_json, add_options, add_settings
from controller.cli.settings.sources import PREFIX

if TYPE_CHECKING:
    from controller.tools.simulate.plan import Plan


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add no arguments: the engine reads requests from standard input."""


def run_engine(_parsed: argparse.Namespace) -> int:
    from controller.chance.house import Houses
    from controller.engine.protocol import serve

    try:
        houses = Houses(os.environ.get(f"{PREFIX}HOUSE"))
        serve(sys.stdin.buffer, sys.stdout.buffer, houses)
    except BrokenPipeError:
        # Nobody reads the answers any more; Python must not try to flush them.
        sys.stdout = None
    except KeyboardInterrupt:
        return 130
    return 0


def add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a recording, made by `undertow play --record FILE`",
    )
    add_json(parser)


def run_replay(parsed: argparse.Namespace) -> int:
    from controller.replay.command import replay

    return replay(parsed.files, as_json=parsed.json)


def add_simulate(parser: argparse.ArgumentParser) -> None:
    _add_game(parser)
    parser.add_argument(
        "--processes",
        type=_count,
        help="number of processes; default: one for each core",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the Dask cluster at this address, such as tcp://10.0.0.7:8786",
    )
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="write the statistics to this file, as JSON",
    )


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games.listed())
    parser.add_argument(
        "-n", "--games", type=_count, default=1000, help="number of games; default 1000"
    )
    parser.add_argument(
        "--bots",
        default="",
        metavar="LEVEL,…",
        help="who plays, such as sharp,steady,easy; they change seats every game",
    )
    parser.add_argument(
        "--seats",
        type=_count,
        help="number of players; the remaining seats get medium bots (steady)",
    )
    add_options(parser)
    parser.add_argument(
        "--seed", type=int, default=0, help="seed of the random numbers; default 0"
    )
    parser.add_argument(
        "--passes", type=_count, help="how many passes a strong bot (sharp) searches"
    )
    add_settings(parser, "house")
    parser.add_argument(
        "--compare",
        nargs=2,
        type=Path,
        metavar="DECK.toml",
        help="compare two files of house data",
    )


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(
            f"must be a positive whole number, not {text[:30]!r}"
        )
    return int(text)


def run_simulate(parsed: argparse.Namespace) -> int:
    from controller.tools.simulate.command import simulate

    # This process may not be allowed to use all cores.
    processes = parsed.processes or len(os.sched_getaffinity(0))
    return simulate(
        _plans(parsed), parsed.games, processes, parsed.json, parsed.cluster
    )


def _plans(parsed: argparse.Namespace) -> list["Plan"]:
    from controller.basics.sheet import SheetError
    from controller.bots.levels import PASSES
    from controller.chance.house import Houses, written
    from controller.cli.settings.resolve import resolve
    from controller.cli.settings.sources import option_of
    from controller.rules.game import BadSetup
    from controller.tools.simulate.plan import Plan, checked

    game = games.find(parsed.game)
    houses = Houses(resolve({"house": parsed.house}).house)
    plan = Plan(
        parsed.game,
        _bots(parsed, game.seats_near(4)),
        dict(option_of(game.name, word, "--option") for word in parsed.options),
        written(game, houses.of(game)),
        parsed.seed,
        parsed.passes or PASSES,
    )
    if not parsed.compare:
        return [checked(plan)]
    if game.house is None:
        raise BadSetup(f"{game.title} has no house data to compare")
    try:
        decks = [game.house.write(game.house.load(file)) for file in parsed.compare]
    except (SheetError, OSError) as error:
        raise BadSetup(str(error)) from None
    pairs = zip(parsed.compare, decks, strict=True)
    return [checked(plan._replace(name=str(f), house=deck)) for f, deck in pairs]


def _bots(parsed: argparse.Namespace, usual: int) -> Any:
    """Return the named bots, and medium ones for the remaining seats."""
    from controller.rules.game import BadSetup

    named = parsed.bots.split(",") if parsed.bots else []
    seats = parsed.seats or len(named) or usual
    if len(named) > seats:
        raise BadSetup(f"--bots names {len(named)} bots for --seats {seats}")
    return (*named, *["steady"] * (seats - len(named)))
