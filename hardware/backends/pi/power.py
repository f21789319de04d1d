"""The under-voltage alarm, which the Pi's firmware passes to the kernel."""

from pathlib import Path


class KernelPower:
    def __init__(self, root: Path = Path("/")) -> None:
        self._alarm = _alarm(root)
        self.says = (
            "watched by the kernel (rpi_volt)"
            if self._alarm
            else "not watched, because the kernel has no rpi_volt"
        )

    def is_low(self) -> bool:
        """Read the kernel's alarm; return False if there is none."""
        if self._alarm is None:
            return False
        try:
            return self._alarm.read_text().strip() == "1"
        except OSError:
            return False


def _alarm(root: Path) -> Path | None:
    # Look for the name, because a hwmon's number depends on the order of loading
    # drivers.
    for name in sorted((root / "sys/class/hwmon").glob("hwmon*/name")):
        try:
            if name.read_text().strip() == "rpi_volt":
                return name.with_name("in0_lcrit_alarm")
        except OSError:
            continue
    return None
