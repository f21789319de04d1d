"""Choose the backend; no other module decides where input and output go."""

from pathlib import Path

from controller.basics.errors import UndertowError
from hardware.backend import Backend, Clock
from hardware.parts.registry import Parts
from hardware.pi_model import this_pi
from wiring.boardmap import BoardMap, Eliminator


class NoBackend(UndertowError):
    """No table can run here with these settings; the message says what to do."""


def choose(
    name: str,
    board: BoardMap,
    clock: Clock,
    parts: Parts,
    *,
    root: Path = Path("/"),
) -> Backend:
    """Return the backend with this name; on a Pi, `auto` means the real table.

    First check that the board map fits this model, before opening any device.
    """
    pi = this_pi(root)
    if name == "pi" and pi is None:
        raise NoBackend(
            "--backend pi: this is not a Raspberry Pi; omit the option to play on the "
            "simulated table"
        )
    if pi is None or name not in ("auto", "pi"):
        # Import only the one we need, because gpiozero takes long to import.
        from hardware.backends.sim.backend import SimBackend

        return SimBackend(board, clock, parts)
    from hardware.backends.pi.backend import PiBackend

    if why := why_unfit(name, board, root):
        raise NoBackend(why)
    return PiBackend(board, clock, parts, pi, root=root)


def why_unfit(name: str, board: BoardMap, root: Path = Path("/")) -> str | None:
    """Say why this board map cannot work on this machine, if it cannot."""
    pi = this_pi(root)
    if pi is None or name not in ("auto", "pi"):
        return None
    from hardware.backends.pi.checks import board_map_faults

    return next(map(str, board_map_faults(board, pi)), None)


def end_pulses(name: str, row: Eliminator, root: Path = Path("/")) -> None:
    """Stop a servo that a table on this backend may have left running.

    Raise NotReady or OSError if that fails.
    """
    if this_pi(root) is None or name not in ("auto", "pi"):
        return  # a simulated servo ends with its program
    from hardware.parts import guardian
    from hardware.parts.servos import quiet_of

    quiet = quiet_of(row, root)
    # A PWM channel that is not exported sends no pulses.
    if Path(quiet.path).exists():
        guardian.end_pulses(quiet)
