"""Chooses the backend; no other module decides where input and output go."""

from pathlib import Path

from controller.basics.errors import UndertowError
from hardware.backend import Backend, Clock
from hardware.parts.registry import Parts
from hardware.pi_model import this_pi
from wiring.boardmap import BoardMap, Eliminator


class NoBackend(UndertowError):
    """No table can run here like this; the sentence says what to do."""


def choose(
    name: str,
    board: BoardMap,
    clock: Clock,
    parts: Parts,
    *,
    root: Path = Path("/"),
) -> Backend:
    """Return the backend of this name; `auto` is the real table on a Pi.

    Nothing is opened before the board map is known to fit this model.
    """
    pi = this_pi(root)
    if name == "pi" and pi is None:
        raise NoBackend(
            "--backend pi: this is not a Raspberry Pi; omit the option to play on the "
            "simulated table"
        )
    if pi is None or name not in ("auto", "pi"):
        # Only one of the two is needed, and gpiozero takes long to import.
        from hardware.backends.sim.backend import SimBackend

        return SimBackend(board, clock, parts)
    from hardware.backends.pi.backend import PiBackend

    if why := misfit(name, board, root):
        raise NoBackend(why)
    return PiBackend(board, clock, parts, pi, root=root)


def misfit(name: str, board: BoardMap, root: Path = Path("/")) -> str | None:
    """Return why this board map cannot be right on this machine, if that is so."""
    pi = this_pi(root)
    if pi is None or name not in ("auto", "pi"):
        return None
    from hardware.backends.pi.checks import misfits

    return next(map(str, misfits(board, pi)), None)


def end_pulses(name: str, row: Eliminator, root: Path = Path("/")) -> None:
    """Stop the servo that a table on this backend may have left driven.

    Raise Unready or OSError where that is impossible.
    """
    if this_pi(root) is None or name not in ("auto", "pi"):
        return  # a simulated servo ends with its program
    from hardware.parts import guardian
    from hardware.parts.servos import quiet_of

    quiet = quiet_of(row, root)
    # A PWM channel that is not exported makes no pulses.
    if Path(quiet.path).exists():
        guardian.end_pulses(quiet)
