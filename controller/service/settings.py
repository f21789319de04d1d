"""The settings of a table: each key and its bounds."""

import re
import socket
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.basics.sheet import FLAG, WORD, Bounds, choice, keys_of, whole
from controller.bots.sense import SEATED
from controller.rules.game import AnyGame, checked_options
from controller.words.files import LANGUAGES
from hardware.backend import BACKENDS
from wiring import boardmap

FILE = Path("/etc/undertow/undertow.toml")
PORT = 8137
# The default number of seats, if the game allows it.
SEATS = 4
# Who decides instead of chance; see `controller.chance.dealer`.
DIES = ("program", "players")
EXPLOSIONS = ("program", "players", "auto")
CARDS = ("auto", "program")

_TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"
_LEVELS = ", ".join(SEATED)

PATH = Bounds(
    "a path, in quotes", lambda v: isinstance(v, str) and v != "" and "\0" not in v
)
_NAMES = Bounds(
    "names such as table.fritz.box, in quotes, with commas between",
    lambda v: isinstance(v, str) and all(map(_is_name, split_names(v))),
)
_BOTS = Bounds(
    f"levels such as steady,sharp, in quotes, with commas between ({_LEVELS})",
    lambda v: isinstance(v, str) and {*split_names(v)} <= {*SEATED},
)
# Anyone who knows it is the host, so nobody must be able to guess it.
CODE = Bounds(
    "at least 16 letters, digits, - and _, in quotes",
    lambda v: (
        isinstance(v, str) and re.fullmatch(r"[A-Za-z0-9_-]{16,64}", v) is not None
    ),
    is_secret=True,
)
_BROKER = Bounds(
    "an address such as mqtt://HOST or mqtts://NAME:PASSWORD@HOST, in quotes",
    lambda v: (
        isinstance(v, str)
        and re.fullmatch(r"mqtts?://[^\s/?#]{1,200}/?", v) is not None
    ),
    is_secret=True,
)
_LINK = Bounds(
    "another table's address, or the link of its host page, such as "
    "http://HOST:8137/?host=CODE, in quotes",
    lambda v: isinstance(v, str) and _is_link(v),
    is_secret=True,
)


def _is_link(value: str) -> bool:
    host = r"(https?://)?(\[[\da-f:.]+\]|[\w.-]{1,200})"
    found = re.fullmatch(rf"{host}(:(\d{{1,5}}))?/?(\?host=[\w-]{{1,64}})?", value)
    return found is not None and int(found[4] or 0) < 2**16


def home_link(join: str) -> str:
    """Return the link of the table to join; a bare address gets the default port."""
    if "://" in join:
        return join
    has_port = re.search(r":\d+(/|\?|$)", join)
    host, mark, code = join.partition("?")
    return f"http://{host.strip('/')}{'' if has_port else f':{PORT}'}/{mark}{code}"


LOUDEST = 10
MOST_MINUTES = 24 * 60
# When the table is silent.
QUIET = Bounds(
    "two times such as 22:00-07:30, in quotes",
    lambda v: isinstance(v, str) and re.fullmatch(f"{_TIME}-{_TIME}", v) is not None,
)


def _is_command(value: object) -> bool:
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable():
        return False
    # Imported late, because few tables name a command.
    import shlex

    try:
        return bool(shlex.split(value))
    except ValueError:
        return False


_COMMAND = Bounds(
    "a command of up to 200 letters, each of its quotes closed, in quotes",
    _is_command,
)
# Built-in games are known without looking for others, which takes a while.
GAME = Bounds(
    f"{', '.join(games.own_names())} or the name of an installed game, in quotes",
    lambda v: type(v) is str and games.is_game(v),
)
_OPTIONS = Bounds(
    "a section; write [options] above its keys", lambda v: isinstance(v, dict)
)


def split_names(text: str | None) -> tuple[str, ...]:
    """Split a comma-separated list of names, in the form of a `Host` header."""
    words = (text or "").lower().split(",")
    return tuple(word for word in (w.strip().removesuffix(".") for w in words) if word)


def _is_name(word: str) -> bool:
    plain = word.replace("-", "").replace(".", "")
    return len(word) <= 253 and plain.isascii() and plain.isalnum()


class BadSettings(UndertowError):
    """Settings that cannot be used; the message says where to fix them."""


class Settings(NamedTuple):
    """The keys of the settings file, then those that only the command line sets.

    The defaults suit a laptop.
    """

    game: Annotated[str, GAME] = "get-bit"
    seats: Annotated[int | None, whole(1, 99)] = None
    bots: Annotated[str | None, _BOTS] = None
    learn: Annotated[bool, FLAG] = False
    options: Annotated[Mapping[str, Any], _OPTIONS] = MappingProxyType({})
    backend: Annotated[str, choice(*BACKENDS)] = BACKENDS[0]
    board: Annotated[Path, PATH] = boardmap.DEFAULT
    # `cli.settings.resolve.state_folder` finds it, unless somebody names it.
    state: Annotated[Path, PATH] = Path()
    house: Annotated[str | None, PATH] = None
    port: Annotated[int, whole(0, 65535)] = PORT
    share: Annotated[bool, FLAG] = False
    joining: Annotated[bool, FLAG] = True
    names: Annotated[str | None, _NAMES] = None
    browser: Annotated[bool, FLAG] = True
    die: Annotated[str, choice(*DIES)] = DIES[0]
    explosion: Annotated[str, choice(*EXPLOSIONS)] = EXPLOSIONS[0]
    cards: Annotated[str, choice(*CARDS)] = CARDS[0]
    clock: Annotated[int | None, whole(0, MOST_MINUTES)] = None
    volume: Annotated[int, whole(0, LOUDEST)] = 7
    music: Annotated[bool, FLAG] = False
    quiet: Annotated[str | None, QUIET] = None
    speech: Annotated[bool, FLAG] = True
    voice: Annotated[str | None, WORD] = None
    speech_command: Annotated[str | None, _COMMAND] = None
    host_code: Annotated[str | None, CODE] = None
    language: Annotated[str, choice(*LANGUAGES)] = LANGUAGES[0]
    tls_certificate: Annotated[str | None, PATH] = None
    tls_key: Annotated[str | None, PATH] = None
    broker: Annotated[str | None, _BROKER] = None
    broker_ca: Annotated[str | None, PATH] = None
    broker_names: Annotated[bool, FLAG] = False
    metrics: Annotated[bool, FLAG] = False
    nearby: Annotated[bool, FLAG] = False
    guests: Annotated[bool, FLAG] = False
    join: Annotated[str | None, _LINK] = None
    join_ca: Annotated[str | None, PATH] = None
    table_name: Annotated[str | None, WORD] = None
    # Whether a table that is not let in plays alone again.
    goes_home: bool = False
    seed: int | None = None
    # The recording's file, if there is one.
    record: Path | None = None
    # Where to write the time of each stage of the start.
    marks: Path | None = None
    # Whether somebody chose the game; otherwise people choose it at the table.
    is_chosen: bool = True
    # The origin of each key; an option is "options.NAME".
    origins: Mapping[str, str] = MappingProxyType({})
    file: Path = FILE

    def setup(self) -> tuple[AnyGame, int, dict[str, Any]]:
        """Return game, seats and options; raise BadSetup or NoSuchGame."""
        game = games.find(self.game)
        seats = game.seats_near(SEATS) if self.seats is None else self.seats
        return game, seats, checked_options(game, seats, self.options)

    @property
    def own_name(self) -> str:
        """The name that others see: from the settings, or else the machine's."""
        named = self.table_name or socket.gethostname().partition(".")[0]
        found = "".join(c for c in named.lower() if c.isalnum() or c == "-")
        # mDNS has no room for more, and other tables show no more.
        return found[:40] or "table"

    @property
    def host_names(self) -> tuple[str, ...]:
        return split_names(self.names)

    @property
    def bot_levels(self) -> tuple[str, ...]:
        return split_names(self.bots)


KEYS = tuple(keys_of(Settings))
# The settings that the host can change, and their file beside the games.
HOST_KEYS = ("table_name", "language", "board", "volume", "music")
HOST_FILE = "host.toml"


def bounds_of(key: str) -> Bounds:
    return keys_of(Settings)[key]
