"""A board at the other end of the wire, played by the test."""

import pytest

from tests.support.board_peer import Conversation


@pytest.fixture
def talk() -> Conversation:
    """Nothing has been said yet."""
    return Conversation()


@pytest.fixture
def live(talk: Conversation) -> Conversation:
    """The board has said all that it has to say at first."""
    talk.go_live()
    talk.read.clear()
    return talk
