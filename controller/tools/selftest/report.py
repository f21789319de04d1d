"""What was found: each part well, or what is wrong with it and what to do."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Finding(NamedTuple):
    says: str  # what is wrong, in one sentence
    mend: str  # what to do about it
    is_mended: bool = False  # the board map says it as it is now


def set_aside(part: str, trouble: str, so: str = "") -> Finding:
    """A part whose driver has named its trouble: `what is wrong; what to do`."""
    what, _, mend = trouble.partition("; ")
    return Finding(f"{part}: {what}{so}", mend or "`undertow doctor` says more")


class Result(NamedTuple):
    part: str
    says: str  # what was done: "10 of 10 heard"
    findings: Sequence[Finding] = ()
    is_done: bool = True

    @property
    def is_well(self) -> bool:
        return self.is_done and all(finding.is_mended for finding in self.findings)


def report(results: Iterable[Result]) -> str:
    lines = ["", "What was found:"]
    for result in results:
        lines.append(f"  {_sign(result):6} {result.part}: {result.says}")
        for says, mend, is_mended in result.findings:
            what = "the board map says so now" if is_mended else mend
            lines.append(f"         - {says}; {what}")
    return "\n".join(lines)


def _sign(result: Result) -> str:
    if not result.is_well:
        return "WRONG"
    return "mended" if result.findings else "well"
