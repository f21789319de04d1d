"""A board at the other end of the wire, played by the test."""

import pytest

from tests.support.board_peer import Conversation


@pytest.fixture
def talk() -> Conversation:
    """A conversation that has not begun."""
    return Conversation()


@pytest.fixture
def live(talk: Conversation) -> Conversation:
    """A conversation with a board that is live."""
    talk.go_live()
    talk.read.clear()
    return talk
