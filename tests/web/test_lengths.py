"""Lengths over https: a listener learns nothing of what a seat has drawn."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from controller import games
from controller.chance.decks import FILE, Enrolled
from controller.web.tls import tls_context
from hardware.readings import TagSeen
from tests.golden.tls import CERTIFICATE, KEY
from tests.support.told_table import dealing_with, enroll
from tests.support.webtable import PATIENCE_S, PageAtTable, WebTable, web_table
from tests.web.test_tls import trusting


class Listener:
    """Somebody between a page and the table, who counts what the page is sent."""

    def __init__(self, port: int, stack: ExitStack) -> None:
        where = "127.0.0.1", port
        self._table = stack.enter_context(socket.create_connection(where, PATIENCE_S))
        inner, self.page = map(stack.enter_context, socket.socketpair())
        self.heard = 0
        for ends in ((self._table, inner), (inner, self._table)):
            Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):  # it ends when one of them is closed
            while data := one.recv(65536):
                if one is self._table:
                    self.heard += len(data)
                other.sendall(data)


@pytest.fixture(params=["hai-noon", "hold-your-breath", "hold-your-ground"])
def dealt(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[WebTable, dict[str, list[str]]]]:
    """A table that waits for real cards, and the tags of its deck."""
    # One card may follow another at once.
    monkeypatch.setattr("controller.chance.shoe.TOGETHER_S", 0)
    enrolled = Enrolled(tmp_path / FILE)
    tags = enroll(enrolled, request.param)
    make, tls = dealing_with(enrolled), tls_context(str(CERTIFICATE), str(KEY))
    with web_table(tmp_path, 2, game=request.param, make_dealer=make, tls=tls) as table:
        yield table, tags


@pytest.mark.parametrize("compression", ["deflate", None])
def test_whatever_card_is_drawn_the_seat_is_sent_as_many_bytes(
    dealt: tuple[WebTable, dict[str, list[str]]], compression: str | None
) -> None:
    served, tags = dealt
    game = served.run(lambda: served.table.setup.game)
    heard: dict[str, int] = {}
    with ExitStack() as stack:
        host = stack.enter_context(page(served, "/ws", None))
        listener = Listener(served.port, stack)
        path = f"/ws?seat=0&code={served.codes[0]}"
        seat = stack.enter_context(page(served, path, compression, listener.page))
        for card, (tag, *_) in tags.items():
            host.send("new", game=game, seats=2, options={"first": 0})
            host.catch_up()
            seat.catch_up()
            before = listener.heard, hand(served)
            served.run(partial(served.table.reading, TagSeen("shoe", tag)))
            seat.catch_up()
            if hand(served) != before[1]:
                heard[card] = listener.heard - before[0]
    deck = games.deck(games.find(game))
    assert [*heard] == [card.label for card in deck if card.seat in (None, 0)]
    assert len(set(heard.values())) == 1, heard


def page(
    served: WebTable,
    path: str,
    compression: str | None,
    sock: socket.socket | None = None,
) -> PageAtTable:
    return PageAtTable(
        served.port,
        path,
        scheme="wss",
        ssl=trusting(),
        sock=sock,
        compression=compression,
    )


def hand(served: WebTable) -> object:
    """The first seat's cards."""
    match = served.table.match
    return served.run(lambda: match.game.state(match.position, 0)["hands"][0])
