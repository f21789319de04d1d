"""The page's server: who may see and do what, and its robustness."""

import gzip
import http.client
import json
import re
import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import quote, urljoin

import pytest
import segno
from websockets.exceptions import InvalidStatus

from controller import games
from controller.games.get_bit.pieces import Choose
from controller.service.settings import split_names
from controller.web.server.hosts import is_own
from controller.web.server.page import STATIC
from tests.support.simtable import sim_table
from tests.support.webtable import (
    BOARD,
    PATIENCE_S,
    PageAtTable,
    WebTable,
    closing,
    web_table,
)
from tests.support.words import catalogue_text
from wiring.geometry.drawing import drawing

GAMES = ", ".join(games.names())

NAMES = ("red", "blue", "green", "yellow")
FIRST = catalogue_text("game.answer-first")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[WebTable]:
    with web_table(tmp_path) as served:
        yield served


def choose(seat: int, card: int) -> dict[str, Any]:
    return {"type": "choose", "seat": seat, "robot": NAMES[seat], "card": card}


# Greeting


def test_the_tables_page_is_greeted_with_board_frame_parts_and_position(
    served: WebTable,
) -> None:
    with served.page() as page:
        hello = json.loads(page.receive())
        assert hello["type"] == "hello"
        assert (hello["page"], hello["seat"]) == ("host", None)
        assert hello["touch"]["key"]
        assert hello["board"] == {
            "name": "mark 1",
            "pixels": dict(BOARD.pixels),
            "order": "GRB",
            "gamma": 2.6,
            "brightness": 0.5,
            "eliminator": {"rest_deg": -30.0, "strike_deg": 35.0},
            "power": {"channel_ma": 20, "idle_ma": 1, "supply_ma": 4000},
            "drawing": drawing(BOARD.path),
        }
        assert page.receive() == served.backend.pixels.wire
        parts = json.loads(page.receive())
        assert parts["type"] == "parts"
        says = ["as-it-is", {"text": "simulated, 159 pixels in memory"}]
        assert {"name": "strip", "says": says, "trouble": None} in parts["parts"]
        position = json.loads(page.receive())
        assert position["type"] == "position"
        assert position["phase"] == "play"
        assert position["game"] == {
            "game": "get-bit",
            "name": "GET BIT!",
            "seats": 4,
            "options": {"longer": False, "memory": False, "refresh_at": 2},
            "players": [],
            "teams": [["red"], ["blue"], ["green"], ["yellow"]],
            "bots": ["", "", "", ""],
        }
        assert position["pending"] == {
            "by": "seats",
            "seats": [0, 1, 2, 3],
            "legal": [],
        }
        assert (position["result"], position["notice"]) == (None, None)
        assert (position["events"], position["can_undo"]) == ([], False)
        assert position["links"] == [
            {"seat": seat, "url": f"/seat/{seat}?code={code}"}
            for seat, code in enumerate(served.codes)
        ]


def test_a_seats_page_is_greeted_with_its_own_actions_and_no_frame(
    served: WebTable,
) -> None:
    with served.page(2) as page:
        hello = page.next("hello")
        assert (hello["page"], hello["seat"], hello["touch"]) == ("seat", 2, None)
        assert "games" not in hello
        position = page.next("position")
        assert position["pending"]["legal"] == [choose(2, card) for card in range(1, 6)]
        assert "links" not in position
        sent = served.run(lambda: served.backend.pixels.sent)
        page.act(choose(2, 1))
        page.catch_up()
        assert served.run(lambda: served.backend.pixels.sent) > sent
        assert page.frames == []


WRONG_CODE = catalogue_text("closed.wrong-code")


@pytest.mark.parametrize(
    ("seat", "code"),
    [
        ("1", "wrong"),
        ("1", "the code of another"),
        ("1", "%ff%fe"),
        ("-1", ""),
        ("٢", ""),
        ("9" * 5000, ""),
    ],
)
def test_a_wrong_code_is_closed_with_4403(
    served: WebTable, seat: str, code: str
) -> None:
    code = served.codes[0] if code == "the code of another" else code
    path = f"/ws?seat={quote(seat)}&code={code}"
    with PageAtTable(served.port, path) as page:
        assert closing(page) == (4403, WRONG_CODE)
        assert page.texts == []


def test_seats_that_a_new_game_has_stay_open_and_others_are_closed_with_4410(
    served: WebTable,
) -> None:
    old = served.codes
    with served.page() as table, served.page(0) as kept, served.page(3) as seat:
        seat.next("position")
        kept.next("position")
        table.next("position")
        table.send("new", game="get-bit", seats=3, options={"memory": True})
        position = table.next("position")
        assert position["game"]["seats"] == 3
        assert position["game"]["options"]["memory"] is True
        assert [link["url"] for link in position["links"]] == [
            f"/seat/{seat}?code={code}" for seat, code in enumerate(served.codes)
        ]
        assert closing(seat) == (
            4410,
            catalogue_text("closed.new-game"),
        )
        assert kept.next("position")["game"]["seats"] == 3
    with PageAtTable(served.port, f"/ws?seat=3&code={old[3]}") as page:
        assert closing(page) == (4403, WRONG_CODE)


def test_new_links_close_every_seat(served: WebTable) -> None:
    with served.page() as table, served.page(0) as seat:
        seat.next("position")
        game = {"game": "get-bit", "seats": 4, "options": {}}
        table.send("new", **game, new_links="yes")
        said = 'new_links must be true or false, not "yes"'
        assert table.next("error")["message"] == said
        table.send("new", **game, new_links=True)
        assert closing(seat)[0] == 4410


# One phone


def test_a_second_phone_may_take_over_and_the_first_learns_of_it(
    served: WebTable,
) -> None:
    path = f"/ws?seat=1&code={served.codes[1]}"
    with PageAtTable(served.port, f"{path}&tab=a") as first:
        first.next("position")
        for unnamed in (path, f"{path}&tab=b"):
            with PageAtTable(served.port, unnamed) as second:
                assert closing(second) == (4409, catalogue_text("closed.taken"))
                assert second.texts == []
        first.catch_up()
        with PageAtTable(served.port, f"{path}&tab=b&take=yes") as second:
            second.next("position")
            moved = (4409, catalogue_text("closed.taken-over"))
            assert closing(first) == moved
            second.catch_up()


def test_a_page_that_comes_back_after_a_gap_has_its_seat_at_once(
    served: WebTable,
) -> None:
    path = f"/ws?seat=1&code={served.codes[1]}&tab=a"
    with (
        PageAtTable(served.port, path) as first,
        PageAtTable(served.port, path) as again,
    ):
        again.next("position")
        assert closing(first)[0] == 4409
        again.catch_up()
        served.wait_for_pages(1)


def test_without_the_seats_code_nobody_takes_over(served: WebTable) -> None:
    with served.page(1) as first:
        first.next("position")
        wrong = f"/ws?seat=1&code={served.codes[0]}&take=yes"
        with PageAtTable(served.port, wrong) as second:
            assert closing(second)[0] == 4403
        first.catch_up()


# Strangers


@pytest.mark.parametrize(
    "host",
    ["localhost.evil.example", "192.0.2.7", "[2001:db8::7]", "0.0.0.0", ".local"],
)
def test_a_name_that_is_not_the_tables_own_is_refused(
    served: WebTable, host: str
) -> None:
    answer = served.get("/", Host=host)
    assert answer.status == 403
    assert answer.body.decode() == f"{host!r} is not an address of this table\n"


@pytest.mark.parametrize(
    "host",
    [
        *("LOCALHOST:1", "localhost.", "127.0.0.2"),
        *(gethostname(), f"{gethostname().partition('.')[0]}.LOCAL:80"),
    ],
)
def test_the_tables_own_names_and_addresses_are_served(
    served: WebTable, host: str
) -> None:
    assert served.get("/", Host=host).status == 200


def test_names_from_the_settings_are_the_tables_own_too() -> None:
    names = split_names(" Table.Fritz.Box., other.lan ,,")
    hosts = ("TABLE.fritz.box:80", "fritz.box")
    assert [is_own(host, names) for host in hosts] == [True, False]


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://localhost", "http://localhost:1", ""],
)
def test_a_websocket_of_another_sites_page_is_refused(
    served: WebTable, origin: str
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        served.page(additional_headers={"Origin": origin})
    assert refused.value.response.status_code == 403
    assert refused.value.response.body == (
        f"a page of {origin!r} may not reach this table\n".encode()
    )


def test_a_websocket_of_the_tables_own_page_is_served(served: WebTable) -> None:
    own = {"Origin": f"http://localhost:{served.port}"}
    with served.page(additional_headers=own) as page:
        assert page.next("hello")["seat"] is None


# Files


def test_every_file_of_the_page_is_served(served: WebTable) -> None:
    kinds = {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
        ".png": "image/png",
        ".md": "text/markdown; charset=utf-8",
    }
    # Types are for those who write scripts, and no browser asks for them.
    files = [path for path in STATIC.rglob("*.*") if path.suffix != ".ts"]
    for path in files:
        answer = served.get(f"/static/{path.relative_to(STATIC).as_posix()}")
        assert answer.status == 200
        assert path.suffix == ".js" or answer.body == path.read_bytes()
        assert answer.headers["Content-Type"] == kinds[path.suffix]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        if path.suffix in (".html", ".svg"):
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'self'")


def test_the_table_to_scale_is_the_drawing_beside_its_map(served: WebTable) -> None:
    answer = served.get("/table.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    drawing = Path(BOARD.path).with_suffix("") / "table.svg"
    assert answer.body == drawing.read_bytes()


def test_a_page_that_a_browser_has_is_not_sent_again(served: WebTable) -> None:
    first = served.get("/")
    assert first.headers["Cache-Control"] == "no-cache"
    known = {"If-None-Match": f'"x", {first.headers["ETag"]}'}
    again = served.get("/", **known)
    assert (again.status, again.body) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert served.get("/", **{"If-None-Match": '"other"'}).status == 200


def test_what_a_page_loads_of_the_tables_own_is_kept_for_good(served: WebTable) -> None:
    text = served.get("/").body.decode()
    files = re.findall(r'(?:href|src)="(/static[^"]*)"', text)
    assert len(files) > 50
    for path in files:
        assert "immutable" in served.get(path).headers["Cache-Control"]
    # A page of before an update finds what it still needs, and does not keep it.
    other = re.sub("^/static-[^/]+", "/static-0", files[0])
    assert served.get(other).headers["Cache-Control"] == "no-cache"


def test_a_script_is_sent_without_its_types_each_line_where_it_was(
    served: WebTable,
) -> None:
    own = (STATIC / "seat/actions.js").read_text().splitlines()
    sent = served.get("/static/seat/actions.js").body.decode().splitlines()
    assert [line for line in sent if "@param" in line] == []
    lost = [was for was, now in zip(own, sent, strict=True) if was != now]
    assert lost
    assert all(line.strip().startswith(("/**", "*")) for line in lost)


def test_a_page_preloads_every_module_that_it_loads(served: WebTable) -> None:
    for path in ("/", f"/seat/0?code={served.codes[0]}"):
        text = served.get(path).body.decode()
        (script,) = re.findall(r'<script type="module" src="(.*?)"', text)
        preloaded = re.findall(r'<link rel="modulepreload" href="(.*?)"', text)
        assert {script, "/words.js", "/games/get-bit/page.js"} <= {*preloaded}
        assert len(preloaded) == len({*preloaded})
        answers = [served.get(address) for address in preloaded]
        assert {answer.status for answer in answers} == {200}
        for address, answer in zip(preloaded, answers, strict=True):
            for wanted in re.findall(r'^import .* from "(.+)";', answer.body.decode()):
                assert urljoin(address, wanted) in preloaded


def test_one_connection_fetches_many_files(served: WebTable) -> None:
    line = http.client.HTTPConnection("localhost", served.port, timeout=PATIENCE_S)
    line.request("GET", "/")
    line.getresponse().read()
    kept = line.sock
    for name in ("shared/style.css", "favicon.svg", "nothing.js"):
        line.request("GET", f"/static/{name}")
        line.getresponse().read()
        assert line.sock is kept
    line.close()


def test_answers_are_compressed_for_browsers_that_accept_it(served: WebTable) -> None:
    for said in ("gzip, deflate, br", "br;q=1.0, gzip;q=0.5"):
        packed = served.get("/", **{"Accept-Encoding": said})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.body) == served.get("/").body
    for said in ("identity", "br", ""):
        plain = served.get("/", **{"Accept-Encoding": said})
        assert "Content-Encoding" not in plain.headers
        assert int(plain.headers["Content-Length"]) == len(plain.body)


def test_a_seats_manifest_opens_that_seat_and_needs_its_code(served: WebTable) -> None:
    code = served.codes[1]
    answer = served.get(f"/seat/1/app.webmanifest?code={code}")
    told = json.loads(answer.body)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert (told["start_url"], told["scope"]) == (f"/seat/1?code={code}", "/")
    for icon in told["icons"]:
        png = served.get(icon["src"]).body
        width, height = struct.unpack(">II", png[16:24])
        assert icon["sizes"] == f"{width}x{height}"
    assert served.get("/seat/1/app.webmanifest?code=wrong").status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/games/nothing/data.js",
        "/static/",
        "/static/../server.py",
        "/static/../server/server.py",
        "/static/..%2fserver.py",
        "/static/..%2fserver%2fserver.py",
        "/../../etc/passwd",
        "/static//etc/passwd",
        "/static/%2fetc/passwd",
        "//etc/passwd",
        "/games/get-bit/rules.py",
        "/games/get-bit/../../cli.py",
        "/ws",
        f"/{'x' * 200}",
    ],
)
def test_unknown_addresses_get_404(served: WebTable, path: str) -> None:
    answer = served.get(path)
    assert answer.status == 404
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"


def test_a_seats_qr_code_needs_the_seats_code(served: WebTable) -> None:
    code = served.codes[2]
    answer = served.get(f"/seat/2/qr.svg?code={code}")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert answer.body.startswith(b"<svg ")
    wrong = ["", "wrong", served.codes[1]]
    refused = [served.get(f"/seat/2/qr.svg?code={code}") for code in wrong]
    refused += [served.get("/seat/9/qr.svg"), served.get(f"/seat/{'9' * 5000}/qr.svg")]
    for answer in refused:
        assert (answer.status, answer.body) == (
            403,
            b"this code does not open that seat\n",
        )


def test_a_qr_code_is_of_the_address_that_the_browser_used(served: WebTable) -> None:
    code = served.codes[0]
    answer = served.get(f"/seat/0/qr.svg?code={code}", Host="127.0.0.7:8137")
    drawn = BytesIO()
    segno.make(f"http://127.0.0.7:8137/seat/0?code={code}", micro=False).save(
        drawn, kind="svg", scale=4, light="white", xmldecl=False
    )
    assert answer.body == drawn.getvalue()


# Invalid messages


def new(game: str, seats: object, **options: object) -> str:
    order = {"type": "new", "game": game, "seats": seats, "options": options}
    return json.dumps(order)


@pytest.mark.parametrize(
    ("seat", "message", "said"),
    [
        (None, b"{}", "a message is text, and these are bytes"),
        (
            None,
            "",
            "the message is not JSON: Expecting value: line 1 column 1 (char 0)",
        ),
        (None, "[1]", "a message is a JSON object, not [1]"),
        (None, "{}", "there is no message null here; there is new, "),
        (None, '{"type": ["new"]}', 'there is no message ["new"] here; there is new, '),
        (None, '{"type": "press"}', "control must be a text, not null"),
        (None, '{"type": "release", "control": "knob"}', "unknown control 'knob'; "),
        (None, new("go-fish", 4), f"there is no game 'go-fish'; there is {GAMES}"),
        (None, new("get-bit", True), "seats must be a number, not true"),
        (
            None,
            new("get-bit", 7),
            "get-bit: seats must be a number from 2 to 6, not 7",
        ),
        (
            None,
            new("get-bit", 4, memory=1),
            "get-bit: option memory must be one of false, true, not 1",
        ),
        (
            0,
            '{"type": "act", "action": {"card": 1}}',
            "decision must be a text, not null",
        ),
        (0, '{"type": "why", "action": 7}', "action must be an object, not 7"),
        # Whatever is said of these.
        (None, '{"type": "\\ud800"}', ""),
        (None, '{"type": "press", "control": "\\ud800"}', ""),
        (None, '{"type": ' + "9" * 4000 + "}", ""),
        (None, '{"type": "new", "game": "get-bit", "seats": NaN}', ""),
    ],
)
def test_a_page_learns_what_was_not_understood_and_continues(
    served: WebTable, seat: int | None, message: str | bytes, said: str
) -> None:
    before = served.position
    with served.page(seat) as page:
        page.send_raw(message)
        assert page.next("error")["message"].startswith(said)
        page.catch_up()
        assert served.position == before


def test_a_message_nested_however_deep_is_only_not_understood(
    served: WebTable,
) -> None:
    with served.page() as page, served.page(0) as seat:
        # Python gives up at about a thousand, a little earlier in some places.
        for depth in [100, *range(900, 1000), 2000]:
            nest = "[" * depth + "]" * depth
            page.send_raw(f'{{"type": {nest}}}'[:4096])
            page.next("error")
            page.send_raw(
                f'{{"type": "new", "game": "get-bit", "seats": {nest}}}'[:4096]
            )
            page.next("error")
            seat.send_raw(f'{{"type": "act", "action": {nest}}}'[:4096])
            seat.next("error")
        page.catch_up()
        seat.catch_up()


def test_a_message_that_is_far_too_long_closes_that_page_only(
    served: WebTable,
) -> None:
    with served.page() as page, served.page(0) as other:
        page.send_raw("x" * 5000)
        assert closing(page)[0] == 1009
        other.catch_up()


# Acting


def test_a_seat_plays_its_own_action_and_everyone_is_shown(served: WebTable) -> None:
    with served.page() as table, served.page(0) as own, served.page(1) as other:
        for page in (table, own, other):
            page.next("position")
        own.act(choose(0, 3))
        seen = [page.next("position") for page in (table, own, other)]
        assert served.position.choices == (3, 0, 0, 0)
        assert [position["state"]["choices"] for position in seen] == [
            {"red": None},
            {"red": 3},
            {"red": None},
        ]
        assert [position["events"][0]["card"] for position in seen] == [
            None,
            3,
            None,
        ]
        assert [position["can_undo"] for position in seen] == [
            True,
            True,
            False,
        ]


@pytest.mark.parametrize(
    ("action", "rule", "said"),
    [
        (choose(1, 3), "GB-05", catalogue_text("game.own-page", seat="Red")),
        (
            {"type": "line-up", "robot": "red"},
            "GB-05",
            catalogue_text("game.by-chance"),
        ),
        (
            {**choose(0, 3), "robot": "blue"},
            "GB-05",
            catalogue_text("refused.not-own", "get-bit", robot="Blue"),
        ),
        (
            choose(0, 6),
            "GB-01",
            catalogue_text("refused.no-card", "get-bit", last="5", card="6"),
        ),
        (
            {**choose(0, 3), "card": True},
            "GB-05",
            "Choose: card must be a number, not true.",
        ),
    ],
)
def test_only_the_acting_page_learns_of_a_refusal(
    served: WebTable, action: dict[str, Any], rule: str, said: str
) -> None:
    before = served.position
    with served.page() as table, served.page(0) as page, served.page(1) as other:
        for kind in ("act", "why"):
            page.send(kind, action=action)
            assert page.next("told") == {
                "type": "told",
                "legal": False,
                "rule": rule,
                "message": said,
            }
        for other_page in (table, other):
            other_page.catch_up()
            assert not [text for text in other_page.texts if '"told"' in text]
        assert served.position == before


def test_why_says_of_a_legal_action_that_it_is_legal_and_plays_nothing(
    served: WebTable,
) -> None:
    before = served.position
    with served.page(0) as page:
        page.send("why", action=choose(0, 3))
        assert page.next("told") == {
            "type": "told",
            "legal": True,
            "rule": "GB-05",
            "message": catalogue_text("rules.legal"),
        }
        assert served.position == before


def test_a_seat_takes_back_its_own_choice_and_nobody_elses(served: WebTable) -> None:
    with served.page(0) as own, served.page(1) as other:
        own.act(choose(0, 3))
        own.catch_up()
        other.send("undo")
        assert other.next("told") == {
            "type": "told",
            "legal": False,
            "rule": "GB-05",
            "message": catalogue_text("undo.others", owner="Red"),
        }
        assert served.position.choices == (3, 0, 0, 0)
        own.send("undo")
        own.catch_up()
        assert served.position.choices == (0, 0, 0, 0)


def test_a_press_on_the_table_is_answered_on_the_tables_page(
    served: WebTable,
) -> None:
    with served.page() as table, served.page(0) as seat:
        for control in ("seat:0", "ok"):
            table.send("press", control=control)
        assert seat.next("told")["message"] == (
            catalogue_text("refused.no-card", "get-bit", last="5", card="0")
        )
        assert table.next("told") == {
            "type": "told",
            "legal": False,
            "rule": "GB-05",
            "message": catalogue_text("table.cannot-count", seat="Red"),
        }


# The offer


@pytest.fixture
def offered(tmp_path: Path) -> Iterator[WebTable]:
    with sim_table(tmp_path) as table:
        table.start(seed=1)
        table.act(Choose(0, "red", 4))
    with web_table(tmp_path) as served:
        yield served


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "act", "action": choose(1, 3)},
        {"kind": "why", "action": choose(1, 3)},
        {"kind": "undo"},
    ],
)
def test_nobody_plays_or_takes_back_before_the_offer_is_answered(
    offered: WebTable, message: dict[str, Any]
) -> None:
    before = offered.position
    for seat in (0, 1):
        with offered.page(seat) as page:
            assert page.next("position")["phase"] == "offer"
            page.send(**message)
            assert page.next("told") == {
                "type": "told",
                "legal": False,
                "rule": "GB-05",
                "message": FIRST,
            }
    assert offered.position == before


@pytest.mark.parametrize(
    ("answer", "choices"), [("continue", {"red": 4}), ("away", {})]
)
def test_the_tables_page_answers_the_offer(
    offered: WebTable, answer: str, choices: dict[str, int]
) -> None:
    with offered.page() as table, offered.page(0) as seat:
        assert table.next("position")["phase"] == "offer"
        seat.next("position")
        table.send(answer)
        position = table.next("position")
        chosen = position["state"]["chosen"]
        assert (position["phase"], chosen) == ("play", [*choices])
        assert seat.next("position")["state"]["choices"] == choices


# Hands on a drawn table


def lamp(frame: bytes, place: str) -> bytes:
    return frame[3 * BOARD.pixels[place] :][:3]


LIT = bytes([128] * 3)


def until(page: PageAtTable, place: str, lit: bool) -> None:
    """Waits for a frame in which this lamp is white, or is not."""
    while (lamp(page.next_frame(), place) == LIT) is not lit:
        pass


def test_a_press_on_the_page_is_a_real_press_with_a_real_frame(
    served: WebTable,
) -> None:
    with served.page() as page:
        page.next("position")
        page.send("press", control="tile:2,2")
        until(page, "tile:2,2", True)
        page.send("release", control="tile:2,2")
        until(page, "tile:2,2", False)
        page.send("press", control="undo")
        until(page, "undo", True)
        assert served.is_down("undo")
        page.send("release", control="undo")
        until(page, "undo", False)
        assert not served.is_down("undo")


def test_a_page_that_goes_away_lets_go_of_its_buttons(served: WebTable) -> None:
    with served.page() as watcher:
        with served.page() as page:
            page.send("press", control="seat:0")
            page.send("press", control="tile:1,1")
            until(watcher, "tile:1,1", True)
            assert served.is_down("seat:0")
        until(watcher, "tile:1,1", False)
        served.wait_for_pages(1)
        assert not served.is_down("seat:0")


# Requests with ids


def test_a_decision_counts_once_however_often_it_is_sent(served: WebTable) -> None:
    with served.page() as table, served.page(0) as page:
        act = {"action": choose(0, 3), "decision": served.decision(0), "id": "a-1"}
        page.send("act", **act)
        assert page.next("done")["id"] == "a-1"
        undo = {"decision": served.decision(0)}
        page.send("undo", **undo, id="a-2")
        page.next("done")
        # A second tap, before the page has seen what the first one did.
        page.send("undo", **undo, id="a-3")
        assert page.next("told")["message"] == catalogue_text("game.stale")
        path = f"/ws?seat=0&code={served.codes[0]}&take=yes"
        with PageAtTable(served.port, path) as again:
            again.send("act", **act)
            assert again.next_of("done", "told")["type"] == "done"
        assert served.position.choices == (0, 0, 0, 0)
        table.catch_up()
        acts = [json.loads(text) for text in table.texts if '"choose"' in text]
        chosen = [e for each in acts for e in each.get("events", ())]
        assert len(chosen) == 1


def test_every_request_has_one_answer_with_its_id(served: WebTable) -> None:
    with served.page() as host, served.page(0) as seat:
        for kind in ("ping", "story", "past", "again", "new", "nothing", "press"):
            host.send(kind, id=f"id of {kind}")
        for kind in ("why", "bot", "hint", "review"):
            seat.send(kind, id=f"id of {kind}")
        host.catch_up()
        seat.catch_up()
        for page, asked in ((host, 7), (seat, 4)):
            ids = [
                each["id"] for text in page.texts if "id" in (each := json.loads(text))
            ]
            assert len(ids) == len({*ids}) == asked


def test_a_page_learns_its_files_version(served: WebTable) -> None:
    with served.page() as page:
        version = page.next("hello")["version"]
    assert f'data-version="{version}"' in served.get("/").body.decode()


# Secrets


def play_a_whole_game(
    served: WebTable, seats: list[PageAtTable], table: PageAtTable
) -> None:
    """Let every seat play its lowest card from its page until the end."""
    while True:
        position = table.next("position")
        if position["result"]:
            break
        seat = position["pending"]["seats"][0]
        own = next(r for r in served.position.robots if r.seat == seat)
        seats[seat].act(choose(seat, own.hand[0]))
    for page in seats:
        page.catch_up()


@pytest.mark.parametrize("memory", [False, True])
def test_nobody_is_ever_sent_what_their_seat_may_not_see(
    tmp_path: Path, memory: bool
) -> None:
    with web_table(tmp_path, memory=memory) as served, served.page() as table:
        seats = [served.page(seat) for seat in range(4)]
        play_a_whole_game(served, seats, table)
        codes = served.codes
        for viewer, page in [*enumerate(seats), (None, table)]:
            checked = 0
            for text in page.texts:
                if viewer is not None:
                    assert not any(code in text for code in codes)
                data = json.loads(text)
                if data["type"] == "position" and not data["result"]:
                    check_secrets(data, viewer, memory)
                    checked += 1
            assert checked > 10
        for page in seats:
            page.close()


def check_secrets(position: dict[str, Any], viewer: int | None, memory: bool) -> None:
    for name, robot in position["state"]["robots"].items():
        if robot["seat"] != viewer and not robot["out"]:
            assert isinstance(robot["hand"], int)
            assert isinstance(robot["table"], int if memory else list)
        card = position["state"]["choices"].get(name)
        assert card is None or robot["seat"] == viewer
    for action in position["pending"]["legal"]:
        assert action["seat"] == viewer
    for event in position["events"]:
        if event["type"] == "choose" and event["seat"] != viewer:
            assert event["card"] is None
        if event["type"] == "pick-up" and event["seat"] != viewer and memory:
            assert isinstance(event["cards"], int)


def test_the_text_sent_to_others_is_the_same_whatever_a_seat_chooses(
    tmp_path: Path,
) -> None:
    heard = []
    for card in (1, 5):
        with (
            web_table(tmp_path / str(card), memory=True) as served,
            served.page() as table,
            served.page(1) as other,
            served.page(0) as own,
        ):
            # Until then the table's page is told who has come, all at once or not.
            for page in (own, other, table):
                page.catch_up()
                page.texts.clear()
            own.act(choose(0, card))
            own.send("why", action=choose(0, card))
            own.act(choose(0, card))
            own.catch_up()
            other.act(choose(1, 2))
            for page in (table, other):
                page.catch_up()
            texts = [*table.texts, *other.texts]
            # The striker's cool-down ends when it ends.
            texts = [text for text in texts if '"striker"' not in text]
            for seat, code in enumerate(served.codes):
                texts = [text.replace(code, f"code {seat}") for text in texts]
            game = served.decision(1).partition("-")[0]
            texts = [text.replace(game, "this game") for text in texts]
            heard.append((texts, table.frames))
    assert heard[0] == heard[1]


# Parts that fail


def test_a_page_learns_once_who_sits_where(served: WebTable) -> None:
    with served.page(0) as seat, served.page() as host:
        for page in (seat, host):
            page.catch_up()
        told = [text for text in host.texts if text.startswith('{"type": "seats"')]
        assert len(told) == 1
