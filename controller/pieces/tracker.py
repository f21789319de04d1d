"""Tracks the pieces: compares where they stand with where they should, and guides.

A hand that brushes a piece, slides it over its neighbours or sweeps a lane causes many
readings for one move. So the comparison waits until the sensors have been quiet for a
moment. Then either one misplaced piece was carried there as a choice, or the table
shows the next step towards the right places.

While no piece is on the table, nothing is compared, because people then play by light
alone. (In a game with a single piece, that is until sensors first detect it.) An
untrusted sensor is left out: its place is shown, but not sensed. A board may report its
sensors as faulty, and two more things make a sensor untrusted:

    a step that nobody does     After a while `asks` is true. If a player then says
                                that all stands right, the sensors are wrong.
    a piece that nobody takes   The game has moved several times while a piece stood
                                where none belongs, so there is no piece.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from controller.basics.sentence import Sentence, say
from controller.light.colour import Lamps
from controller.light.palette import ASTRAY, HOME
from controller.pieces.guide import Step, corrections, described, next_step
from controller.pieces.identify import UNKNOWN, Pieces
from controller.pieces.sensors import Denied, TrustedSensors, blamed
from controller.tabletop.staging import Stand
from controller.words.files import in_english
from hardware.backend import Alarm, Clock
from hardware.parts.registry import Part, Parts
from hardware.readings import LinkDown, LinkUp, Occupied, Reading

# A slide along a lane pauses less than this between two sensors.
QUIET_S = 0.6
# A step that nobody has done for this long may be done already.
PATIENCE_S = 8.0
# The number of the game's moves after which an unknown piece is a faulty sensor.
MOVES = 3
CARRYING = say("piece.pay")
_SENSOR = "'s Hall sensor"


class Placement(NamedTuple):
    """The next thing to do with a piece, or because of one."""

    step: Step | None = None
    # Whether `ok` confirms that all stands right, whatever the sensors read.
    asks: bool = False
    says: Sentence | None = None

    def lamps(self) -> Lamps:
        if self.step is None:
            return {}
        both = {self.step.at: ASTRAY, self.step.to: HOME}
        return {place: ink for place, ink in both.items() if place is not None}


class PieceTracker:
    def __init__(
        self,
        sensed: Mapping[str, frozenset[str]],
        clock: Clock,
        parts: Parts,
        at_rest: Callable[[], None],
    ) -> None:
        """Set up; `sensed` maps each sensor board to the places of its Hall sensors.

        `at_rest` is called each time the sensors have come to rest.
        """
        self._sensors = TrustedSensors(sensed)
        self._parts = parts
        self._at_rest = at_rest
        self._quiet, self._patience = Alarm(clock), Alarm(clock)
        self.occupied: set[str] = set()
        self._lifted: set[str] = set()
        self._pieces = Pieces()
        self._game: Stand = {}
        # The pieces that have stood right since their place last changed.
        self._right: set[str] = set()
        self._unknown: dict[str, int] = {}
        self._is_seen = False
        self._step: Step | None = None
        # The sensors reported as wrong among the parts.
        self._named: dict[str, Denied] = {}
        parts.on_change.append(self._part_changed)

    @property
    def denied(self) -> Mapping[str, Denied]:
        """The sensors that are known to be wrong, by place, with their readings."""
        return self._sensors.denied

    @property
    def step(self) -> Step | None:
        """The next piece to move; None if all are in place, or it is unclear."""
        return self._step if self.is_quiet else None

    @property
    def is_quiet(self) -> bool:
        """Whether no sensor has changed for a while."""
        return not self._quiet.is_set

    @property
    def asks(self) -> bool:
        """Whether a step has been shown long enough for `ok` to confirm it."""
        return self.step is not None and not self._patience.is_set

    @property
    def carried(self) -> Step | None:
        """The one piece carried from its place, if all others are right."""
        if not self.is_quiet or not self._is_seen:
            return None
        wrongs = corrections(self._pieces.stands, self._belongs())
        astray = [step for step in wrongs if step.piece != UNKNOWN]
        if len(astray) != 1:
            return None
        piece, at, to = astray[0]
        if at is None or to is None or piece not in self._right:
            return None
        return Step(piece, at=to, to=at)

    def placement(self, *, is_playing: bool, is_carrying: bool) -> Placement:
        """Return the next step with pieces; `is_carrying`: one awaits its card."""
        if is_carrying:
            return Placement(says=CARRYING)
        step = self.step if is_playing else None
        if step is None:
            return Placement()
        key = "piece.step-or-ok" if self.asks else "piece.step"
        return Placement(step, self.asks, say(key, step=described(step)))

    # Calls from outside

    def expect(self, belongs: Stand) -> None:
        """Set where the game now wants each piece."""
        before = _places(self._game)
        self._game = belongs
        after = _places(belongs)
        if before == after:
            return
        self._right -= {piece for piece, at in after.items() if before.get(piece) != at}
        if self._is_seen:
            self._doubt_unknown_pieces()
            self._compare_pieces()

    def reading(self, reading: Reading) -> None:
        match reading:
            case Occupied(place, present):
                self._feel(place, present)
            case LinkDown(board) | LinkUp(board) if self._sensors.has_board(board):
                self._sensors.link(board, isinstance(reading, LinkUp))
                self._wait()

    def _part_changed(self, part: Part) -> None:
        place = part.name.removesuffix(_SENSOR)
        if place != part.name and place not in self._named:
            self._sensors.doubt(place, part.trouble is not None)
            self._wait()

    def confirm_placement(self) -> None:
        """Accept a player's word that all pieces are in place."""
        step = self.step
        if step is None:
            return
        belongs = self._belongs()
        stuck = step.at if step.at not in belongs else None
        dead = step.to if step.to not in self.occupied else None
        for place, says, instead in ((stuck, True, dead), (dead, False, stuck)):
            if place is not None:
                self._sensors.deny(Denied(place, says, instead))
        # Sensors cannot identify pieces, so every piece that can be right is right.
        self._pieces.forget()
        self._wait()
        self._name_sensors()

    # Sensing

    def _feel(self, place: str, present: bool) -> None:
        (self.occupied.add if present else self.occupied.discard)(place)
        if not present:
            self._lifted.add(place)
        changed = self._sensors.trust_again(place, present)
        if changed or place in self._sensors.places:
            self._wait()

    def _wait(self) -> None:
        self._quiet.after(QUIET_S, self._rest)

    def _rest(self) -> None:
        occupied = self.occupied & self._sensors.places
        # A game with one piece is still in use while sensors do not detect that piece.
        is_one = self._is_seen and len(_places(self._game)) == 1
        self._is_seen = bool(occupied) or is_one
        self._pieces.expect(self._belongs())
        if not occupied:
            self._pieces.forget()
        self._pieces.settle(occupied, self._lifted)
        self._lifted.clear()
        self._compare_pieces()
        self._come_to_rest()

    def _come_to_rest(self) -> None:
        self._name_sensors()
        self._at_rest()

    def _compare_pieces(self) -> None:
        """Compare again."""
        belongs = self._belongs()
        self._pieces.expect(belongs)
        stands = self._pieces.stands
        astray = {step.piece for step in corrections(stands, belongs)}
        self._right |= {piece for piece in _places(belongs) if piece not in astray}
        self._unknown = {
            place: self._unknown.get(place, 0)
            for place, pieces in stands.items()
            if UNKNOWN in pieces
        }
        step = next_step(stands, belongs) if self._is_seen else None
        if step != self._step:
            self._step = step
            self._patience.after(PATIENCE_S, self._remind)

    def _remind(self) -> None:
        if self.step:
            self._come_to_rest()

    def _name_sensors(self) -> None:
        """Report the sensors that are known to be wrong among the parts."""
        before, self._named = self._named, dict(self.denied)
        for place in before.keys() - self._named.keys():
            self._parts.works(place + _SENSOR)
        for place, denied in self._named.items():
            if denied != before.get(place):
                said = blamed(denied)
                self._parts.fails(place + _SENSOR, in_english(said), said)

    def _doubt_unknown_pieces(self) -> None:
        for place in self._unknown:
            self._unknown[place] += 1
            if self._unknown[place] >= MOVES:
                self._sensors.deny(Denied(place, True))
        if not self.denied.keys().isdisjoint(self._unknown):
            self._wait()

    def _belongs(self) -> Stand:
        trusted = self._sensors.places
        return {place: who for place, who in self._game.items() if place in trusted}


def _places(stand: Stand) -> dict[str, str]:
    return {piece: place for place, pieces in stand.items() for piece in pieces}
