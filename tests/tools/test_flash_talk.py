"""The short conversation with a board before and after flashing."""

import os
import pty
import tty
from collections.abc import Iterator
from typing import Any

import pytest

from controller.tools.flash import talk
from controller.tools.flash.talk import (
    Line,
    ask_hello,
    ask_to_wait,
)
from firmware.board import VERSION
from firmware.messages import AskHello, Hello, Message, Update, unpack
from firmware.wire import Decoder, frame
from hardware.backend import LineLost
from wiring.boardmap import load
from wiring.tables import tables_hash

DEPTH = load().boards[0]
EPOCH = 77


def hello(nonce: int = 1, **changed: Any) -> Hello:
    answer = Hello(
        nonce, EPOCH, 0, VERSION, tables_hash(DEPTH), DEPTH.name, DEPTH.usb_serial
    )
    for name, value in changed.items():
        setattr(answer, name, value)
    return answer


class Peer:
    """A board by script: to each question it has one answer, until it has no more."""

    def __init__(self, device: int, port: str) -> None:
        self.port = port
        self._device = device
        self._decoder = Decoder()

    def asked(self) -> list[tuple[bytes, Message | None]]:
        """The bytes that came, and the messages in them."""
        data = os.read(self._device, 4096)
        return [(data, unpack(raw)) for raw in self._decoder.feed(data)]

    def goes(self) -> None:
        if self._device >= 0:
            os.close(self._device)
        self._device = -1

    def says(self, data: bytes) -> None:
        os.write(self._device, data)


@pytest.fixture
def peer() -> Iterator[Peer]:
    device, plug = pty.openpty()
    tty.setraw(plug)
    peer = Peer(device, os.ttyname(plug))
    yield peer
    peer.goes()
    os.close(plug)


class Answering(Line):
    """A line whose board answers as soon as it is asked."""

    def __init__(self, peer: Peer, answers: list[bytes]) -> None:
        super().__init__(peer.port)
        self.peer = peer
        self.answers = answers
        self.questions: list[AskHello] = []

    def send(self, message: Message) -> None:
        super().send(message)
        ((_, question),) = self.peer.asked()
        assert isinstance(question, AskHello)
        self.questions.append(question)
        if self.answers:
            answer = self.answers.pop(0)
            right = frame(0, hello(question.nonce).pack())
            self.peer.says(answer.replace(b"RIGHT", right))


def test_only_the_answer_to_this_question_counts(peer: Peer) -> None:
    late = b"\0" + frame(0, hello(0).pack()) + frame(1, hello(65536 // 2).pack())
    with Answering(peer, [late + b"noise\0RIGHT"]) as line:
        answer = ask_hello(line, 30)
        assert answer == hello(line.questions[0].nonce)
        assert len(line.questions) == 1


def test_it_asks_again_with_the_same_number(peer: Peer) -> None:
    with Answering(peer, [b"", b">>> \r\n\0RIGHT"]) as line:
        assert ask_hello(line, 30) == hello(line.questions[0].nonce)
        assert len({question.nonce for question in line.questions}) == 1
        assert len(line.questions) == 2


def test_nothing_that_is_asked_means_anything_at_a_prompt() -> None:
    meant = {1, 2, 3, 4, 5, 10, 13}
    for _ in range(2000):
        question = talk.new_question()
        typed = frame(talk.SEQUENCE, question.pack())
        assert not meant & set(typed), typed.hex(" ")
        assert 1 <= question.nonce <= 0xFFFF


def test_a_board_is_asked_to_wait_in_its_own_epoch(
    peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.tools.flash.talk.GOING_S", 0.0)
    with Line(peer.port) as line:
        ask_to_wait(line, hello())
        ((_, said),) = peer.asked()
    assert said == Update(EPOCH)


def test_a_board_that_goes_away_is_no_accident(peer: Peer) -> None:
    with Line(peer.port) as line:
        peer.goes()
        with pytest.raises(LineLost):
            line.hear()
