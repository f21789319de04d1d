"""The outcomes of a press, a card or a piece, besides intents."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import TypeAlias

from controller.basics.sentence import Says
from controller.input.gestures import Progress
from controller.input.intents import Intent
from controller.light.colour import Keyframe
from controller.words.notice import Notice


@dataclass(frozen=True, slots=True)
class Refuse:
    """A refusal, which `why` repeats until something else happens."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an attempt with `why` held: given once, with its lights."""

    notice: Notice
    signs: tuple[Keyframe, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """A sentence about a press: spoken once, without lights."""

    says: Says


@dataclass(frozen=True, slots=True)
class Began:
    """A press that continues a gesture, and the progress `before` it."""

    control: str
    before: Progress


@dataclass(frozen=True, slots=True)
class Nothing:
    """A press that means nothing now."""

    control: str


class Signal(Enum):
    """An outcome that needs no details."""

    # An attempt with `why` held that means no move by itself.
    ALONE = auto()
    # The Eliminator's key or button has moved.
    INTERLOCK = auto()
    # Somebody pressed `why` alone.
    WHY = auto()
    # A player confirms that all pieces are in place, whatever sensors report.
    CONFIRM_PLACEMENT = auto()
    # Other places can be pressed now.
    RELIGHT = auto()


Response: TypeAlias = Refuse | Answer | Reply | Began | Nothing | Signal
Outcome: TypeAlias = Intent | Response
