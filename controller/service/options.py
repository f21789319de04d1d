"""What a table is started with."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from controller.chance.dealer import ToldBy
from controller.chance.house import Houses
from controller.rules.game import AnyGame
from hardware.backend import Clock

if TYPE_CHECKING:
    from ssl import SSLContext


class PlayOptions(NamedTuple):
    # The game that is played or, if nobody named one, shown first.
    game: AnyGame
    seats: int
    options: dict[str, Any]
    seed: int | None
    backend: str
    state: Path
    port: int
    share: bool
    browser: bool
    # Where to write when each stage of the start was reached.
    marks_file: Path | None
    told_by: ToldBy = ToldBy()
    # Where to record all that happens.
    record: Path | None = None
    # Whether phones may take a seat by its button, until the host says otherwise.
    joining: bool = True
    # Further names that a browser may call this machine by.
    names: tuple[str, ...] = ()
    # The decks and dice of new games.
    houses: Houses = Houses()
    # Opens the host's page from other machines; without it a new one is made.
    host_code: str | None = None
    # What pages speak that have not chosen another language.
    language: str = "en"
    # How loud the table is, from 0 to 10, whether there is music under its sounds, and
    # from when to when it is silent.
    volume: int = 7
    music: bool = False
    quiet: str | None = None
    # Whether it speaks, in which voice (without one, that of the language), and by
    # which command instead of espeak-ng.
    speech: bool = False
    voice: str | None = None
    speech_command: str | None = None
    # What is begun with the table once its page is served.
    then: Callable[[Any, Clock], Callable[[], object]] | None = None
    # Somebody named the game; else it is chosen at the table.
    is_chosen: bool = True
    # What the pages are served over https with; None: over http.
    tls: "SSLContext | None" = None
    # The first game is a lesson.
    learn: bool = False
    # The levels of the bots that play the last seats.
    bots: tuple[str, ...] = ()
