"""Golden playthroughs: whole games as readable text.

Each game has three or four, and the first line of each describes the scenario. Together
they contain every kind of action and event.

In `golden/playthroughs/*.txt` of a game's folder a line with `>` is an action,
and a line with `?` shows somebody's view of the game. Everything else follows from
those lines and the header: events, the position after each round, the result.

To add one, write a header and as many `>` and `?` lines as you like, then run `undertow
golden NAME`. Where the lines stop, the game continues at random from the seed.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.chance.seed import seeded
from controller.games import find, folder
from controller.rules.codec import to_json
from controller.rules.game import AnyGame, BadSetup, Option, Viewer
from controller.rules.match import Entries, Match
from controller.rules.views import events_of, show
from controller.testing.kinds import missing_kinds, shown_in

# While playing on, a seat's view and the table's are shown after this many actions.
LOOK_EVERY = 26
# A game has at least this many, so that they can differ.
FEWEST = 3
# Tried for an option whose values are only described.
SOME = (None, False, True, 0, 1, 2, 3, 40)
FIRST_LOOK = 1
# How many random games to search for a kind of action or event.
SEEDS = 60
_COMMANDS = ("> ", "? ")


class Unplayable(UndertowError):
    """A line of a playthrough that cannot be played."""


class Script(NamedTuple):
    """The source of a playthrough, from which the rest of its text follows."""

    remarks: list[str]
    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    # Line number and text.
    commands: list[tuple[int, str]]


def files(game: str) -> list[Path]:
    return sorted((folder(game) / "golden" / "playthroughs").glob("*.txt"))


def golden(game: str, *, regenerate: bool = False) -> Iterator[tuple[Path, str | None]]:
    """Yield every playthrough as it should be; if a game has too few, add new ones.

    Refuse one whose lines can no longer be played. With `regenerate` it continues from
    there at random, and one whose options or seats no longer exist becomes None.
    """
    left = 0
    for path in files(game):
        text = path.read_text(encoding="utf-8", errors="replace")
        now = _still_played(text) if regenerate else checked(path, text)
        left += now is not None
        yield path, now
    if left < FEWEST:
        begun = ((_path(game, name), text) for name, text in _begun(game))
        yield from ((path, render(text)) for path, text in begun if not path.exists())
    # The files yielded so far have been written.
    yield from _with_options(game)
    yield from _with_kinds(game)


def _path(game: str, name: str) -> Path:
    return folder(game) / "golden" / "playthroughs" / f"{name}.txt"


def _with_kinds(game: str) -> Iterator[tuple[Path, str]]:
    """Yield random games that show the kinds of action and event still missing."""
    lacks = missing_kinds(game, files(game))
    ways = [*dict(_begun(game)).values()]
    for seed in range(FEWEST + 1, SEEDS):
        if not lacks:
            return
        text = render(re.sub(r"seed: .*", f"seed: {seed}", ways[seed % len(ways)]))
        found = lacks & shown_in(text)
        if found:
            yield _path(game, min(found)), text
            lacks -= found


def _with_options(game: str) -> Iterator[tuple[Path, str]]:
    """Yield a playthrough for each option that has one value in all existing ones."""
    found, scripts = find(game), [read(path.read_text()) for path in files(game)]
    most = found.seats[1]
    for option in found.options:
        values = {s.options.get(option.name, option.default) for s in scripts}
        if len(values) == 1 and (other := others(option, most)):
            path = _path(game, option.name)
            yield path, render(_header(game, most, {option.name: other[0]}, seed=1))


def checked(path: Path, text: str) -> str:
    """Return what this playthrough should be; raise Unplayable with a fix."""
    try:
        return render(text)
    except (Unplayable, BadSetup) as error:
        game = path.parents[2].name.replace("_", "-")
        raise unplayable(game, path, error) from None


def unplayable(game: str, path: Path, error: Exception) -> Unplayable:
    return Unplayable(
        f"{path}: {error}; change it, or keep as much of it as can be played: "
        f"undertow golden {game} --regenerate"
    )


def _still_played(text: str) -> str | None:
    """Play its lines as far as possible, then at random; None if no line works."""
    done = list[str]()
    try:
        script = read(text)
    except Unplayable:
        return None
    try:
        done.extend(_lines(script))
    except BadSetup:
        return None
    except Unplayable:
        played = sum(line.startswith(_COMMANDS) for line in done) - 1
        done = [*_lines(script._replace(commands=script.commands[:played]))]
    return "\n".join(done) + "\n"


def _begun(game: str) -> Iterator[tuple[str, str]]:
    """Yield headers: the fewest seats, the most, and every option at another value."""
    found = find(game)
    low, high = found.seats
    all_others = {o.name: v[0] for o in found.options if (v := others(o, high))}
    ways: list[tuple[int, dict[str, Any]]] = [(low, {}), (high, {}), (high, all_others)]
    for number, (seats, changed) in enumerate(ways, start=1):
        yield f"{number}-of-{seats}-seats", _header(game, seats, changed, number)


def _header(game: str, seats: int, changed: dict[str, Any], seed: int) -> str:
    return (
        f"# {seats} at the table, played at random to the end of the game.\n"
        f"game: {game}\nseats: {seats}\noptions: {json.dumps(changed)}\nseed: {seed}"
    )


def others(option: Option, seats: int) -> list[Any]:
    """Return the values other than the default; only one if they are only described."""
    known = SOME if isinstance(option.allowed, str) else option.allowed
    fits = [v for v in known if v != option.default and option.takes(v, seats)]
    return fits[-1:] if isinstance(option.allowed, str) else fits


def read(text: str) -> Script:
    """Parse a playthrough; raise Unplayable if it has no valid header."""
    lines = text.splitlines()
    head = lines[: lines.index("")] if "" in lines else lines
    done = [(n, line) for n, line in enumerate(lines, 1) if line.startswith(_COMMANDS)]
    try:
        header = dict(line.split(": ", 1) for line in head if not line.startswith("#"))
        return Script(
            [line for line in head if line.startswith("#")],
            header["game"],
            int(header["seats"]),
            json.loads(header["options"]),
            int(header["seed"]),
            done,
        )
    except (KeyError, ValueError):
        words = "it does not begin with its game, seats, options and seed"
        raise Unplayable(words) from None


def render(text: str) -> str:
    """Return the expected text of this playthrough."""
    return "\n".join(_lines(read(text))) + "\n"


def first_difference(text: str, expected: str) -> tuple[int, str, str] | None:
    """Return the number of the first line that differs, and both versions of it."""
    have, want = text.split("\n"), expected.split("\n")
    for number in range(max(len(have), len(want))):
        is_, should = (_nth(lines, number) for lines in (have, want))
        if is_ != should:
            return number + 1, is_, should
    return None


def _nth(lines: list[str], index: int) -> str:
    return lines[index] if index < len(lines) else "(nothing: the text ends here)"


def _lines(script: Script) -> Iterator[str]:
    game = find(script.game)
    match = Match(game, script.seats, script.options, seeded(script.seed))
    opening = match.opening()
    match.accept(opening)
    yield from script.remarks
    yield f"game: {script.game}"
    yield f"seats: {script.seats}"
    yield f"options: {json.dumps(match.options)}"
    yield f"seed: {script.seed}"
    yield f"rules: {game.version}"
    yield ""
    for event in events_of(opening):
        yield f"  {one_line(to_json(event))}"
    yield from _standing(match)
    latest = opening
    for number, command in _commands(script, match):
        yield command
        if command.startswith("?"):
            yield from _shown_to(match, command, latest)
            continue
        before = _clock(match)
        latest = _step(match, number, command)
        # The first event is the action itself, which is on the line above.
        for event in events_of(latest)[1:]:
            yield f"  {one_line(to_json(event))}"
        if match.result or _clock(match) != before:
            yield from _standing(match)
    yield from _ending(match)


def _commands(script: Script, match: Match) -> Iterator[tuple[int, str]]:
    """Yield the script's commands, and then those of random players."""
    yield from script.commands
    rng = Random(script.seed)
    played = 0
    while match.result is None:
        legal = match.game.legal(match.position)
        yield 0, "> " + one_line(to_json(rng.choice(legal)))
        played += 1
        if match.result is None and played % LOOK_EVERY == FIRST_LOOK:
            yield 0, f"? show seat {rng.randrange(match.seats)}"
            yield 0, "? show table"
    if played:
        # When a game is over, nothing is hidden.
        yield 0, "? show seat 0"
        yield 0, "? show table"


def _step(match: Match, number: int, command: str) -> Entries:
    said = command.removeprefix("> ")
    entries = match.plan(action_said(match, said, f"line {number}"))
    match.accept(entries)
    return entries


def action_said(match: Match, said: str, where: str) -> Any:
    """Return the legal action with this text."""
    for action in choices(match.game, match.position):
        if one_line(to_json(action)) == said:
            return action
    raise Unplayable(f"{where}: `{said}` is not legal now")


def choices(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """Return what seats or chance can decide now."""
    return tuple(o.action for o in game.chance(position)) or game.legal(position)


def _clock(match: Match) -> Any:
    state = match.game.state(match.position, None)
    return state.get("round", state.get("turn"))


def _standing(match: Match) -> Iterator[str]:
    yield ""
    for line in _state_lines(match.game.state(match.position, None)):
        yield f"  | {line}"
    yield ""


def _shown_to(match: Match, command: str, latest: Entries) -> Iterator[str]:
    who = command.removeprefix("? show ")
    viewer: Viewer = "table" if who == "table" else int(who.removeprefix("seat "))
    shown = show(match.game, match.position, viewer, events_of(latest))
    seen = json.loads(json.dumps(shown))
    for event in seen["events"]:
        yield f"  {one_line(event)}"
    for line in _state_lines(seen["state"]):
        yield f"  | {line}"
    pending = seen["pending"]
    yield f"  pending by={pending['by']} seats={value(pending['seats'])}"
    for action in pending["legal"]:
        yield f"    {one_line(action)}"


def _ending(match: Match) -> Iterator[str]:
    if match.result:
        yield "result"
        words = games.words(match.game.name)
        names = words.seats(match.game.teams(match.seats))
        reason = words.render(match.result.reason, names)
        for key, item in match.result._replace(reason=reason)._asdict().items():
            yield f"  {key} {value(item)}"


def _state_lines(state: dict[str, Any]) -> Iterator[str]:
    for key, item in state.items():
        rows = _rows(item)
        if rows and all(isinstance(row, dict) for row in rows.values()):
            yield key
            yield from (f"  {name}: {_fields(row)}" for name, row in rows.items())
        else:
            yield f"{key} {value(item)}"


def _rows(item: Any) -> dict[Any, Any]:
    if isinstance(item, list):
        return dict(enumerate(item))
    return item if isinstance(item, dict) else {}


def one_line(record: dict[str, Any]) -> str:
    """Write an action or event with its fields, such as `choose seat=0 card=4`."""
    fields = {key: item for key, item in record.items() if key != "type"}
    return f"{record['type']} {_fields(fields)}".rstrip()


def _fields(fields: dict[str, Any]) -> str:
    return " ".join(f"{key}={value(item)}" for key, item in fields.items())


def value(item: Any) -> str:
    match item:
        case None:
            return "?"
        case bool():
            return str(item).lower()
        case list() | tuple():
            return "[" + " ".join(map(value, item)) + "]"
        case dict():
            return "{" + " ".join(f"{k}:{value(v)}" for k, v in item.items()) + "}"
    return str(item)
