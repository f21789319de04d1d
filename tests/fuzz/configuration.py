"""What owners write: board maps, settings and house data, each a little wrong.

Each is taken, or refused in one sentence that names the file. A silent loss is a key
that stands in the file and that nobody reads: TOML that says something else than the
sound file does, and means the same.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import controller.games.hold_your_breath.data as breath
import controller.games.hold_your_ground.data as ground
from controller.basics.sheet import Sheet, SheetError
from controller.cli.settings.resolve import resolve
from controller.service.settings import BadSettings
from tests.fuzz import Lost, limited
from tests.fuzz.changes import changed
from tests.support import ROOT
from wiring import boardmap, harness
from wiring.geometry import sizes as measures

_MAPS = [ROOT / f"wiring/maps/{name}.toml" for name in ("mark1", "mini", "grid-only")]
_SETTINGS = """game = "hold-your-breath"
seats = 3
backend = "sim"
port = 8000
share = true
log = "json"
die = "players"
explosion = "players"
cards = "program"
house = "/srv/decks"
state = "/srv/table"
bots = "steady,sharp"
learn = true
names = "table.fritz.box"
volume = 3
music = true
quiet = "22:00-07:30"
speech = true
voice = "de"
speech_command = "piper --model x"
host_code = "abcdefghijklmnopq"
language = "de"
tls_certificate = "/srv/table.pem"
tls_key = "/srv/key.pem"

[options]
edition = "draft"
first = 1
"""
_VALUES = (
    "0", "-1", "1e9", "nan", "true", '""', '"x"', "[]", "{}", "99999999999999999999",
    "1979-05-27", "0x1f", "'''\n'''", '"\\u0000"', "[[1]]", "1_0", "07", "-0", "+5",
)  # fmt: skip


class Configuration:
    name = "configuration"

    def __init__(self, inputs: int = 20) -> None:
        self._inputs = inputs

    def play(self, random: Random) -> int:
        with TemporaryDirectory() as folder:
            for _ in range(self._inputs):
                text, load = random.choice(_kinds())
                path = Path(folder, "some.toml")
                data = wrong(text, random)
                path.write_bytes(data)
                with limited():
                    _look_at(path, data, text, load)
        return self._inputs


Load = Callable[[Path], Any]


def _look_at(path: Path, data: bytes, sound: str, load: Load) -> None:
    try:
        found = load(path)
    except (SheetError, BadSettings) as refusal:
        said = str(refusal)
        if str(path) not in said or len(said.splitlines()) != 1:
            raise Lost(f"the file is not named in one sentence: {said!r}") from None
        return
    if not _says_more(tomllib.loads(data.decode()), tomllib.loads(sound)):
        return
    sound_path = path.with_name("sound.toml")
    sound_path.write_text(sound)
    # Not by value: to Python 1 and true are equal.
    if repr(found) == repr(load(sound_path)):
        raise Lost(f"something in it means nothing: {_first_difference(data, sound)}")


def _says_more(value: Any, sound: Any) -> bool:
    """Return whether it says something else; a missing key may be a default."""
    match value, sound:
        case dict(), dict():
            return any(
                key not in sound or _says_more(each, sound[key])
                for key, each in value.items()
            )
        case list(), list() if len(value) == len(sound):
            return any(map(_says_more, value, sound))
    # 1, 1.0 and true are three things.
    return (type(value), value) != (type(sound), sound)


def _first_difference(data: bytes, sound: str) -> str:
    pairs = zip(data.decode().splitlines(), sound.splitlines(), strict=False)
    differ = [f"{a!r} for {b!r}" for a, b in pairs if a != b]
    return differ[0] if differ else "at its end"


@cache
def _kinds() -> list[tuple[str, Load]]:
    maps: list[tuple[str, Load]] = [(path.read_text(), _map) for path in _MAPS]
    return [
        *maps,
        (_SETTINGS, _settings),
        (_SETTINGS, _settings),
        (breath.OURS.read_text(), breath.load),
        (ground.OURS.read_text(), ground.load),
    ]


def _map(path: Path) -> Any:
    """Read a board map as the table, its drawing and the papers do."""
    sizes = measures.load(Sheet(path, "the board map"))
    return boardmap.load(path)._replace(path=""), harness.load(path), sizes


def _settings(path: Path) -> Any:
    found = resolve({"settings": str(path)}, {})
    return found._replace(file=Path(), origins={})


def wrong(text: str, random: Random) -> bytes:
    """Return the text with wrong bytes, lines, keys or values."""
    if random.random() < 0.25:
        return changed(text.encode(), [b"[", b'"', b"=\n", b"\xff", b"#"], random)
    lines = text.splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        _spoil(lines, random)
    return "\n".join(lines).encode() + b"\n"


def _spoil(lines: list[str], random: Random) -> None:
    at = random.choice([n for n, line in enumerate(lines) if "=" in line] or [0])
    key, _, value = lines[at].partition("=")
    match random.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(random.randrange(len(lines) + 1), lines[at])
        case 2:
            lines[at] = f"{key.strip()}x = {value}"
        case 3:
            lines.insert(at, f"stray{random.randrange(9)} = 1")
        case 4:
            lines.insert(
                at, random.choice(("[stray]", "[[stray]]", "[strip]", "[die]"))
            )
        case _:
            lines[at] = f"{key} = {random.choice(_VALUES)}"
