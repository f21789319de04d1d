"""Buttons on GPIO, pulled up and closing to ground.

The first edge counts at once. The driver then ignores the button for the bounce time
and reads it again, so a bouncing contact gives one reading, and a short press still
gets its release.

`Parts` lists each button that cannot be trusted, and it counts as released:

    no pin        its pin cannot be opened, until a retry succeeds
    stuck         down for longer than a hand would hold it, until it comes up
    chattering    up and down faster than a hand for seconds, until it is quiet
"""

from collections.abc import Collection, Iterable

# Avoid gpiozero's Button: each one keeps a thread that wakes ten times a second.
from gpiozero import InputDevice

from controller.basics.sentence import Says, say
from hardware.parts.registry import DriverContext, Retrying
from hardware.readings import Pressed, Reading, Released
from wiring.boardmap import Button

# Longer than anyone would hold a button while choosing a secret number.
STUCK_S = 60.0
# No hand presses ten times a second for five seconds. With a long bounce time, fewer
# presses get through; then count edges, because a bad contact makes some twenty each.
CHATTER_S = 5.0
CHATTER_CHANGES = 100
CHATTER_EDGES = 1000
QUIET_S = 2.0


class Buttons:
    def __init__(
        self,
        rows: Iterable[Button],
        context: DriverContext,
        stays: Collection[str] = (),
        called: str = "{}'s button",
    ) -> None:
        """Create the driver; controls in `stays`, like a key switch, may stay down."""
        self._contacts = [
            _Contact(row, context, called.format(row.control), row.control in stays)
            for row in rows
        ]

    def close(self) -> None:
        for contact in self._contacts:
            contact.close()


class _Contact:
    def __init__(
        self, row: Button, context: DriverContext, name: str, stays: bool
    ) -> None:
        self._control = row.control
        self._name = name
        self._gpio = row.gpio
        self._bounce_s = context.bounce_s
        self._pins = context.pins
        self._clock = clock = context.clock
        self._post = context.post
        self._parts = context.parts
        self._stays = stays
        # The contact's level, and the last accepted level.
        self._raw = self._accepted = False
        self._bouncing = self._stuck = self._chattering = False
        self._down_at = 0.0
        self._watched = False
        # Recent changes and edges, and edges while the button was ignored.
        self._counted_from = clock.time()
        self._changes = self._edges = 0
        self._noise = 0
        self._device: InputDevice | None = None
        self._retrying = Retrying(name, context.parts, clock, self._reopen)
        if self._retrying.run(self._open):
            self._accept()

    def close(self) -> None:
        self._post = _drop
        self._chattering = False
        self._retrying.close()
        self._close_device()

    # The pin

    def _open(self) -> None:
        self._close_device()
        device = InputDevice(self._gpio, pull_up=True, pin_factory=self._pins)
        self._device = device
        device.pin.edges = "both"
        device.pin.when_changed = self._changed
        self._raw = device.is_active

    def _reopen(self) -> None:
        self._open()
        # Not in this call, because what a reading causes is not the pin's fault.
        self._clock.call_soon_threadsafe(self._edge, self._raw)

    def _close_device(self) -> None:
        device, self._device = self._device, None
        if device:
            device.close()

    def _changed(self, _ticks: int, high: bool) -> None:
        """Handle an edge; gpiozero calls this from its own thread."""
        if self._chattering:
            # A loose wire must not keep the table's thread busy.
            self._noise += 1
        else:
            self._clock.call_soon_threadsafe(self._edge, not high)

    # From edges to readings

    def _edge(self, down: bool) -> None:
        self._raw = down
        self._edges += 1
        if not self._bouncing:
            self._accept()

    def _accept(self) -> None:
        if self._raw == self._accepted:
            return
        self._accepted = self._raw
        self._bouncing = True
        try:
            if not self._stuck:
                self._post((Pressed if self._raw else Released)(self._control))
        finally:
            now = self._clock.time()
            self._clock.call_at(now + self._bounce_s, self._settled)
            self._changes += 1
            if self._accepted:
                self._down_at = now
                self._watch()

    def _settled(self) -> None:
        if self._chattering:
            return
        self._bouncing = False
        if self._is_chatter():
            self._ignore()
        elif self._stuck and not self._raw:
            self._come_back()
        else:
            self._accept()

    # Stuck

    def _watch(self) -> None:
        """Keep a single timer, however often the button is pressed."""
        if not (self._watched or self._stays):
            self._watched = True
            self._clock.call_at(self._down_at + STUCK_S, self._look_whether_stuck)

    def _look_whether_stuck(self) -> None:
        self._watched = False
        if not self._accepted or self._stuck:
            return
        if self._clock.time() < self._down_at + STUCK_S:
            self._watch()
        else:
            told = say("trouble.held", control=self._control)
            self._set_aside(f"down for {STUCK_S:.0f} s", told)
            self._post(Released(self._control))

    def _set_aside(self, what: str, told: Says | None = None) -> None:
        self._stuck = True
        trouble = f"{what}; check whether it is stuck or its wire touches ground"
        self._parts.fails(self._name, trouble, told)

    def _come_back(self) -> None:
        self._stuck = self._accepted = False
        self._parts.works(self._name)

    # Chattering

    def _is_chatter(self) -> bool:
        now = self._clock.time()
        if now - self._counted_from > CHATTER_S:
            self._counted_from = now
            self._changes = self._edges = 0
        return self._changes >= CHATTER_CHANGES or self._edges >= CHATTER_EDGES

    def _ignore(self) -> None:
        counts = self._accepted and not self._stuck
        self._chattering = self._bouncing = True
        self._stuck = self._accepted = False
        self._await_quiet()
        trouble = f"{self._edges} edges within {CHATTER_S:.0f} s; check its wire"
        self._parts.fails(self._name, trouble)
        if counts:
            self._post(Released(self._control))

    def _await_quiet(self) -> None:
        noise = self._noise
        when = self._clock.time() + QUIET_S
        self._clock.call_at(when, lambda: self._look_whether_quiet(noise))

    def _look_whether_quiet(self, noise: int) -> None:
        if not self._chattering:
            return
        if noise != self._noise:
            self._await_quiet()
            return
        self._changes = self._edges = 0
        self._chattering = self._bouncing = False
        if not self._retrying.run(self._read_level):
            return
        self._accepted = self._raw
        if self._raw:
            self._set_aside("down since it stopped chattering")
        else:
            self._parts.works(self._name)

    def _read_level(self) -> None:
        assert self._device
        self._raw = self._device.is_active


def _drop(_reading: Reading) -> None:
    """Drop a reading, because the button is closed."""
