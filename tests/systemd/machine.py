"""What the machines of these tests have in common: a shell, and real time in them."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic, sleep
from typing import ClassVar, NamedTuple

_LOOK_S = 0.1


class Said(NamedTuple):
    status: int
    text: str


class ShellMachine(ABC):
    """A machine with systemd that runs lines of shell as root."""

    # Real seconds, on a machine that may be busy with other things.
    patience_s: ClassVar[float]

    @abstractmethod
    def ask(self, command: str, patience_s: float | None = None) -> Said:
        """Run a line of shell; return its output and exit status."""

    def do(self, command: str) -> str:
        """Run it and return what it says; it has to succeed."""
        said = self.ask(command)
        assert said.status == 0, f"{command}: {said.text}"
        return said.text

    def wait_for(self, command: str, expected: str) -> None:
        """Ask again and again until this is the answer."""
        last = ""

        def answers() -> bool:
            nonlocal last
            last = self.ask(command).text.strip()
            return last == expected

        wait_until(answers, self.patience_s, lambda: f"{command}: {last}")

    def unit(self, key: str) -> str:
        """Return a property of the table's unit."""
        return self.do(f"systemctl show undertow --property={key} --value").strip()


def wait_until(
    condition: Callable[[], bool],
    patience_s: float,
    why: Callable[[], str] = lambda: "",
) -> None:
    """Look again and again: nothing tells when something in there is done."""
    end = monotonic() + patience_s
    while not condition():
        assert monotonic() < end, f"it does not come: {why()}"
        sleep(_LOOK_S)
