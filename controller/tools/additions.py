"""What `undertow new-game` can add to a template: house data, effects …

Each addition is small and works at once; the author changes it, and the suite judges
it.
"""

import re
from collections.abc import Callable
from pathlib import Path

BOT = Path(__file__).parent / "templates" / "bot.py"
# By template, the possible actions and events, with a seat's action first.
EVENTS = {
    "plain": ("Take", "Over"),
    "face_down": ("Dive", "Find", "Over"),
    "hidden": ("Choose", "Reveal", "Over"),
    "cards": ("Play", "Draw", "Over"),
}
_GAME = re.compile(r"^    seats=\(.*\),\n", re.MULTILINE)
_IMPORTED = re.compile(r"(?<=from controller.games.api import \(\n)(.*?)(?=\n\))", re.S)


def with_option(folder: Path, name: str) -> None:
    given = f'    options=(Option("{name}", False, (False, True)),),\n'
    _change(folder, "Option", lambda text: _GAME.sub(rf"\g<0>{given}", text))
    words = folder / "words" / "en.toml"
    added = f'\n[option]\n{name} = "What this option changes."\n'
    words.write_text(words.read_text("utf-8") + added, encoding="utf-8")


def with_house(folder: Path, title: str) -> None:
    declared = (
        f'HOUSE = house_data(\n    __file__,\n    "the data of {title}",\n'
        "    goal=numbers(points=(1, 99)),\n)\n\n\n@record"
    )

    def change(text: str) -> str:
        text = text.replace("@record", declared, 1)
        text = text.replace("_house: None = None", "_house: Any = None")
        text = text.replace("typing import NamedTuple", "typing import Any, NamedTuple")
        return _GAME.sub(r"\g<0>    house=HOUSE,\n", text)

    _change(folder, "house_data numbers", change)
    data = "# What the owner of a table may replace; `start` gets it as house.goal.\n\n"
    (folder / "data.toml").write_text(f"{data}[goal]\npoints = 12\n", encoding="utf-8")


def with_effects(folder: Path, template: str) -> None:
    events = EVENTS[template]
    sheet = f"EFFECTS = ready_effects(__file__, GAME.title, {', '.join(events)})\n"
    played = "    effect=EFFECTS.ready,\n    effects=EFFECTS,\n)\n"

    def change(text: str) -> str:
        if "\nSTAGING = " not in text:
            text += "\nSTAGING = Staging(\n    script=by_number(GAME),\n)\n"
        text = text.replace("\nSTAGING = ", f"\n{sheet}STAGING = ")
        return text.removesuffix(")\n") + played

    used = "Staging by_number " if template == "plain" else ""
    _change(folder, f"{used}Over ready_effects", change)
    lit = 'light = "seat"\nseconds = [0.2, 0.1]\ncolours = ["white"]\nsound = "step"'
    dark = dict.fromkeys(events, 'light = "none"\nsound = "silent"')
    looks = {**dark, events[0]: lit, "Over": 'light = "none"\nsound = "win"'}
    sections = [f"[{event.lower()}]\n{look}\n" for event, look in looks.items()]
    (folder / "effects.toml").write_text("\n".join(sections), encoding="utf-8")
    readme = folder / "README.md"
    shown = readme.read_text("utf-8") + "| ![](pictures/happening.svg) | An event. |\n"
    readme.write_text(shown, encoding="utf-8")


def with_lesson(folder: Path, template: str, seats: int) -> None:
    """Write a lesson in which every seat does something, no matter what."""
    action = EVENTS[template][0].lower()
    steps = "".join(
        f'\n[[step]]\nsays = "turn"\nwants = [{{ type = "{action}", seat = {seat} }}]\n'
        for seat in range(seats)
    )
    (folder / "lesson.toml").write_text(f'end = "end"\n{steps}', encoding="utf-8")
    (folder / "words" / "lesson.en.toml").write_text(
        '[lesson]\nturn = "What {who:seat} does in this turn is explained here."\n'
        'end = "Now play on as you like."\n',
        encoding="utf-8",
    )


def _change(folder: Path, names: str, change: Callable[[str], str]) -> None:
    """Change the game's module, and import these names in order."""
    module = folder / "__init__.py"

    def imported(found: re.Match[str]) -> str:
        lines = {*found[1].split("\n"), *(f"    {name}," for name in names.split())}
        return "\n".join(sorted(lines, key=_order))

    text = change(module.read_text("utf-8"))
    module.write_text(_IMPORTED.sub(imported, text, count=1), encoding="utf-8")


def _order(line: str) -> tuple[int, str]:
    """Sort as the linter does: constants, classes, functions."""
    name = line.strip(" ,")
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name
