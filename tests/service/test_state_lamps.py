"""The lamps show the table's state: real drivers, a faked SPI node."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller import games
from controller.input.intents import NewGame, Undo
from controller.light.colour import DARK, Colour, rhythm
from controller.light.palette import NEXT, NO_NETWORK, OK, WAKING, WHY
from controller.light.playback import STEP_S, STEPS
from controller.service.assembly import RunningTable, running_table, wake
from controller.service.hooks import no_hooks
from controller.service.network import LOOK_S, watch_network
from controller.service.settings import Settings
from hardware.backends.pi.backend import PiBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.rig import Rig
from tests.support.fakepi import FakePi, fake_pi
from wiring import boardmap, find, names

OWN = "Undertow-4b21"


class LitTable:
    """A table that starts: what its strip receives, lamp by lamp."""

    def __init__(self, pi: FakePi, folder: Path, map_name: str) -> None:
        board = boardmap.load(Path(find(map_name)))
        # Nothing of these is there, and a part that is missing is trouble.
        self.board = board._replace(eliminator=None, boards=(), speaker=None)
        self.clock, self.parts, self._pi = VirtualClock(), Parts(), pi
        self._backend = PiBackend(
            self.board, self.clock, self.parts, pi.pi, root=pi.root
        )
        self.rig = Rig(self.board, self._backend, self.parts)
        self.settings = Settings(state=folder / "state", options={}, is_chosen=False)
        self.asking = folder / "asking"
        wake(self.rig, self.settings)

    @contextmanager
    def running(self) -> Iterator[RunningTable]:
        hooks = no_hooks(self.board, self.clock, None)
        with running_table(self.settings, self.rig, hooks, lambda: None) as running:
            watch = watch_network(self.clock, self.parts, self.asking)
            yield running
            watch.cancel()

    def lamp(self, place: str) -> bytes:
        self._backend.pixels.wait()
        first = 3 * self.board.pixels[place]
        return self._pi.frames()[-1][first : first + 3]

    def sent(self, colour: Colour) -> bytes:
        """Return the bytes on the wire for this colour."""
        return self.rig.strip.to_wire(bytes(colour) * self.board.strip.pixels)[:3]

    def shows(self, place: str, colour: Colour) -> bool:
        """Tell whether a lamp has this colour, and winks in its rhythm."""
        bright, beats = self.sent(colour), ""
        for _ in range(STEPS):
            self.clock.tick(STEP_S / 2)
            beats += "#" if self.lamp(place) == bright else "."
            self.clock.tick(STEP_S / 2)
        return beats == rhythm(colour)

    def look(self) -> None:
        """Let the time go on until the table has looked for the file."""
        self.clock.tick(LOOK_S - self.clock.time() % LOOK_S)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[[str], LitTable]]:
    with fake_pi(tmp_path / "pi") as pi:
        yield lambda map_name: LitTable(pi, tmp_path, map_name)


@pytest.mark.parametrize("name", names())
def test_waking_lights_all_buttons_and_nothing_else(
    table: Callable[[str], LitTable], name: str
) -> None:
    waking = table(name)
    buttons = {button.control for button in waking.board.buttons}
    lit = {place for place in waking.board.pixels if any(waking.lamp(place))}
    assert lit == buttons & waking.board.pixels.keys()
    assert {waking.lamp(place) for place in lit} == {waking.sent(WAKING)}
    # One step of 255 is no light that anybody sees.
    assert max(waking.sent(WAKING)) >= 8
    waking.rig.close()


@pytest.mark.parametrize("name", names())
def test_ready_lights_what_can_be_pressed(
    table: Callable[[str], LitTable], name: str
) -> None:
    ready = table(name)
    with ready.running():
        assert ready.shows("ok", OK)
        assert ready.shows("next", NEXT)
        assert "why" not in ready.board.pixels or ready.lamp("why") == ready.sent(DARK)


@pytest.mark.parametrize(
    ("name", "place"), [("mark1", "why"), ("grid-only", "why"), ("mini", "next")]
)
def test_while_it_asks_for_a_network_one_lamp_says_so(
    table: Callable[[str], LitTable], name: str, place: str
) -> None:
    asks = table(name)
    with asks.running():
        before = asks.lamp(place)
        asks.asking.write_text(OWN)
        asks.look()
        assert asks.shows(place, NO_NETWORK)
        assert asks.shows("ok", OK), "it can be played meanwhile"
        (trouble,) = asks.parts.troubles()
        assert OWN in trouble
        asks.asking.unlink()
        asks.look()
        assert asks.lamp(place) == before
        assert asks.parts.troubles() == []


@pytest.mark.parametrize(
    ("name", "place"), [("mark1", "why"), ("grid-only", "why"), ("mini", "next")]
)
def test_trouble_is_told_first(
    table: Callable[[str], LitTable], name: str, place: str
) -> None:
    """It may be the journal, which has a lamp only in its trouble."""
    troubled = table(name)
    with troubled.running():
        troubled.asking.write_text(OWN)
        troubled.look()
        troubled.parts.fails("journal", "the disk is full")
        troubled.clock.tick(0)
        assert troubled.shows(place, WHY)
        troubled.parts.works("journal")
        troubled.clock.tick(0)
        assert troubled.shows(place, NO_NETWORK)


def test_a_refusal_is_reported_before_a_missing_network(
    table: Callable[[str], LitTable],
) -> None:
    refusing = table("mark1")
    with refusing.running() as running:
        running.table.ask(NewGame(games.find("get-bit"), 3, {}, 1))
        refusing.asking.write_text(OWN)
        refusing.look()
        assert refusing.lamp("why") == refusing.sent(NO_NETWORK)
        running.table.ask(Undo(None))
        refusing.clock.tick(0)
        assert refusing.lamp("why") == refusing.sent(WHY)
