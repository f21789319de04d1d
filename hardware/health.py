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
    asked: int  # times that the board was asked for its state
    restarts: int  # of the board, or of its log after too long a gap


def dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


class Health(NamedTuple):
    board: str
    port: str | None
    stage: Stage
    trouble: str | None
    version: tuple[int, int, int] | None
    age_s: float | None  # since the board was heard last
    counters: Counters
