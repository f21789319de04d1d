"""The Eliminator's striker: its direction, and its angles of rest and strike.

Nothing moves unless the key is at `arm` and somebody holds `fire`. The servo moves
slowly, in short jogs, and is released after each; then the spring turns the arm back,
unless it has passed the edge. There the plunger drops and strikes, so the builder takes
the tile off.
"""

import math

from controller.tools.selftest.bench import Bench, Spot
from controller.tools.selftest.report import Finding, Result, offer
from hardware.backend import Servo
from wiring.amend import Changes
from wiring.boardmap import Eliminator

HELD = {Spot("button", "arm"), Spot("button", "fire")}
# Time to fetch the key.
PATIENCE_S = 120.0
# The longest jog, at a quarter of a stroke's speed, and the time to settle.
JOG_DEG = 10.0
SLOWNESS = 4
STEP_S = 0.02
SETTLE_S = 0.15
# How far `next` and `undo` move it.
NUDGE_DEG = 3.0


class NotTested(Exception):
    """The servo could not be moved."""

    def __init__(self, says: str, fix: str) -> None:
        super().__init__(says)
        self.finding = Finding(says, fix)


async def striker(bench: Bench) -> Result:
    row = bench.board.eliminator
    if row is None:
        return Result("striker", "the board map has none")
    # From here on it cannot strike, and its servo is free for us.
    if bench.rig.eliminator:
        bench.rig.eliminator.close()
    try:
        return await _with_servo(bench, row)
    except NotTested as error:
        return Result("striker", "not tested", [error.finding])


async def _with_servo(bench: Bench, row: Eliminator) -> Result:
    try:
        servo = bench.rig.backend.open_servo(row)
    # A driver may raise anything, and its message is all there is to report.
    except Exception as error:
        raise _broken(error) from error
    try:
        return await _calibrate(bench, row, _Jogs(bench, row, servo))
    finally:
        try:
            servo.release()
        finally:
            servo.close()


def _broken(error: Exception) -> NotTested:
    says = f"the servo cannot be driven: {type(error).__name__}: {error}"
    return NotTested(says, "run `undertow doctor`")


async def _calibrate(bench: Bench, row: Eliminator, jogs: "_Jogs") -> Result:
    bench.say("Striker. Take off the tile above the puck; keep hands and face away.")
    rest, strike = row.rest_deg, row.strike_deg
    await jogs.to(rest)
    went = await _which_way(bench, jogs, rest, math.copysign(JOG_DEG, strike - rest))
    if went == "next":
        fix = f"check its 5 V and GPIO{row.servo}"
        finding = Finding("the servo does not move", fix)
        return Result("striker", "does not move", [finding])
    if went == "undo":
        rest, strike = -rest, -strike
    down = math.copysign(NUDGE_DEG, strike - rest)
    rest = await _find(bench, jogs, "well above the tooth", rest, down)
    strike = await _find(bench, jogs, "just past the edge", strike, down)
    await jogs.to(rest)
    found = _findings(row, rest, strike, is_reversed=went == "undo")
    found = await offer(bench, found, _changes(row, rest, strike))
    return Result("striker", f"rests at {rest:g}°, strikes at {strike:g}°", found)


async def _which_way(bench: Bench, jogs: "_Jogs", rest: float, jog: float) -> str:
    await jogs.to(rest + jog)
    await jogs.to(rest)
    return await bench.ask(
        "Did the arm go down and come up again?",
        ok="yes",
        undo="first up, then down",
        next="it did not move",
    )


async def _find(
    bench: Bench, jogs: "_Jogs", where: str, angle: float, down: float
) -> float:
    while True:
        await jogs.to(angle)
        answer = await bench.ask(
            f"Is the arm {where}?", ok="yes", next="lower", undo="higher"
        )
        if answer == "ok":
            return angle
        angle += down if answer == "next" else -down
        angle = max(-90.0, min(90.0, angle))


def _findings(
    row: Eliminator, rest: float, strike: float, *, is_reversed: bool
) -> list[Finding]:
    now = f"it rests at {rest:g}° and strikes at {strike:g}°"
    meant = f"not at {row.rest_deg:g}° and {row.strike_deg:g}°"
    if is_reversed:
        says = f"the servo is reversed: it goes up where it should go down; {now}"
        return [Finding(says, "change the board map to match, or turn the servo round")]
    if _changes(row, rest, strike):
        return [
            Finding(
                f"the striker's angles are off: {now}, {meant}",
                "set them in the board map",
            )
        ]
    return []


def _changes(row: Eliminator, rest: float, strike: float) -> Changes:
    changes = {"rest_deg": rest, "strike_deg": strike}
    return {
        ("eliminator", key): value
        for key, value in changes.items()
        if value != getattr(row, key)
    }


class _Jogs:
    """Moves the servo while the key is at `arm` and `fire` is held."""

    def __init__(self, bench: Bench, row: Eliminator, servo: Servo) -> None:
        self._bench = bench
        self._servo = servo
        self._at: float | None = None  # unknown until it is driven
        self._step_deg = row.speed_deg_s / SLOWNESS * STEP_S

    async def to(self, angle: float) -> None:
        """Move there, pausing while the key or `fire` is not held; raises NotTested."""
        while self._at != angle:
            await self._until_held()
            await self._jog(angle)

    async def _until_held(self) -> None:
        until = self._bench.clock.time() + PATIENCE_S
        if not self._is_held():
            self._bench.say("Turn the key to arm and hold fire: then it moves.")
        while not self._is_held():
            if await self._bench.hear(until) is None:
                raise NotTested(
                    "the key was not at arm with fire held, so nothing was moved",
                    "run `undertow selftest striker` with the key at hand",
                )

    def _is_held(self) -> bool:
        return self._bench.on >= HELD

    async def _jog(self, angle: float) -> None:
        at = angle if self._at is None else self._at
        end = _towards(at, angle, JOG_DEG)
        try:
            while self._is_held():
                self._turn(at)
                await self._pause(SETTLE_S if at == end else STEP_S)
                if at == end:
                    break
                at = _towards(at, end, self._step_deg)
        finally:
            self._servo.release()

    def _turn(self, angle: float) -> None:
        try:
            self._servo.turn(angle)
        except Exception as error:  # for example when it is opened
            raise _broken(error) from error
        self._at = angle

    async def _pause(self, seconds: float) -> None:
        """Pause; a release of the key or `fire` cuts it short."""
        until = self._bench.clock.time() + seconds
        while self._is_held() and await self._bench.hear(until):
            pass


def _towards(at: float, end: float, most: float) -> float:
    return end if abs(end - at) <= most else at + math.copysign(most, end - at)
