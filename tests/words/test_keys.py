"""Every key that the program says is in the catalogues, and nothing else is."""

from controller.testing.keys import CONTROLLER, unsaid, unused


def test_every_key_that_is_said_is_in_the_words() -> None:
    assert [*unsaid(CONTROLLER)] == []


def test_every_key_in_the_words_is_said_somewhere() -> None:
    assert [*unused(CONTROLLER)] == []
