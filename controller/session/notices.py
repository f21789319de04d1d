"""What people at the table are told, and what `why` says again."""

from collections.abc import Callable

from controller.words.notice import Notice
from controller.words.table import repeated


class Notices:
    def __init__(self) -> None:
        self.listeners: list[Callable[[Notice], object]] = []
        # What was refused on the table itself, until something else happens there.
        self.refused: Notice | None = None

    def say(self, notice: Notice) -> None:
        """Once; `why` does not say it again."""
        for listener in self.listeners:
            listener(notice)

    def refuse(self, notice: Notice) -> None:
        if notice.seat is None:
            self.refused = notice
        self.say(notice)

    def forget(self) -> None:
        """The game went on: nothing that was refused before is about now."""
        self.refused = None

    def repeat(self, phase: str, troubles: list[str]) -> None:
        """`why`: the last refusal again, and what is wrong with the table itself."""
        again = repeated(self.refused, phase, troubles)
        if again:
            self.say(again)
