"""The NeoPixel strip: a frame of plain colours in, the bytes of the wire out.

On the way: gamma and the brightness cap by one look-up table, then the current
budget, which no frame exceeds, then the strip's colour order. A frame equal to the
last one is not sent.
"""

from collections.abc import Callable

from hardware.backend import PixelSink
from wiring.boardmap import Strip as Row


class Strip:
    def __init__(self, row: Row, sink: PixelSink) -> None:
        self.pixels = row.pixels
        self.wire = b""
        self._sink = sink
        self._last: bytes | None = None
        self._watchers: list[Callable[[bytes], None]] = []
        self._light = bytes(
            round(row.brightness * 255 * (value / 255) ** row.gamma)
            for value in range(256)
        )
        # What all channels together may sum up to: 255 is one channel fully on.
        spare_ma = row.supply_ma - row.pixels * row.idle_ma
        self._budget = int(spare_ma * 255 / row.channel_ma)
        self._order = tuple("RGB".index(channel) for channel in row.order)

    def watch(self, watcher: Callable[[bytes], None]) -> None:
        """Calls it with the wire's bytes of each frame that is sent."""
        self._watchers.append(watcher)

    def show(self, frame: bytes) -> bool:
        """Sends a frame, three bytes (red, green, blue) a pixel; False if unchanged."""
        if frame == self._last:
            return False
        if len(frame) != 3 * self.pixels:
            raise ValueError(
                f"a frame of {len(frame)} bytes for {self.pixels} pixels; "
                f"expected {3 * self.pixels}"
            )
        self.wire = self._to_wire(frame)
        self._sink.show(self.wire)
        self._last = frame
        for watcher in self._watchers:
            watcher(self.wire)
        return True

    def _to_wire(self, frame: bytes) -> bytes:
        light = frame.translate(self._light)
        drawn = sum(light)
        if drawn > self._budget:
            light = light.translate(
                bytes(value * self._budget // drawn for value in range(256))
            )
        wire = bytearray(len(light))
        for place, channel in enumerate(self._order):
            wire[place::3] = light[channel::3]
        return bytes(wire)
