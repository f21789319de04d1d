"""The simulated table as pages touch it: buttons, pieces, cards.

The positions of things are part of the simulated table's state, so they are kept here
and sent to every page. When a page closes, its buttons are released and everything else
stays.
"""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from controller.basics.sentence import Sentence, say, verbatim
from controller.rules.codec import brief
from controller.tabletop.staging import Stand
from controller.web.protocol.incoming import Data, Handler, InvalidMessage
from controller.web.protocol.outgoing import text
from hardware.backend import Faults, PinLevel, Touch
from hardware.readings import (
    LinkDown,
    LinkUp,
    Occupied,
    Pressed,
    Reading,
    Released,
    TagSeen,
)
from hardware.rig import Rig
from wiring.boardmap import BoardMap

# A piece of the table itself, if it has an Eliminator.
PUCK = "puck"
# How many of a part's last faults a page is shown.
REMEMBERED = 8
LONGEST_VALUE = 40
# How many of the last readings a page is shown.
LAST = 10
_KEYS: dict[type[Reading], str] = {
    Pressed: "reading.pressed",
    Released: "reading.released",
    TagSeen: "reading.tag",
    LinkDown: "reading.down",
    LinkUp: "reading.up",
}


class DrawnTable:
    def __init__(self, rig: Rig, touch: Touch, tell: Callable[[str], None]) -> None:
        """Prepare an empty table; `tell` sends a message to all its pages."""
        board = rig.board
        self._touch, self._tell = touch, tell
        self._backend, self._boards = rig.backend, rig.boards
        self._instruments = MakerReadings(touch.pins)
        rig.on_reading.append(self._instruments.reading)
        # What can break, and the faults that pages have set, by part.
        self._known = rig.backend.breakage.known if rig.backend.breakage else {}
        self._done: dict[str, list[str]] = {part: [] for part in self._known}
        self._has_key = board.eliminator is not None
        self._places = _sensed(board)
        # The buttons that each page holds down, to release them when it closes.
        self._pressed: dict[Hashable, set[str]] = {}
        self._is_armed = False
        # Where each piece stands; None: in the tray.
        self._own = [PUCK] if board.eliminator and self._places else []
        self._pieces: dict[str, str | None] = dict.fromkeys(self._own)
        self._cards = {reader: "" for row in board.boards for reader in row.readers}
        # What a page may request, by message type.
        self.handlers = self._list_handlers()

    def offer(self) -> dict[str, Any]:
        """Return what a page may touch, so that it can draw it."""
        faults = {part: list(known) for part, known in self._known.items()}
        return {"key": self._has_key, "places": self._places, "faults": faults}

    def lying(self) -> str:
        """Return the message with the position of everything, and all faults."""
        return text(
            "lying",
            armed=self._is_armed,
            pieces=self._pieces,
            cards=self._cards,
            faults=self._done,
        )

    def play(self, belongs: Stand) -> None:
        """Put the position's pieces into the tray, except those on the table."""
        wanted = sorted(piece for pieces in belongs.values() for piece in pieces)
        standing = [piece for piece, place in self._pieces.items() if place]
        felt = wanted if self._places else []
        pieces = dict.fromkeys((*self._own, *felt, *standing))
        if pieces.keys() != self._pieces.keys():
            self._pieces = {piece: self._pieces.get(piece) for piece in pieces}
            self._tell_all()

    def _tell_all(self) -> None:
        self._tell(self.lying())

    def _list_handlers(self) -> dict[str, Handler]:
        handlers: dict[str, Handler] = {
            "press": self._press,
            "release": self._release,
            "move": self._move,
            "tag": self._tag,
        }
        if self._known:
            handlers |= {"fault": self._fault, "repair": self._repair}
        handlers["health"] = self._health
        return {**handlers, "turn": self._turn} if self._has_key else handlers

    def page_closed(self, page: Hashable) -> None:
        """Release the buttons of a page that has closed."""
        for control in self._pressed.pop(page, ()):
            self._let_go(control)

    # Buttons and the key

    def _press(self, page: Hashable, data: Data) -> None:
        control = self._button(data)
        self._touch.press(control)
        self._pressed.setdefault(page, set()).add(control)

    def _release(self, page: Hashable, data: Data) -> None:
        control = self._button(data)
        self._pressed.get(page, set()).discard(control)
        self._let_go(control)

    def _button(self, data: Data) -> str:
        control: str = data["control"]
        if control == "arm" and self._has_key:
            raise InvalidMessage("arm is a key, which is turned and stays: see `turn`")
        return control

    def _let_go(self, control: str) -> None:
        """Release this button unless another page still holds it."""
        if not any(control in pressed for pressed in self._pressed.values()):
            self._touch.release(control)

    def _turn(self, _page: Hashable, data: Data) -> None:
        self._is_armed = data["on"]
        (self._touch.press if self._is_armed else self._touch.release)("arm")
        self._tell_all()

    # Pieces and cards

    def _move(self, _page: Hashable, data: Data) -> None:
        piece, to = data["piece"], data["to"]
        if piece not in self._pieces:
            known = ", ".join(self._pieces) or "none"
            raise InvalidMessage(
                f"there is no piece {brief(piece)}; the table has {known}"
            )
        if to == self._pieces[piece]:
            return
        if to is not None:
            self._touch.put(to)
        before, self._pieces[piece] = self._pieces[piece], to
        # A sensor detects magnets until the last of them is gone.
        if before is not None and before not in self._pieces.values():
            self._touch.take(before)
        self._tell_all()

    def _tag(self, _page: Hashable, data: Data) -> None:
        reader, uid = data["reader"], data["uid"]
        self._touch.tag(reader, uid)
        uid = bytes.fromhex(uid).hex()
        for other, lies in self._cards.items():
            # One card cannot lie on two readers.
            if uid and lies == uid and other != reader:
                self._touch.tag(other, "")
                self._cards[other] = ""
        self._cards[reader] = uid
        self._tell_all()

    # What makers see and break

    def _fault(self, _page: Hashable, data: Data) -> None:
        part, fault, value = data["part"], data["fault"], data.get("value")
        if len(str(value)) > LONGEST_VALUE:
            raise InvalidMessage(f"value must be shorter than {brief(value)}")
        self._breakage.fault(part, fault, value)
        said = fault if value is None else f"{fault} {value}"
        self._done[part] = [*self._done[part], said][-REMEMBERED:]
        self._tell_all()

    def _repair(self, _page: Hashable, data: Data) -> None:
        self._breakage.repair(data["part"])
        self._done[data["part"]] = []
        self._tell_all()

    @property
    def _breakage(self) -> Faults:
        assert self._backend.breakage, "without it there is no such message"
        return self._backend.breakage

    def _health(self, *_: object) -> str:
        boards = [
            {
                **health._asdict(),
                # In its driver's words, in English.
                "trouble": verbatim(health.trouble) if health.trouble else None,
                "counters": health.counters._asdict(),
            }
            for health in self._boards.health()
        ]
        heard = (
            self._backend.speaker_monitor.levels()
            if self._backend.speaker_monitor
            else None
        )
        return text("health", boards=boards, heard=heard, **self._instruments.now())


def _sensed(board: BoardMap) -> list[str]:
    """Return the places that have a Hall sensor."""
    sensors = (sensor for row in board.boards for sensor in row.sensors)
    return [sensor.place for sensor in sensors if sensor and sensor.kind == "hall"]


class MakerReadings:
    """Pin levels and the last readings, for makers.

    Only the page that is the table itself gets them: on a real table, both would reveal
    what somebody counts in secret.
    """

    def __init__(self, pins: Callable[[], Sequence[PinLevel]]) -> None:
        self._pins = pins
        # The number of readings, and the last ones, newest first.
        self._count = 0
        self._last: deque[tuple[int, Sentence]] = deque(maxlen=LAST)

    def reading(self, reading: Reading) -> None:
        self._count += 1
        self._last.appendleft((self._count, described(reading)))

    def now(self) -> dict[str, Any]:
        pins = [pin._asdict() for pin in self._pins()]
        return {"pins": pins, "readings": list(self._last)}


def described(reading: Reading) -> Sentence:
    """Describe a reading in a sentence for the page."""
    if isinstance(reading, Occupied):
        key = "reading.came" if reading.present else "reading.went"
        return say(key, place=reading.place)
    return say(_KEYS[type(reading)], **reading._asdict())
