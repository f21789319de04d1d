"""The results of a press, a card or a piece, besides intents."""

from dataclasses import dataclass
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
class Alone:
    """An attempt with `why` held that is no move by itself."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A sentence about a press: spoken once, without lights."""

    says: Says


@dataclass(frozen=True, slots=True)
class Began:
    """A press that played nothing, and the gestures `before` it."""

    control: str
    before: Progress


@dataclass(frozen=True, slots=True)
class Nothing:
    """A press that means nothing now."""

    control: str


@dataclass(frozen=True, slots=True)
class Interlocked:
    """A movement of the Eliminator's key or button."""


@dataclass(frozen=True, slots=True)
class AskWhy:
    """A press of `why` alone."""


@dataclass(frozen=True, slots=True)
class ConfirmPlacement:
    """A player's confirmation that all pieces are in place, whatever sensors report."""


@dataclass(frozen=True, slots=True)
class Relight:
    """A change of the gestures so far, after which other places can be pressed."""


Said: TypeAlias = (
    Refuse | Answer | Alone | Reply | Began | Nothing | Interlocked | AskWhy
)
Outcome: TypeAlias = Intent | Said | ConfirmPlacement | Relight
