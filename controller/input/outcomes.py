"""What comes of a press, a card or a piece, besides what is asked of the game."""

from dataclasses import dataclass
from typing import TypeAlias

from controller.input.intents import Intent
from controller.light.colour import Still
from controller.words.notice import Notice


@dataclass(frozen=True, slots=True)
class Refuse:
    """Something was not done; `why` says it again until something else happens."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class Answer:
    """What was tried while `why` is held: said once, with its signs in light."""

    notice: Notice
    signs: tuple[Still, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a press did, or why it did nothing: said once, with no sign in light."""

    notice: Notice


@dataclass(frozen=True, slots=True)
class AskWhy:
    """`why` was pressed by itself."""


@dataclass(frozen=True, slots=True)
class ConfirmPlacement:
    """A player says that all pieces stand right, whatever the sensors feel."""


@dataclass(frozen=True, slots=True)
class Relight:
    """Hands have begun something or let it go: other places lead on now."""


Said: TypeAlias = Refuse | Answer | Reply | AskWhy
Outcome: TypeAlias = Intent | Said | ConfirmPlacement | Relight
