"""The state of a sensor board, for pages, the log and the doctor."""

from typing import Literal, NamedTuple

Stage = Literal["closed", "asking", "catching up", "live"]


class Counters(NamedTuple):
    """The quality of the line since the program started."""

    bad_crc: int
    bad_frames: int  # other noise: not a frame, too long, or not a message
    gaps: int  # frames that never came
    repeats: int  # frames that came twice or late
    resent: int  # changes that came again
    asked: int  # how often the table asked the board for its state
    restarts: int  # the board restarted, or its log did after too long a gap


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


class Health(NamedTuple):
    board: str
    port: str | None
    stage: Stage
    trouble: str | None
    version: tuple[int, int, int] | None
    age_s: float | None  # since the board's last message
    counters: Counters
