"""Hands that play, count and hold while strangers ask for their seats.

Two tables hear the same hands at the same moments; at one of them phones ask for
seats. A silent loss is a press that does something else at that table, and a gift is a
seat that somebody got although their word was not on its lamp for a second at the end
of a hold that was begun after they had asked, and that nothing else was down with.
"""

from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from controller import games
from controller.basics.sentence import Sentence
from controller.input.seat_requests import (
    IN_VAIN,
    ONE_SEAT,
    REFUSED,
    RIVAL,
    SIGNS,
    TOO_SOON,
    Requester,
    SeatAnswer,
    SeatRequest,
)
from controller.input.seating import HOLD_S, LOOK_S
from controller.light.colour import DARK
from controller.words.notice import Notice
from tests.fuzz import Lost
from tests.support.simtable import Colour, SimTable

MOMENT_S = 0.1
# What a phone may be told that gets no seat; a rival comes only with a gift.
IN_ORDER = (IN_VAIN, REFUSED, ONE_SEAT, TOO_SOON, RIVAL)
SHORT_S = (0.1, 0.1, 0.3, 0.9)
LONG_S = (1.9, 2.0, 2.2, 2.2, 3.0, 4.5, 7.0, 11.0)


class Gift(AssertionError):
    """A seat that this phone got without anybody at the table giving it."""


class Watched:
    """A table, and everything that hands achieve at it."""

    def __init__(self, stack: ExitStack) -> None:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        self.sim = SimTable(folder)
        stack.callback(self.sim.close)
        self.said: list[Notice] = []
        self.sim.table.on_notice.append(self._hear)
        self.sim.table.on_reply.append(self._hear)

    def _hear(self, notice: Notice) -> None:
        says = notice.says
        if not (isinstance(says, Sentence) and says.key == "sit.asks"):
            self.said.append(notice)

    def standing(self) -> tuple[Any, ...]:
        """Return what the hands have done so far, and what they were told."""
        table = self.sim.table
        return (
            table.phase,
            *table.match.actions,
            table.gestures.progress,
            sorted(table.held),
            self.said,
        )


class Round:
    def __init__(self, random: Random, stack: ExitStack) -> None:
        self.random = random
        self.asked, self.twin = Watched(stack), Watched(stack)
        self.inputs = self.given = 0
        game = games.find(random.choice(games.own_names()))
        self.seats = random.randint(max(2, game.seats[0]), game.seats[1])
        seed = random.randrange(1000)
        for table in (self.asked, self.twin):
            table.sim.start(self.seats, game=game.name, seed=seed)
        self.seating = self.asked.sim.table.seating
        self.seating.on_ask.append(self._told_a_word)
        self.seating.on_answer.append(self._answered)
        self._down: set[str] = set()
        # When the newest seat was pressed alone, and what its lamp has shown since.
        self._alone: tuple[str, float] | None = None
        self._lamp: list[Colour] = []
        self._words: dict[int, tuple[float, SeatRequest]] = {}
        self._releasing = ""

    @property
    def now_s(self) -> float:
        return self.asked.sim.clock.time()

    # Hands

    def press(self, control: str) -> None:
        if control in self._down:
            return
        self._alone = None if self._down else (control, self.now_s)
        self._lamp = []
        self._down.add(control)
        self._both(lambda sim: sim.press(control))

    def release(self, control: str) -> None:
        if control not in self._down:
            return
        self._releasing = control
        self._both(lambda sim: sim.release(control))
        self._releasing = ""
        self._down.discard(control)

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / MOMENT_S)):
            for table in (self.asked, self.twin):
                table.sim.clock.tick(MOMENT_S)
            if self._alone and self._alone[0].startswith("seat:"):
                self._lamp.append(self.asked.sim.lamp(self._alone[0]))

    def _both(self, deed: Any) -> None:
        self.inputs += 1
        for table in (self.asked, self.twin):
            deed(table.sim)
        if self.asked.standing() != self.twin.standing():
            raise Lost(f"{self.asked.standing()} is not {self.twin.standing()}")

    # Phones

    def ask(self, page: int) -> None:
        self.inputs += 1
        seat = self.random.randrange(self.seats)
        self.seating.ask(seat, Requester(page, f"10.0.0.{page}"))

    def _told_a_word(self, request: SeatRequest) -> None:
        self._words[request.requester.page] = self.now_s, request

    def _answered(self, answer: SeatAnswer) -> None:
        if answer.why_not is not None:
            assert answer.why_not in IN_ORDER, answer
            return
        self.given += 1
        when_s, request = self._words[answer.requester.page]
        seat = f"seat:{answer.seat}"
        if seat != self._releasing or self._down != {seat} or self._alone is None:
            raise Gift(f"{seat} by {self._releasing} with {sorted(self._down)}")
        control, since_s = self._alone
        held_s = self.now_s - since_s
        if control != seat or when_s > since_s or held_s < HOLD_S - MOMENT_S / 2:
            raise Gift(f"{answer} after {held_s:.1f} s of {control}")
        shown = {*self._lamp[-round(LOOK_S / MOMENT_S) :]}
        signs = {SIGNS[sign] for sign in request.word}
        if not (signs <= {*self._lamp} and shown <= signs | {DARK}):
            raise Gift(
                f"{answer}, whose word is {request.word}, while {shown} was shown"
            )

    # What people do

    def step(self) -> None:
        random = self.random
        seat = f"seat:{random.randrange(self.seats)}"
        match random.randrange(10):
            case 0 | 1 | 2:
                self.ask(random.randrange(8))
            case 3 | 4:
                self.press(seat)
                self.wait(random.choice(LONG_S))
                self.release(seat)
            case 5:
                self.press(seat)
                self.wait(random.choice(SHORT_S + LONG_S))
                for _ in range(random.randrange(4)):
                    self.tap("next")
                self.tap("ok")
                self.wait(random.choice(SHORT_S))
                self.release(seat)
            case 6:
                other = random.choice(["why", "ok", "tile:2,2", "next", "seat:0"])
                self.press(other)
                self.press(seat)
                self.wait(random.choice(LONG_S))
                for control in random.sample([other, seat], 2):
                    self.release(control)
                    self.wait(random.choice(SHORT_S))
            case 7:
                tile = random.choice(["tile:1,1", "tile:2,3", "tile:1,4"])
                self.tap(random.choice([seat, "next", "ok", "undo", tile]))
            case 8:
                self.seating.leave(random.randrange(8))
            case 9:
                self.wait(random.choice(SHORT_S + LONG_S))

    def tap(self, control: str) -> None:
        self.press(control)
        self.wait(MOMENT_S)
        self.release(control)
        self.wait(MOMENT_S)


class Joining:
    name = "joining"

    def __init__(self, steps: int = 60) -> None:
        self._steps = steps
        # How many seats were given, in all rounds.
        self.given = 0

    def play(self, random: Random) -> int:
        with ExitStack() as stack:
            played = Round(random, stack)
            for _ in range(self._steps):
                played.step()
            self.given += played.given
            return played.inputs
