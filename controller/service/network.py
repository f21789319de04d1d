"""Tells people at the table that this machine needs a Wi-Fi.

`undertow network` (`controller/tools/network.py`) runs beside the table and asks for
one. It leaves the name of its own Wi-Fi in a file until there is a network.
"""

from pathlib import Path

from controller.basics.sentence import say
from hardware.backend import Alarm, Clock
from hardware.parts.registry import NETWORK, Parts

ASKING = Path("/run/undertow-network/asking")
LOOK_S = 10.0


def watch_network(clock: Clock, parts: Parts, asking: Path = ASKING) -> Alarm:
    """Watch for the file from now on, until the alarm is cancelled."""
    alarm = Alarm(clock)

    def look() -> None:
        alarm.after(LOOK_S, look)
        try:
            own = asking.read_text(encoding="utf-8")
        except OSError:
            own = ""
        if own:
            told = say("network.asking", own=own)
            parts.fails(NETWORK, f"no Wi-Fi is known; join {own} to choose one", told)
        else:
            parts.works(NETWORK)

    look()
    return alarm
