"""What the doctor finds."""

from typing import Literal, NamedTuple, TypeAlias

# A remark may well stay as it is; what is wrong keeps the table from working as its
# board map says.
State: TypeAlias = Literal["well", "remark", "wrong"]


class Finding(NamedTuple):
    subject: str  # "clock", "strip", "sensor board depth"
    state: State
    says: str
    mend: tuple[str, ...] = ()  # commands for a shell, in this order


def well(subject: str, says: str) -> Finding:
    return Finding(subject, "well", says)


def remark(subject: str, says: str, *mend: str) -> Finding:
    return Finding(subject, "remark", says, mend)


def wrong(subject: str, says: str, *mend: str) -> Finding:
    return Finding(subject, "wrong", says, mend)
