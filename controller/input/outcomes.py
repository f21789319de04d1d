"""What comes of a press, a card or a piece, besides what is asked of the game."""

from dataclasses import dataclass
from typing import TypeAlias

from controller.basics.sentence import Says
from controller.input.gestures import Progress
from controller.input.intents import Intent
from controller.light.colour import Keyframe
from controller.words.notice import Notice


@dataclass(frozen=True, slots=True)
class Refuse:
    """Something was not done; `why` says it again until something else happens."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Answer:
    """What was tried while `why` is held: said once, with its signs in light."""

    notice: Notice
    signs: tuple[Keyframe, ...] = ()


@dataclass(frozen=True, slots=True)
class Alone:
    """What was tried while `why` is held means nothing by itself."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a press did: said once, with no sign in light."""

    says: Says


@dataclass(frozen=True, slots=True)
class Began:
    """A press played nothing; `before` it, hands had come so far."""

    control: str
    before: Progress


@dataclass(frozen=True, slots=True)
class Nothing:
    """A press that means nothing now."""

    control: str


@dataclass(frozen=True, slots=True)
class Interlocked:
    """The Eliminator's key or button was moved."""


@dataclass(frozen=True, slots=True)
class AskWhy:
    """`why` was pressed by itself."""


@dataclass(frozen=True, slots=True)
class ConfirmPlacement:
    """A player says that all pieces stand right, whatever the sensors feel."""


@dataclass(frozen=True, slots=True)
class Relight:
    """Hands have begun something or let it go: other places lead on now."""


Said: TypeAlias = (
    Refuse | Answer | Alone | Reply | Began | Nothing | Interlocked | AskWhy
)
Outcome: TypeAlias = Intent | Said | ConfirmPlacement | Relight
