"""`controller/games/API.md`: everything that a game may give, made from the code.

Each name's type, default and meaning are those of the record that holds it; who calls
it, and an example, are here.
"""

import ast
import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import NamedTuple

from controller.bots import sense
from controller.games import api
from controller.rules import game, kinds, steps
from controller.tabletop import staging
from controller.testing import known

# By record: its module, its class, what it is for, and by field who uses it when, and
# an example of its value.
Uses = dict[str, tuple[str, str]]


class Part(NamedTuple):
    title: str
    module: ModuleType
    cls: str
    uses: Uses


PARTS = (
    Part(
        "`GAME = Game(…)` in `__init__.py`: the rules",
        game,
        "_Fields",
        {
            "name": ("everybody, to find it", '"pearl-dive"'),
            "title": ("pages, table and engine", '"PEARL DIVE"'),
            "seats": ("the first screen", "(2, 4)"),
            "steps": ("every question what is legal", "in_turn(Dive, dives, …)"),
            "start": ("a new game, once", "def start(seats, options, house)"),
            "apply": ("every action, bots' guesses too", "return after, (Over(…),)"),
            "result": ("after every action", 'return by_score(scores, "ending.full")'),
            "state": ("every page and lamp, each change", "shown_hands(hands, viewer)"),
            "event_view": ("every page, each event", "shown_draw(event, viewer)"),
            "version": ("a saved game, when it is restored", '"2"'),
            "options": ("the first screen", 'Option("deep", False, (False, True))'),
            "never_automatic": ("after every action", "frozenset({Endure})"),
            "reveals": ("undo", "frozenset({Reveal})"),
            "tells": ("after every action", "lambda position: bool(position.hands)"),
            "house": ("a new game", "House(usual, load, read, write)"),
            "teams": ("names of seats", 'lambda seats: (("pink",), ("green",))'),
            "tell": ("the log, each event", "plain_tale(event, options)"),
            "fleeting": ("the log", "{Reveal: ('cards',)}"),
        },
    ),
    Part(
        "`Option(…)`: a choice before the game",
        game,
        "Option",
        {
            "name": ("`start`, as a key of its options", '"deep"'),
            "default": ("a game that is begun without it", "False"),
            "allowed": ("the first screen", "(False, True)"),
            "fits": ("a new game", "lambda value, seats: value < seats"),
        },
    ),
    Part(
        "`Step(…)`: who decides what, at one stage of the game",
        steps,
        "Step",
        {
            "kinds": ("every question what is legal", "(Dive,)"),
            "choices": ("every position, once", "def dives(position)"),
            "waits": ("refusals of anything else", '"waits.dive"'),
            "seat": ("refusals", 'attrgetter("active")'),
            "rule": ("refusals of another kind", '"PD-01"'),
            "seat_rule": ("refusals of another seat", '"PD-05"'),
            "words": ("refusals of another kind", '"refused.not-done"'),
            "is_chance": ("whether a seat is asked", "True"),
        },
    ),
    Part(
        "`Kind(…)`: one kind of action",
        kinds,
        "Kind",
        {
            "fields": ("refusals", '(SEAT, one_of("tile", range(25)).by("PD-01"))'),
            "why_not": ("refusals", 'return Refusal("PD-02", "refused.turned-up")'),
            "not_now": ("refusals", 'Refusal("PD-06", "refused.no-draw")'),
        },
    ),
    Part(
        "`STAGING = Staging(…)` in `__init__.py`: light, gestures, pieces",
        staging,
        "Staging",
        {
            "script": ("the table, each change", "on_tiles(Dive)"),
            "picture": ("the lamps, each change", "{**grid(lit), **seat_lamps(view)}"),
            "effect": ("the lamps, each action", "EFFECTS.keyframes(events, draw)"),
            "decision": ("the prompt, each change", 'decision("dive")'),
            "effects": ("sounds, each action", "load_effects(__file__, …)"),
            "minutes": ("the first screen", "(10, 20)"),
            "focus": ("the lamps, each press", "lambda lamps, pressable: lamps"),
            "strike": ("the Eliminator, each event", "lambda event: event.get('at')"),
            "chance_prompts": ("where players roll", "{Roll: ChancePrompt(…)}"),
            "deck": ("`undertow print`, tags", "deck_of(CARDS, house)"),
            "card_script": ("a card on the reader", "(Card(action.card),)"),
            "card_owner": ("a card on the reader", "lambda position, label: 0"),
            "guarded": ("refusals on the table", "frozenset({Swim})"),
            "on_phones": ("the suite, for small tables", "frozenset({Push})"),
            "supposed": ("the table, each change", "lambda position: None"),
            "menu": ("`next` on the table", '("tile:0,0", "tile:0,1")'),
            "stands": ("pieces, each change", '{"tile:2,2": ("buoy:red",)}'),
            "carry": ("a piece that was moved", 'Carry("tile:2,2", "tile:2,3")'),
            "colours": ("the game's page", '{"pearl": WHITE}'),
            "layout": ("the game's page", '{"side": SIDE}'),
            "chart": ("the review at the end", "lambda position: position.points"),
        },
    ),
    Part(
        "Functions in `bot.py`: common sense for bots",
        sense,
        "Sense",
        {
            "imagine": ("a bot, once", "def imagine(start, seat)"),
            "prefer": ("a bot, each decision", "return [2.0 for action in legal]"),
            "worth": ("a strong bot, each guess", "return [0.5, 0.5]"),
            "reason": ("a hint", 'return say("reason.safe")'),
        },
    ),
    Part(
        "Names in `testing.py`: what the suite cannot know (constants in capitals)",
        known,
        "Known",
        {
            "longest": ("the suite", "def longest(seats, options): return 50"),
            "broken": ("the suite, each position", 'yield "a pearl is missing"'),
            "secrets": ("the suite", 'SECRETS = {Choose: ("card",)}'),
            "lookalikes": ("the suite", "yield position._replace(hands=other)"),
            "said": ("the suite, for a memory of its own", "def said(shown, position)"),
            "legend": ("the suite, LIGHT.md", 'LEGEND = (Lamp("the tiles", …),)'),
            "short": ("long tests", 'SHORT = {"turn_cap": 3}'),
            "in_hands": ("tests on the table", 'IN_HANDS = "two-seats"'),
        },
    ),
)
_HEAD = ("name", "type", "default", "what it is", "used by", "example")


def page() -> str:
    """Return the lists of all that a game may give, and of all it may import."""
    parts = [f"## {part.title}\n\n{_table(part)}" for part in PARTS]
    names = (f"`{name}`" for name in public())
    head = "## What a game may import from `controller.games.api`"
    return "\n".join([*parts, f"{head}\n\n{', '.join(sorted(names))}\n"])


def public() -> list[str]:
    """Return what a game may import; pytest adds names of its own to a module."""
    return [name for name in vars(api) if name.isidentifier() and name[0] != "_"]


def _table(part: Part) -> str:
    rows = [_HEAD, ("---",) * len(_HEAD), *_rows(part)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in rows)


def _rows(part: Part) -> Iterator[tuple[str, ...]]:
    source = inspect.getsource(part.module)
    lines = source.splitlines()
    [cls] = [
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and node.name == part.cls
    ]
    meaning = ""
    for node in cls.body:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        meaning = _comment(lines, node.lineno - 1) or meaning
        used, example = part.uses[node.target.id]
        default = ast.unparse(node.value) if node.value else "must be given"
        kind = ast.unparse(node.annotation)
        cells = (f"`{node.target.id}`", f"`{kind}`", f"`{default}`", meaning, used)
        yield (*(_cell(cell) for cell in cells), f"`{_cell(example)}`")
        meaning = ""


def _comment(lines: list[str], at: int) -> str:
    """Return the comment above a line, or behind it."""
    above: list[str] = []
    while lines[at - 1].strip().startswith("#"):
        at -= 1
        above.insert(0, lines[at].strip().removeprefix("# "))
    return " ".join(above)


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("`must be given`", "–")
