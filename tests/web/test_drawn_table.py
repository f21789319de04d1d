"""Hands of a page on the drawn table: pieces, cards, the key, and what goes wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.web.drawn_table import REMEMBERED, DrawnTable
from controller.web.protocol.incoming import InvalidMessage, check
from controller.web.protocol.messages import TO_TABLE
from hardware.backend import Clock, NoSuchControl, NoSuchFault
from hardware.backends.sim.backend import SimBackend
from hardware.backends.sim.clock import VirtualClock
from hardware.parts.registry import Parts
from hardware.readings import LinkDown, LinkUp, Occupied, Pressed, Reading, Released
from hardware.readings import TagSeen as Seen
from hardware.rig import Rig
from tests.support.drawn_pieces import RealHands
from tests.support.webtable import BOARD, PageAtTable, WebTable, web_table
from wiring import boardmap

GRID = "sensor board grid"
# Of a game that nobody has written yet.
BELONGS = {"tile:0,1": ("buoy",), "depth:0:3": ("anchor:0", "crab:0"), "ok": ("x:1",)}
PIECES = "puck, anchor:0, buoy, crab:0, x:1"
# From a hand to the reading, by the slowest filter of a board.
FELT_S = 1.0


class Drawn:
    """A drawn table on a rig in virtual time, with its messages and readings."""

    def __init__(self, board: boardmap.BoardMap = BOARD) -> None:
        self.clock = VirtualClock()
        self.parts = Parts()
        self.backend = SimBackend(board, self.clock, self.parts, seed=1)
        self.rig = Rig(board, self.backend, self.parts)
        self.read: list[Reading] = []
        self.told: list[dict[str, Any]] = []
        self.answered: list[dict[str, Any]] = []
        touch = self.rig.backend.touch
        assert touch
        self.hands = hands = DrawnTable(
            self.rig, touch, lambda message: self.told.append(json.loads(message))
        )
        hands.play(BELONGS)
        self.told.clear()
        self.rig.listen(self.read.append)
        self.wait()
        self.read.clear()

    def do(self, kind: str, page: str = "page", **fields: Any) -> None:
        check(fields, TO_TABLE[kind])
        if answer := self.hands.handlers[kind](page, fields):
            self.answered.append(json.loads(answer))

    def wait(self, seconds: float = FELT_S) -> None:
        self.clock.tick(seconds)

    def reads(self) -> list[Reading]:
        """What was read since the last look, once it had time to be felt."""
        self.wait()
        read = self.read[:]
        self.read.clear()
        return read

    def lying(self) -> dict[str, Any]:
        lying: dict[str, Any] = json.loads(self.hands.lying())
        return lying

    def trouble(self, part: str) -> str | None:
        return {part.name: part.trouble for part in self.parts.all()}[part]


@pytest.fixture
def drawn() -> Iterator[Drawn]:
    drawn = Drawn()
    yield drawn
    drawn.rig.close()


# Pieces


def test_everything_begins_in_the_tray(drawn: Drawn) -> None:
    assert drawn.lying() == {
        "type": "lying",
        "armed": False,
        "pieces": dict.fromkeys(PIECES.split(", ")),
        "cards": {"shoe": "", "play": ""},
        "faults": {
            "sensor board depth": [],
            "sensor board grid": [],
            "sensor board cards": [],
            "strip": [],
            "power": [],
            "speaker": [],
        },
    }


def test_a_page_is_offered_every_place_that_senses_and_every_fault(
    drawn: Drawn,
) -> None:
    offer = drawn.hands.offer()
    assert offer["key"] is True
    assert len(offer["places"]) == 4 * 31 + 25
    assert {"depth:3:30", "tile:4,4"} < set(offer["places"])
    assert set(offer["faults"]) == set(drawn.lying()["faults"])
    for fault in ("unplug", "plug", "reset", "stuck on", "flapping"):
        assert fault in offer["faults"][GRID]
    assert (offer["faults"]["strip"], offer["faults"]["power"]) == (["cut"], ["weak"])


def test_a_piece_is_felt_where_it_comes_and_where_it_goes(drawn: Drawn) -> None:
    drawn.do("move", piece="puck", to="tile:1,3")
    assert drawn.reads() == [Occupied("tile:1,3", True)]
    assert drawn.told[-1]["pieces"]["puck"] == "tile:1,3"
    drawn.do("move", piece="puck", to="depth:2:14")
    assert sorted(drawn.reads()) == [
        Occupied("depth:2:14", True),
        Occupied("tile:1,3", False),
    ]
    drawn.do("move", piece="puck", to=None)
    assert drawn.reads() == [Occupied("depth:2:14", False)]
    assert drawn.told[-1]["pieces"]["puck"] is None
    assert len(drawn.told) == 3


def test_a_place_is_free_when_the_last_of_its_pieces_is_gone(drawn: Drawn) -> None:
    drawn.do("move", piece="crab:0", to="depth:0:3")
    drawn.do("move", piece="anchor:0", to="depth:0:3")
    assert drawn.reads() == [Occupied("depth:0:3", True)]
    drawn.do("move", piece="crab:0", to=None)
    assert drawn.reads() == []
    drawn.do("move", piece="anchor:0", to="depth:0:4")
    assert sorted(drawn.reads()) == [
        Occupied("depth:0:3", False),
        Occupied("depth:0:4", True),
    ]


def test_the_tray_has_the_pieces_of_the_game_and_what_stands_stays(
    drawn: Drawn,
) -> None:
    drawn.do("move", piece="buoy", to="tile:0,0")
    drawn.told.clear()
    drawn.hands.play({"tile:0,0": ("cart",)})
    assert drawn.lying()["pieces"] == {"puck": None, "cart": None, "buoy": "tile:0,0"}
    assert [told["pieces"] for told in drawn.told] == [drawn.lying()["pieces"]]
    drawn.hands.play({"tile:3,3": ("cart",)})
    assert len(drawn.told) == 1, "where a piece belongs is not said by the tray"
    drawn.do("move", piece="buoy", to=None)
    drawn.hands.play({"tile:0,0": ("cart",)})
    assert drawn.lying()["pieces"] == {"puck": None, "cart": None}
    with pytest.raises(
        InvalidMessage, match='no piece "buoy"; the table has puck, cart'
    ):
        drawn.do("move", piece="buoy", to="tile:0,0")


def test_a_new_game_brings_its_pieces_to_every_page(served: WebTable) -> None:
    with served.page() as page:
        assert pieces(page).keys() == {
            "puck",
            *(f"robot:{name}" for name in ("red", "blue", "green", "yellow")),
        }
        page.send("new", game="hold-your-breath", seats=2, options={})
        assert pieces(page).keys() == {"puck", "pirate:0", "pirate:1"}


STEPS = st.tuples(
    st.sampled_from(["puck", "buoy", "anchor:0"]),
    st.sampled_from([None, "tile:0,0", "tile:0,1", "depth:0:0"]),
)


@given(st.lists(STEPS, max_size=12))
@settings(max_examples=40)
def test_the_sensors_always_say_where_the_pieces_stand(
    steps: list[tuple[str, str | None]],
) -> None:
    drawn = Drawn()
    occupied: set[str] = set()
    for piece, to in steps:
        drawn.do("move", piece=piece, to=to)
        for reading in drawn.reads():
            assert isinstance(reading, Occupied)
            (occupied.add if reading.present else occupied.discard)(reading.place)
        standing = set(drawn.lying()["pieces"].values()) - {None}
        assert occupied == standing
    drawn.rig.close()


# Cards


def test_a_card_is_seen_by_the_reader_that_it_lies_on(drawn: Drawn) -> None:
    drawn.do("tag", reader="play", uid="04A1 B2C3")
    assert drawn.reads() == [Seen("play", "04a1b2c3")]
    assert drawn.told[-1]["cards"] == {"shoe": "", "play": "04a1b2c3"}
    drawn.do("tag", reader="play", uid="")
    assert drawn.told[-1]["cards"] == {"shoe": "", "play": ""}
    drawn.reads()
    drawn.do("tag", reader="play", uid="04a1b2c3")
    assert drawn.reads() == [Seen("play", "04a1b2c3")]


def test_one_card_lies_on_one_reader(drawn: Drawn) -> None:
    drawn.do("tag", reader="shoe", uid="04a1")
    drawn.reads()
    drawn.do("tag", reader="play", uid="04A1")
    assert drawn.told[-1]["cards"] == {"shoe": "", "play": "04a1"}
    assert Seen("play", "04a1") in drawn.reads()
    drawn.do("tag", reader="shoe", uid="04a1")
    assert Seen("shoe", "04a1") in drawn.reads(), "it had been taken from there"


# The key and the button


def test_the_key_stays_turned_when_its_page_closes(drawn: Drawn) -> None:
    drawn.do("turn", on=True)
    drawn.hands.page_closed("page")
    assert drawn.reads() == [Pressed("arm")]
    assert drawn.told[-1]["armed"] is True
    drawn.do("turn", page="other", on=False)
    assert drawn.reads() == [Released("arm")]
    assert drawn.told[-1]["armed"] is False


def test_the_fire_button_comes_up_with_the_last_finger(drawn: Drawn) -> None:
    drawn.do("press", page="one", control="fire")
    drawn.do("press", page="other", control="fire")
    assert drawn.reads() == [Pressed("fire")]
    drawn.hands.page_closed("one")
    assert drawn.reads() == []
    drawn.do("release", page="other", control="fire")
    assert drawn.reads() == [Released("fire")]


# What goes wrong


def test_a_pulled_cable_is_named_and_works_again(drawn: Drawn) -> None:
    drawn.do("fault", part=GRID, fault="unplug")
    assert drawn.reads() == [LinkDown("grid")]
    assert "unplugged" in str(drawn.trouble(GRID))
    drawn.do("fault", part=GRID, fault="plug", value=None)
    drawn.wait(5)
    assert drawn.reads() == [LinkUp("grid")]
    assert drawn.trouble(GRID) is None
    assert drawn.told[-1]["faults"][GRID] == ["unplug", "plug"]
    drawn.do("repair", part=GRID)
    assert drawn.told[-1]["faults"][GRID] == []


def test_only_the_latest_of_many_faults_are_told(drawn: Drawn) -> None:
    tiles = [f"tile:{row},{column}" for row in range(2) for column in range(5)]
    for tile in tiles[: REMEMBERED + 2]:
        drawn.do("fault", part=GRID, fault="stuck on", value=tile)
    done = drawn.told[-1]["faults"][GRID]
    assert done == [f"stuck on {tile}" for tile in tiles[2 : REMEMBERED + 2]]


def test_only_the_page_that_asks_gets_the_health(drawn: Drawn) -> None:
    drawn.do("health")
    assert drawn.told == []
    (health,) = drawn.answered
    assert health["type"] == "health"
    assert [board["board"] for board in health["boards"]] == ["depth", "grid", "cards"]
    grid = health["boards"][1]
    assert (grid["stage"], grid["trouble"]) == ("live", None)
    assert grid["port"] == "memory:grid:1"
    assert grid["counters"]["bad_crc"] == 0


# Bad input


@pytest.mark.parametrize(
    ("kind", "fields", "named"),
    [
        ("move", {}, "piece must be"),
        ("move", {"piece": "queen", "to": "tile:0,0"}, '"queen"'),
        ("move", {"piece": "puck", "to": 4}, "not 4"),
        ("move", {"piece": "puck", "to": "seat:0"}, "'seat:0'"),
        ("tag", {"reader": "hat", "uid": "01"}, "'hat'"),
        ("tag", {"reader": "play", "uid": "ace"}, "'ace'"),
        ("turn", {"on": 1}, "not 1"),
        ("press", {"control": "arm"}, "`turn`"),
        ("fault", {"part": "roof", "fault": "leak"}, "'roof'"),
        ("fault", {"part": GRID, "fault": "drop"}, "'drop'"),
        ("fault", {"part": GRID, "fault": "flapping", "value": [1]}, "not [1]"),
        ("fault", {"part": GRID, "fault": "stuck on", "value": "ok"}, "'ok'"),
        ("repair", {"part": "roof"}, "'roof'"),
    ],
)
def test_bad_input_is_refused_by_name_and_changes_nothing(
    drawn: Drawn, kind: str, fields: dict[str, Any], named: str
) -> None:
    before = drawn.lying()
    with pytest.raises((InvalidMessage, NoSuchControl, NoSuchFault)) as refused:
        drawn.do(kind, **fields)
    assert named in str(refused.value)
    assert drawn.lying() == before
    assert (drawn.told, drawn.reads()) == ([], [])


def test_a_piece_that_is_refused_a_place_stays_where_it_stands(drawn: Drawn) -> None:
    drawn.do("move", piece="puck", to="tile:0,0")
    drawn.reads()
    with pytest.raises(NoSuchControl):
        drawn.do("move", piece="puck", to="tile:9,9")
    assert drawn.lying()["pieces"]["puck"] == "tile:0,0"
    assert drawn.reads() == []


def test_a_smaller_table_has_fewer_things() -> None:
    small = Drawn(BOARD._replace(eliminator=None, boards=BOARD.boards[2:], grid=None))
    lying = small.lying()
    assert (lying["pieces"], lying["cards"]) == ({}, {"shoe": "", "play": ""})
    assert small.hands.offer()["key"] is False
    assert "turn" not in small.hands.handlers
    with pytest.raises(InvalidMessage) as refused:
        small.do("move", piece="puck", to=None)
    assert str(refused.value) == 'there is no piece "puck"; the table has none'
    small.rig.close()


# Over the sockets


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as served:
        yield served


def pieces(page: PageAtTable) -> dict[str, Any]:
    found: dict[str, Any] = page.next("lying")["pieces"]
    return found


def test_two_pages_agree_and_a_page_that_goes_away_leaves_the_piece(
    served: WebTable,
) -> None:
    with served.page() as other:
        assert pieces(other)["puck"] is None
        with served.page() as page:
            page.send("move", piece="puck", to="tile:2,2")
            assert pieces(other)["puck"] == "tile:2,2"
        served.wait_for_pages(1)
        with served.page() as late:
            assert pieces(late)["puck"] == "tile:2,2"


def test_a_piece_of_a_page_is_felt_through_the_real_firmware(served: WebTable) -> None:
    with served.page() as page:
        served.wait_until(lambda: LinkUp("grid") in served.readings)
        page.send("move", piece="puck", to="tile:3,1")
        served.wait_until(lambda: Occupied("tile:3,1", True) in served.readings)


def test_only_the_tables_pages_see_the_striker(served: WebTable) -> None:
    with served.page() as page, served.page(0) as seat:
        while page.next("striker")["state"] != "unasked":
            pass
        served.run(lambda: served.rig.ask("tile:2,2"))
        assert page.next("striker") == {
            "type": "striker",
            "state": "asked",
            "degrees": None,
        }
        page.send("turn", on=True)
        while not page.next("lying")["armed"]:
            pass
        seat.catch_up()
        kinds = [json.loads(text)["type"] for text in seat.texts]
        assert {*kinds} == {"hello", "position", "story", "seats", "error"}
        assert json.loads(seat.texts[0])["touch"] is None


HANDS = ("press", "release", "move", "tag", "fault", "repair", "health", "turn")


class Unbreakable(SimBackend):
    """Drawn on a page, but nothing on it can be broken on purpose."""

    def __init__(self, board: boardmap.BoardMap, clock: Clock, parts: Parts) -> None:
        super().__init__(board, clock, parts)
        self.breakage = None  # type: ignore[assignment]  # a Backend's may be None


def test_faults_are_to_be_tried_only_where_a_backend_can_break(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, backend=Unbreakable) as served,
        served.page() as page,
    ):
        assert page.next("hello")["touch"]["faults"] == {}
        assert page.next("lying")["faults"] == {}
        for kind in ("fault", "repair"):
            page.send(kind, part="strip", fault="cut")
            assert f'there is no message "{kind}" here' in page.next("error")["message"]
        page.send("move", piece="puck", to="tile:0,0")
        assert page.next("lying")["pieces"]["puck"] == "tile:0,0"


def test_where_hands_are_real_no_page_has_any(tmp_path: Path) -> None:
    with (
        web_table(tmp_path, backend=RealHands) as served,
        served.page() as page,
    ):
        hello = page.next("hello")
        assert hello["touch"] is None
        assert page.next("striker")["degrees"] is None
        for kind in HANDS:
            page.send(kind, piece="puck", to="tile:0,0", part="strip", fault="cut")
            said = f'there is no message "{kind}" here'
            assert page.next("error")["message"].startswith(said)
        assert not any('"lying"' in text for text in page.texts)
