"""A rotary encoder: turn right for `next`, push for `ok`.

gpiozero follows both contacts, so a bouncing one has no effect.
"""

from typing import Annotated, NamedTuple

from gpiozero import RotaryEncoder

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
    # The controls for a right turn, a left turn and a push.
    right: Annotated[str, _CONTROL] = "next"
    left: Annotated[str | None, _CONTROL] = None
    push: Annotated[str, _CONTROL] = "ok"


class Encoder:
    def __init__(self, row: Row, context: DriverContext) -> None:
        self._context = context
        self._contacts = RotaryEncoder(row.a_gpio, row.b_gpio, pin_factory=context.pins)
        turns = f"turns on GPIO{row.a_gpio} and GPIO{row.b_gpio}"
        self._push: Buttons | None = None
        # gpiozero calls these from its own thread.
        self._contacts.when_rotated_clockwise = lambda: self._turned(row.right)
        if row.left:
            left = row.left
            self._contacts.when_rotated_counter_clockwise = lambda: self._turned(left)
        if row.push_gpio is not None:
            button = Button(row.push, row.push_gpio, None)
            called = f"{context.name}'s push button"
            self._push = Buttons([button], context, called=called)
            turns += f", push on GPIO{row.push_gpio}"
        context.parts.fitted(context.name, turns)

    def close(self) -> None:
        self._contacts.close()
        if self._push:
            self._push.close()

    def _turned(self, control: str) -> None:
        self._context.clock.call_soon_threadsafe(self._step, control)

    def _step(self, control: str) -> None:
        if not self._contacts.closed:
            self._context.post(Pressed(control))
            self._context.post(Released(control))


def fit(row: Row, context: DriverContext) -> Encoder:
    return Encoder(row, context)
