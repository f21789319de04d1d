"""A rotary encoder: a turn to the right is `next`, a push is `ok`.

Its two contacts close one after the other, and open again before the next detent; the
order tells the direction. A bouncing contact goes back and forth between two steps of
the cycle and gets nowhere, so there is no need for a bounce time.

    right   both open, a closed, both closed, b closed, both open
    left    the other way round
"""

from typing import Annotated, NamedTuple

from gpiozero import InputDevice

from controller.basics.sheet import choice
from hardware.parts.buttons import Buttons
from hardware.parts.registry import DriverContext
from hardware.readings import Pressed, Released
from wiring.boardmap import Button
from wiring.claims import GPIO

_CONTROL = choice("next", "ok", "undo", "why")


class Row(NamedTuple):
    a_gpio: Annotated[int, GPIO]
    b_gpio: Annotated[int, GPIO]
    push_gpio: Annotated[int | None, GPIO] = None
    # The controls for a turn to the right, a turn to the left and a push.
    right: Annotated[str, _CONTROL] = "next"
    left: Annotated[str | None, _CONTROL] = None
    push: Annotated[str, _CONTROL] = "ok"


# Which contacts are closed, (a, b), from one detent to the next.
_ROUND = ((False, False), (True, False), (True, True), (False, True))
_STEPS = len(_ROUND)


class Encoder:
    def __init__(self, row: Row, context: DriverContext) -> None:
        self._row = row
        self._context = context
        self._closed = [False, False]
        self._at = 0  # in the cycle
        self._way = 0  # steps since the last detent, to the right
        self._contacts: list[InputDevice] = []
        self._push: Buttons | None = None
        try:
            self._open()
        except BaseException:
            self.close()
            raise
        context.parts.fitted(context.name, self._description())

    def close(self) -> None:
        contacts, self._contacts = self._contacts, []
        for contact in contacts:
            contact.close()
        if self._push:
            self._push.close()

    def _open(self) -> None:
        row, context = self._row, self._context
        for number, gpio in enumerate((row.a_gpio, row.b_gpio)):
            contact = InputDevice(gpio, pull_up=True, pin_factory=context.pins)
            self._contacts.append(contact)
            contact.pin.edges = "both"
            contact.pin.when_changed = (self._a_changed, self._b_changed)[number]
            self._closed[number] = contact.is_active
        self._at = _ROUND.index((self._closed[0], self._closed[1]))
        if row.push_gpio is not None:
            button = Button(row.push, row.push_gpio, None)
            self._push = Buttons(
                [button], context, called=f"{context.name}'s push button"
            )

    def _description(self) -> str:
        turns = f"GPIO{self._row.a_gpio} and GPIO{self._row.b_gpio}"
        push = self._row.push_gpio
        return f"turns on {turns}" + (f", push on GPIO{push}" if push else "")

    # gpiozero calls these from its own thread, and keeps only weak references to them.

    def _a_changed(self, _ticks: int, high: bool) -> None:
        self._context.clock.call_soon_threadsafe(self._edge, 0, not high)

    def _b_changed(self, _ticks: int, high: bool) -> None:
        self._context.clock.call_soon_threadsafe(self._edge, 1, not high)

    def _edge(self, contact: int, closed: bool) -> None:
        self._closed[contact] = closed
        at = _ROUND.index((self._closed[0], self._closed[1]))
        step = (at - self._at) % _STEPS
        self._at = at
        # Two steps at once: an edge was missed, and the direction is unknown.
        self._way += {1: 1, _STEPS - 1: -1}.get(step, 0)
        if at == 0:
            self._at_a_detent()

    def _at_a_detent(self) -> None:
        way, self._way = self._way, 0
        control = {_STEPS: self._row.right, -_STEPS: self._row.left}.get(way)
        if control and self._contacts:
            self._context.post(Pressed(control))
            self._context.post(Released(control))


def fit(row: Row, context: DriverContext) -> Encoder:
    return Encoder(row, context)
