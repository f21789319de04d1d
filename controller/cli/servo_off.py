"""`undertow servo-off`: ends the servo's pulses, whatever died in mid-stroke.

The service runs it after each stop, as its last deed (`ExecStopPost=`).
"""

import sys
from pathlib import Path

from hardware import choose
from hardware.parts.registry import Unready
from wiring import boardmap


def servo_off(board: Path, backend: str, root: Path = Path("/")) -> int:
    """Gives the exit status: 1, with a sentence, if the servo may still be driven."""
    try:
        row = boardmap.load(board).eliminator
        if row:
            choose.end_pulses(backend, row, root)
    except (boardmap.BoardMapError, Unready, OSError) as error:
        says = f"the Eliminator may still be driven ({error}); turn its key off"
        sys.stderr.write(f"undertow: {says}\n")
        return 1
    return 0
