"""Sensors that share a cable: those of a lane, or of a row of tiles."""

from typing import NamedTuple

from wiring.sensor_boards import CHANNELS, Sensor, SensorBoard


class Row(NamedTuple):
    name: str
    sensors: tuple[tuple[int, Sensor], ...]  # with their bits

    @property
    def multiplexers(self) -> tuple[int, ...]:
        """The numbers of those that its bits are on, if they are on multiplexers."""
        return tuple(sorted({bit // CHANNELS for bit, _ in self.sensors}))

    def on(self, multiplexer: int) -> tuple[tuple[int, Sensor], ...]:
        """Channels of this multiplexer, and their sensors."""
        return tuple(
            (bit % CHANNELS, sensor)
            for bit, sensor in self.sensors
            if bit // CHANNELS == multiplexer
        )


def rows(board: SensorBoard) -> tuple[Row, ...]:
    found: dict[str, list[tuple[int, Sensor]]] = {}
    for bit, sensor in enumerate(board.sensors):
        if sensor:
            kind, _, rest = sensor.place.partition(":")
            number = rest.replace(",", ":").partition(":")[0]
            name = f"{'lane' if kind == 'depth' else 'row'} {number}"
            found.setdefault(name, []).append((bit, sensor))
    return tuple(Row(name, tuple(sensors)) for name, sensors in found.items())
