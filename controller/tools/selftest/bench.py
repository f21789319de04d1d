"""What a walk can use: lamps to light, text to print, answers to wait for.

A walk is straight-line `async` code that waits for nothing but `Bench.hear`. It needs
no event loop: a reading, a key or a timer carries it on to its next wait.

Later steps rely on what earlier ones have found, whether or not it was written into the
board map: `spots`, `pixels` and `order` hold it.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Generator, Mapping
from types import coroutine
from typing import Any, NamedTuple, TypeAlias

from controller.light.colour import Colour
from hardware.backend import Timer
from hardware.readings import LinkDown, LinkUp, Occupied, Pressed, Reading, Released
from hardware.rig import Rig


class Spot(NamedTuple):
    """Something that switches on and off: a button, a tile's switch, a Hall sensor."""

    kind: str  # "button", "switch" or "hall"
    place: str


class SwitchEvent(NamedTuple):
    spot: Spot
    is_on: bool


class KeyEvent(NamedTuple):
    """Typed at the terminal."""

    name: str  # "ok", "undo", "next" or "quit"


class Quit(Exception):
    """The builder quits the self-test."""


Heard: TypeAlias = SwitchEvent | KeyEvent | None  # None: the time is up


class Bench:
    def __init__(self, rig: Rig, tell: Callable[[str], None]) -> None:
        self.rig = rig
        self.board = rig.board
        self.clock = rig.backend.clock
        self.say = tell
        self.on: set[Spot] = set()
        self.spots: dict[Spot, Spot] = {}  # by what is sensed: what it is
        self.pixels = dict(rig.board.pixels)
        self.order = rig.board.strip.order
        self.has_written = False  # to the board map
        self.on_done: Callable[[Exception | None], None] = lambda _: None
        self._silent: set[str] = set()
        self._inbox: deque[SwitchEvent | KeyEvent] = deque()
        self._walk: Coroutine[Any, Any, None] | None = None
        self._is_running = self._is_late = False

    # For the command that runs the walk

    def start(self, walk: Coroutine[Any, Any, None]) -> None:
        """Run the walk to its first wait; `on_done` is called at its end."""
        self._walk = walk
        self._carry_on()

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(place) | Released(place):
                kind = "switch" if place.startswith("tile:") else "button"
                self._switch(Spot(kind, place), isinstance(reading, Pressed))
            case Occupied(place, present):
                self._switch(Spot("hall", place), present)
            case LinkDown(board):
                self._silent.add(board)
            case LinkUp(board):
                self._silent.discard(board)

    def key(self, name: str) -> None:
        self._inbox.append(KeyEvent(name))
        self._carry_on()

    def close(self) -> None:
        """Stop the walk where it is."""
        if self._walk:
            self._walk.close()

    # For the walk

    def light(self, lamps: Mapping[int, Colour]) -> None:
        """Light only these pixels, in true colours."""
        frame = bytearray(3 * self.rig.strip.pixels)
        # Which byte of a pixel's frame comes out as red, green and blue.
        red, green, blue = (
            "RGB".index(self.board.strip.order[self.order.index(colour)])
            for colour in "RGB"
        )
        for pixel, colour in lamps.items():
            for channel, value in zip((red, green, blue), colour, strict=True):
                frame[3 * pixel + channel] = value
        self.rig.strip.show(bytes(frame))

    def forget(self) -> None:
        """Drop all input so far, so that it does not answer a later question."""
        quits = [said for said in self._inbox if said == KeyEvent("quit")]
        self._inbox = deque(quits)

    async def hear(self, until: float | None = None) -> Heard:
        """Return the next input; raises Quit."""
        self._is_late = False
        timer = self._timer(until)
        try:
            while not (self._inbox or self._is_late):
                await _pause()
        finally:
            if timer:
                timer.cancel()
        said = self._inbox.popleft() if self._inbox else None
        if said == KeyEvent("quit"):
            raise Quit
        return said

    async def wait(self, seconds: float) -> None:
        until = self.clock.time() + seconds
        while await self.hear(until):
            pass

    async def ask(self, question: str, **answers: str) -> str:
        """Return which of `ok`, `undo` and `next` answers the question."""
        self.forget()
        choice = ", ".join(f"{key}: {meaning}" for key, meaning in answers.items())
        self.say(f"{question} ({choice})")
        while True:
            match await self.hear():
                case KeyEvent(name) if name in answers:
                    return name
                case SwitchEvent(Spot("button", name), True) if name in answers:
                    return name

    def silent(self, board: str) -> str | None:
        """Return why a sensor board is silent, or None if it responds."""
        trouble = self.trouble(f"sensor board {board}") or self.trouble("sensor boards")
        return trouble or ("it does not answer" if board in self._silent else None)

    def trouble(self, name: str) -> str | None:
        """Return what is wrong with a part, in its driver's words."""
        troubles = {part.name: part.trouble for part in self.rig.parts.all()}
        return troubles.get(name)

    def _timer(self, until: float | None) -> Timer | None:
        return None if until is None else self.clock.call_at(until, self._late)

    def _late(self) -> None:
        self._is_late = True
        self._carry_on()

    def _switch(self, spot: Spot, is_on: bool) -> None:
        spot = self.spots.get(spot, spot)
        if is_on == (spot in self.on):
            return
        (self.on.add if is_on else self.on.discard)(spot)
        self._inbox.append(SwitchEvent(spot, is_on))
        self._carry_on()

    def _carry_on(self) -> None:
        if self._walk is None or self._is_running:
            return
        self._is_running = True
        try:
            self._walk.send(None)
        except StopIteration:
            self._end(None)
        # An error in a callback would be lost, so the runner raises it.
        except Exception as error:  # noqa: BLE001
            self._end(error)
        finally:
            self._is_running = False

    def _end(self, error: Exception | None) -> None:
        self._walk = None
        self.on_done(error)


@coroutine
def _pause() -> Generator[None, None, None]:
    """Return to the caller, which continues the walk."""
    yield
