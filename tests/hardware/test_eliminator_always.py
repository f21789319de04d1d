"""In any sequence of events, the Eliminator strikes only if all conditions hold.

The witness below knows only the design's rule and nothing of the program. It sees the
Eliminator's inputs and the servo's commands, and keeps the real time, which the program
cannot know when its clock jumps.
"""

from typing import Any, NamedTuple

from hypothesis import event, given, settings
from hypothesis import strategies as st

from hardware.parts.eliminator import SETTLE_S
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
)
from tests.support.eliminator_bench import ROW, TILE, Bench
from wiring.boardmap import Eliminator as Row

TINY = 1e-6
TILES = (TILE, "tile:0,0")


class Step(NamedTuple):
    what: str
    value: Any = None


class Witness:
    def __init__(self, row: Row) -> None:
        self.row = row
        self.bench = Bench(row, self.told)
        self.asked: str | None = None
        self.asking = 0
        self.struck: set[int] = set()
        self.under: set[str] = set()
        self.linked = True
        self.armed = self.fire = self.closed = False
        self.true_since: float | None = None
        self.last: tuple[float, float] | None = None  # when and where, while driven
        self.begun = 0.0
        self.released_at: float | None = None
        self.driven_s = 0.0
        self.away_since: float | None = None

    @property
    def now(self) -> float:
        return self.bench.clock.real_s()

    # What is said to the Eliminator

    def step(self, step: Step) -> None:
        getattr(self, f"do_{step.what}")(step.value)
        if self.closed or self.bench.state not in ("striking", "returning"):
            assert self.last is None, f"driven while {self.bench.state}"

    def do_tick(self, seconds: float) -> None:
        self.bench.clock.tick(seconds)

    def do_hold(self, share: float) -> None:
        """Hold to that share of a stroke; below 0 the hold is not over yet."""
        stroke_s = self.row.stroke_ms / 1000 + SETTLE_S
        self.bench.clock.tick(max(0, self.row.hold_ms / 1000 + share * stroke_s))

    def do_jump(self, seconds: float) -> None:
        if seconds < 0:
            self.away_since = None  # it is woken late, and its time cannot be kept now
        self.bench.clock.jump(seconds)

    def do_stall(self, seconds: float) -> None:
        self.away_since = None
        self.bench.clock.stall(seconds)

    def do_ask(self, tile: str) -> None:
        self.asked = tile
        self.asking += 1
        self.true_since = None
        self.look()
        self.bench.eliminator.ask(tile)

    def do_withdraw(self, _: None) -> None:
        self.asked = None
        self.look()
        self.bench.eliminator.withdraw()

    def do_break(self, what: frozenset[str]) -> None:
        self.bench.broken = set(what)

    def do_close(self, _: None) -> None:
        self.closed = True
        self.bench.eliminator.close()
        assert self.last is None

    def do_read(self, reading: Reading) -> None:
        match reading:
            case Pressed(control) | Released(control):
                is_down = isinstance(reading, Pressed)
                if control == "arm":
                    self.armed = is_down
                else:
                    self.fire = is_down
            case Occupied(tile, True) if self.linked:
                self.under = self.under | {tile}
            case Occupied(tile, False):
                self.under = self.under - {tile}
            case LinkDown("grid") | LinkUp("grid"):
                self.under, self.linked = set(), isinstance(reading, LinkUp)
        self.look()
        self.bench.eliminator.reading(reading)

    def look(self) -> None:
        if not self.all_true():
            self.true_since = None
        elif self.true_since is None:
            self.true_since = self.now

    def all_true(self) -> bool:
        sensed = len(self.under) == 1 and self.asked in self.under
        return sensed and self.armed and self.fire and not self.closed

    # What the servo is told

    def told(self, degrees: float | None) -> None:
        if degrees is None:
            self.at_release()
            return
        low, high = sorted((self.row.rest_deg, self.row.strike_deg))
        assert low <= degrees <= high
        if self.last is None:
            self.at_start(degrees)
        else:
            self.at_move(self.last, degrees)
        self.last = self.now, degrees

    def at_start(self, degrees: float) -> None:
        assert degrees == self.row.rest_deg
        assert self.all_true()
        assert self.true_since is not None
        assert self.now - self.true_since >= self.row.hold_ms / 1000 - TINY
        assert self.asking not in self.struck, "struck twice for one asking"
        self.struck.add(self.asking)
        assert self.released_at is not None
        cooled_s = self.now - self.released_at
        assert cooled_s >= self.row.cooldown_ms / 1000 - TINY
        share = self.driven_s / (self.driven_s + cooled_s)
        assert share <= self.row.duty_percent / 100 + TINY
        self.begun, self.away_since = self.now, None

    def at_move(self, last: tuple[float, float], degrees: float) -> None:
        when, where = last
        assert degrees != where, "told twice"
        speed = abs(degrees - where) / max(self.now - when, 1e-12)
        assert speed <= self.row.speed_deg_s + TINY
        rest = self.row.rest_deg
        if abs(degrees - rest) > abs(where - rest):
            assert self.all_true(), "further out although something was lost"
        if where == rest:
            self.away_since = self.now
        if degrees == rest and self.away_since is not None:
            away_s = self.now - self.away_since
            assert away_s <= self.row.stroke_ms / 1000 + TINY

    def at_release(self) -> None:
        if self.last is not None:
            self.driven_s = self.now - self.begun
        self.last = None
        self.released_at = self.now


def row_of(
    rest: int,
    strike: int,
    speed: int,
    spare_ms: int,
    hold_ms: int,
    cool: int,
    duty: int,
) -> Row | None:
    """Draw a row that the board map accepts."""
    needed_ms = -(-2000 * abs(strike - rest) // speed)
    stroke_ms = max(50, needed_ms + spare_ms)
    if rest == strike or stroke_ms > 1000:
        return None
    return ROW._replace(
        rest_deg=float(rest),
        strike_deg=float(strike),
        speed_deg_s=speed,
        stroke_ms=stroke_ms,
        hold_ms=hold_ms,
        cooldown_ms=cool,
        duty_percent=duty,
    )


ROWS = st.builds(
    row_of,
    rest=st.integers(-90, 90),
    strike=st.integers(-90, 90),
    speed=st.integers(20, 1000),
    spare_ms=st.integers(0, 100),
    hold_ms=st.integers(200, 2000),
    cool=st.integers(1000, 5000),
    duty=st.integers(1, 50),
).filter(bool)

READINGS: list[Reading] = [
    *(kind(control) for kind in (Pressed, Released) for control in ("arm", "fire")),
    *(Occupied(tile, present) for tile in TILES for present in (True, False)),
    LinkDown("grid"),
    LinkUp("grid"),
]
READ = st.sampled_from(READINGS).map(lambda reading: Step("read", reading))
# By any amount, in any direction, and often by about as much as a beat.
JUMPS_S = st.one_of(st.floats(-0.1, 0.15), st.floats(-10, 10))
JUMP = JUMPS_S.map(lambda seconds: Step("jump", seconds))
STALL = st.floats(0.001, 10).map(lambda seconds: Step("stall", seconds))
SHORT = st.floats(0.001, 0.4).map(lambda seconds: Step("tick", seconds))
LONG = st.floats(0.4, 8).map(lambda seconds: Step("tick", seconds))
ASK = st.sampled_from(TILES).map(lambda tile: Step("ask", tile))
TROUBLE = st.frozensets(st.sampled_from(["turn", "release", "open"])).map(
    lambda what: Step("break", what)
)


def attempt(wait_s: float, share: float) -> tuple[Step, ...]:
    """Return all steps of a stroke in the right order, up to that share of it."""
    return (
        Step("break", frozenset()),
        Step("tick", wait_s),
        Step("read", Released("fire")),
        Step("read", LinkUp("grid")),
        Step("ask", TILE),
        Step("read", Occupied(TILE, True)),
        Step("read", Pressed("arm")),
        Step("read", Pressed("fire")),
        Step("hold", share),
    )


def jumpy(
    tried: tuple[Step, ...], jumps: list[tuple[float, float]]
) -> tuple[Step, ...]:
    """Return the same steps with a clock that jumps after `fire` went down."""
    *before, hold = tried
    during = [(Step("tick", tick_s), Step("jump", jump_s)) for tick_s, jump_s in jumps]
    return (*before, *(step for pair in during for step in pair), hold)


TRY = st.builds(attempt, st.sampled_from([0.1, 3.0, 60.0]), st.floats(-0.2, 1.2))
JUMPY = st.builds(
    jumpy, TRY, st.lists(st.tuples(st.floats(0.0, 0.3), JUMPS_S), max_size=8)
)
ONE = st.one_of(READ, ASK, st.just(Step("withdraw")), SHORT, JUMP, STALL, TROUBLE)
MANY = st.lists(
    st.one_of(
        TRY,
        JUMPY,
        LONG.map(lambda step: (step,)),
        ONE.map(lambda step: (step,)),
        st.lists(ONE, max_size=4).map(tuple),
    ),
    min_size=2,
    max_size=25,
)


@settings(max_examples=600)
@given(row=ROWS, steps=MANY, ends=st.booleans())
def test_it_never_strikes_unless_all_is_true_and_keeps_its_envelope(
    row: Row, steps: list[tuple[Step, ...]], ends: bool
) -> None:
    witness = Witness(row)
    witness.step(Step("tick", 10.0))
    for group in steps:
        for step in group:
            witness.step(step)
    if ends:
        witness.step(Step("close"))
    event(f"strikes: {min(len(witness.struck), 3)}")
    witness.step(Step("break", frozenset()))
    witness.step(Step("tick", 300.0))
    assert witness.last is None, "left driven"


@settings(max_examples=300)
@given(steps=MANY, rest=st.lists(ONE, max_size=5), at=st.floats(0, 1.2))
def test_after_close_at_any_moment_nothing_moves(
    steps: list[tuple[Step, ...]], rest: list[Step], at: float
) -> None:
    witness = Witness(ROW)
    for group in (*steps, attempt(60.0, at)):
        for step in group:
            witness.step(step)
    witness.step(Step("close"))
    moved = len(witness.bench.turns)
    for step in (*rest, *attempt(60.0, 20.0)):
        witness.step(step)
    assert len(witness.bench.turns) == moved


@settings(max_examples=100)
@given(row=ROWS, steps=MANY)
def test_after_anything_a_fair_attempt_strikes(
    row: Row, steps: list[tuple[Step, ...]]
) -> None:
    """Or all the above could hold of an Eliminator that never moves."""
    witness = Witness(row)
    for group in (*steps, (Step("break", frozenset()), Step("tick", 900.0))):
        for step in group:
            witness.step(step)
    # Each jump of the clock in a stroke counts as driven, and 99 times as cooling.
    for _ in range(len(steps) * 4):
        if witness.bench.state == "cooling":
            witness.step(Step("tick", 1000.0))
    strikes = len(witness.struck)
    for step in attempt(60.0, 2.0):
        witness.step(step)
    assert len(witness.struck) == strikes + 1
    reached = [told.degrees for told in witness.bench.turns]
    assert row.strike_deg in reached
