"""Sentences as people read them, in English unless a test says otherwise."""

import re
from collections.abc import Sequence
from typing import Any

from controller import games
from controller.basics.sentence import Says, say, sentence_of
from controller.rules.game import AnyGame, Refusal
from controller.words.catalogue import PLACEHOLDER, Catalogue
from controller.words.files import ENGLISH, catalogue


def as_sentence(written: Any) -> Any:
    """Read a sentence as it comes over the wire."""
    return sentence_of(written) or written


def table_words(language: str = ENGLISH) -> Catalogue:
    """Return the table's own words."""
    return catalogue(None, language)


def said(
    game: AnyGame | None,
    says: Says,
    seats: int | None = None,
    players: Sequence[str] = (),
    language: str = ENGLISH,
) -> str:
    """Return the sentence at a table of this many seats, or of the most."""
    if game is None:
        return table_words(language).render(says)
    words = games.words(game.name, language)
    teams = game.teams(game.seats[1] if seats is None else seats)
    return words.render(says, words.seats(teams, players))


def instead(
    key: str, waits: str, asked: int | None, seat: int | None, **more: Any
) -> Says:
    """Return the refusal of an action while the game waits for something else."""
    waiting = say(waits, asked=asked, **more)
    return say(key, waits=waiting, asked=asked, seat=seat)


def told(refusal: object, **words: str) -> tuple[str, str]:
    """Return the ruling and its sentence, in a game with only these words."""
    assert isinstance(refusal, Refusal)
    entries = {**table_words().entries, **words}
    return refusal.rule, Catalogue(entries).render(refusal.says)


def catalogue_text(key: str, game: str = "", /, **values: object) -> str:
    """Return the English sentence of a key with these values."""
    words = games.words(game) if game else table_words()
    return PLACEHOLDER.sub(
        lambda found: str(values.get(found["name"], found[0])), words.entries[key]
    )


def like(
    key: str, game: str = "", language: str = ENGLISH, /, **values: object
) -> re.Pattern[str]:
    """Return a pattern for the sentence of a key, whatever is put into it."""
    words = games.words(game, language) if game else table_words(language)
    text = re.sub("[`*]", "", words.entries[key]).strip()
    parts = PLACEHOLDER.sub(
        lambda found: str(values.get(found["name"], "\0")), text
    ).split("\0")
    return re.compile(".+".join(map(re.escape, parts)))
