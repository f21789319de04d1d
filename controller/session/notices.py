"""What people at the table are told, and what `why` says again."""

from collections.abc import Callable, Iterable

from controller.basics.sentence import Says
from controller.words.notice import Notice, announcement
from controller.words.table import NOTHING_REFUSED, repeated
from hardware.parts.registry import Part


class Notices:
    def __init__(self) -> None:
        self.listeners: list[Callable[[Notice], object]] = []
        # They are told what each press did, or why it did nothing.
        self.reply_listeners: list[Callable[[Notice], object]] = []
        # What was refused on the table itself, until something else happens there.
        self.refused: Notice | None = None

    def say(self, *notices: Notice) -> None:
        """Tells each once; `why` does not say it again."""
        for notice in notices:
            for listener in self.listeners:
                listener(notice)

    def reply(self, says: Says) -> None:
        """Answer a press; `why` does not say it again."""
        for listener in self.reply_listeners:
            listener(announcement(says))

    def refuse(self, notice: Notice) -> None:
        if notice.seat is None:
            self.refused = notice
        self.say(notice)

    def forget(self) -> None:
        """Forgets the last refusal, because the game went on."""
        self.refused = None

    def repeat(self, at_rest: Says | None, parts: Iterable[Part]) -> None:
        """`why`: the last refusal again, and what is wrong with the table itself.

        `at_rest` says what to do where no game is being played.
        """
        again = repeated(self.refused, at_rest, parts)
        if again:
            self.say(again)
        else:
            self.reply(NOTHING_REFUSED)
