"""The NeoPixel strip: turns a frame of plain colours into bytes for the wire.

A look-up table applies gamma and the brightness cap. Then the frame is dimmed to fit
the current budget, and put into the strip's colour order. A frame equal to the last one
is not sent. `Upkeep` refreshes an idle strip, and `Writer` keeps a slow one from
blocking the table.
"""

import logging
from collections.abc import Callable
from functools import lru_cache
from threading import Condition, Thread

from hardware.backend import Alarm, Clock, PixelSink, Power
from hardware.parts.registry import Parts, Retrying
from wiring.boardmap import Strip as Row

_log = logging.getLogger("undertow.strip")

# How often to check the supply, and how long it must be good before we trust it again.
LOOK_S = 1.5  # the kernel's alarm lasts for at least 2 s
WELL_S = 30.0
# Dim a frame that exceeds the budget in this many steps.
_FINE = 1024


class Strip:
    def __init__(self, row: Row, sink: PixelSink) -> None:
        self.row = row
        self.pixels = row.pixels
        self.wire = b""
        self.is_dimmed = False
        # As a percentage of what the board map allows.
        self.brightness = 100
        self.on_brightness: list[Callable[[], object]] = []
        self._sink = sink
        self._last: bytes | None = None
        self._watchers: list[Callable[[bytes], None]] = []
        self._light = _light(row.gamma, row.brightness)
        # The maximum sum of all channels, where 255 is one channel fully on.
        spare_ma = row.supply_ma - row.pixels * row.idle_ma
        self.budget = int(spare_ma * 255 / row.channel_ma)
        # The channel of each of the three bytes on the wire, if their order differs.
        order = ("RGB".index(channel) for channel in row.order)
        self._moves = [(p, c) for p, c in enumerate(order) if p != c]

    def watch(self, watcher: Callable[[bytes], None]) -> None:
        """Call the listener with the wire's bytes of each new frame."""
        self._watchers.append(watcher)

    def show(self, frame: bytes) -> bool:
        """Send a frame (red, green and blue bytes per pixel); False if unchanged."""
        if frame == self._last:
            return False
        if len(frame) != 3 * self.pixels:
            raise ValueError(
                f"a frame of {len(frame)} bytes for {self.pixels} pixels; "
                f"expected {3 * self.pixels}"
            )
        self.wire = self.to_wire(frame)
        self._sink.show(self.wire)
        self._last = frame
        for watcher in self._watchers:
            watcher(self.wire)
        return True

    def refresh(self) -> None:
        """Send the same bytes again, to correct lamps after a glitch."""
        if self.wire:
            self._sink.show(self.wire)

    def dim(self, is_dimmed: bool) -> None:
        """Switch to the brightness for a weak supply, or back."""
        if is_dimmed == self.is_dimmed:
            return
        self.is_dimmed = is_dimmed
        self._relight()

    def brighten(self, percent: int) -> None:
        """Set the brightness to this share of what the board map allows."""
        if percent != self.brightness:
            self.brightness = percent
            self._relight()
            for listener in self.on_brightness:
                listener()

    def _relight(self) -> None:
        """Show the last frame at the current brightness."""
        row, share = self.row, self.brightness / 100
        cap = row.low_brightness if self.is_dimmed else row.brightness
        self._light = _light(row.gamma, min(cap, row.brightness * share))
        frame, self._last = self._last, None
        if frame is not None:
            self.show(frame)

    def to_wire(self, frame: bytes) -> bytes:
        light = frame.translate(self._light)
        # Skip the sum if possible: it is the slowest step, and few channels are lit.
        most = (len(light) - light.count(0)) * self._light[255]
        if most > self.budget and (drawn := sum(light)) > self.budget:
            light = light.translate(_scaled(self.budget * _FINE // drawn))
        wire = bytearray(light)
        for place, channel in self._moves:
            wire[place::3] = light[channel::3]
        return bytes(wire)


def _light(gamma: float, brightness: float) -> bytes:
    """Map each value of a colour to the value for the wire."""
    return bytes(
        round(brightness * 255 * (value / 255) ** gamma) for value in range(256)
    )


@lru_cache(maxsize=256)
def _scaled(share: int) -> bytes:
    """Scale each value by `share` / _FINE, rounded down."""
    return bytes(value * share // _FINE for value in range(256))


class Upkeep:
    """Refreshes the strip, and dims it while the Pi's supply is weak."""

    def __init__(self, strip: Strip, clock: Clock, power: Power, parts: Parts) -> None:
        self._strip = strip
        self._clock = clock
        self._power = power
        self._parts = parts
        self._low_at = 0.0
        self._retrying = Retrying("power", parts, clock, self._check_power)
        self._next_refresh, self._next_check = Alarm(clock), Alarm(clock)
        self._next_refresh.after(strip.row.refresh_s, self._refresh)
        self._next_check.after(LOOK_S, self._check)

    def close(self) -> None:
        self._retrying.close()
        self._next_refresh.cancel()
        self._next_check.cancel()

    def _refresh(self) -> None:
        self._next_refresh.after(self._strip.row.refresh_s, self._refresh)
        self._strip.refresh()

    def _check(self) -> None:
        self._next_check.after(LOOK_S, self._check)
        self._retrying.run(self._check_power)

    def _check_power(self) -> None:
        """Dim at once; brighten only after the supply has been good for WELL_S."""
        now = self._clock.time()
        if self._power.is_low():
            self._low_at = now
            self._strip.dim(True)
            self._parts.fails(
                "power",
                "the Pi reports under-voltage, so the lamps are dimmed; "
                "give it a stronger supply or a shorter cable",
            )
        elif self._strip.is_dimmed and now - self._low_at >= WELL_S:
            self._strip.dim(False)
            self._parts.works("power")


class Writer:
    """A thread that sends frames to a slow strip, always the newest one.

    It skips frames that come faster than the wire can send them. The caller sends the
    first frame, and the one after a failure, itself, so that it gets any exception.
    """

    def __init__(self, sink: PixelSink) -> None:
        self._sink = sink
        self._works = False
        self._newest: bytes | None = None
        self._is_writing = False
        self._turn = 0
        self._is_closed = False
        self._changed = Condition()
        self._thread = Thread(target=self._write, name="strip", daemon=True)

    def show(self, wire: bytes) -> None:
        if not self._works:
            self._show_here(wire)
            return
        with self._changed:
            self._newest = wire
            self._changed.notify_all()

    @property
    def pending_frame(self) -> int | None:
        """The number of the frame being sent or queued; None if all are sent."""
        with self._changed:
            return self._turn if self._is_writing or self._newest else None

    def wait(self) -> None:
        """Block until the newest frame is sent."""
        with self._changed:
            self._changed.wait_for(lambda: not (self._is_writing or self._newest))

    def close(self) -> None:
        """Block until the last frame is sent; leave the sink open."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread.ident:
            self._thread.join()

    def _show_here(self, wire: bytes) -> None:
        self.wait()
        self._sink.show(wire)
        self._works = True
        if not self._thread.ident:
            self._thread.start()

    def _write(self) -> None:
        while (wire := self._next()) is not None:
            try:
                self._sink.show(wire)
                self._works = True
            # Whatever a driver raises, the caller gets it with the next frame.
            except Exception as error:  # noqa: BLE001
                self._works = False
                _log.warning("strip: a frame was lost: %s", error)

    def _next(self) -> bytes | None:
        """Wait for the newest frame; return None once it is closed."""
        with self._changed:
            self._is_writing = False
            self._turn += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._newest or self._is_closed)
            wire, self._newest = self._newest, None
            self._is_writing = wire is not None
            return wire
