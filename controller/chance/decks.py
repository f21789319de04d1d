"""The enrolled decks, with the tag on each card: `cards.toml` in the state folder.

[hai-noon]
"04a2b3c4d5e680" = "red-cage"
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from controller import games
from controller.basics.errors import UndertowError
from controller.basics.files import beside, regular, write_new
from controller.storage import private
from controller.tabletop.staging import DeckCard

FILE = "cards.toml"
_UID = re.compile(r"[0-9a-f]{2,20}")


class BadDecks(UndertowError):
    """A file of decks that cannot be read or written."""


class TaggedCard(NamedTuple):
    game: str
    label: str


class MissingTags(NamedTuple):
    card: DeckCard
    number: int


class EnrolledDecks:
    def __init__(self, path: Path) -> None:
        """Read the file, if it exists; raises BadDecks."""
        self._path = path
        self._known = _read(path)

    def find(self, uid: str) -> TaggedCard | None:
        return self._known.get(uid)

    def games(self) -> list[str]:
        return sorted({known.game for known in self._known.values()})

    def count(self, game: str) -> Counter[str]:
        """Return the number of tags of each card of this game."""
        return Counter(k.label for k in self._known.values() if k.game == game)

    def missing(self, game: str, deck: Iterable[DeckCard]) -> list[MissingTags]:
        """Return the cards of this deck that need more tags."""
        have = self.count(game)
        return [
            MissingTags(card, card.copies - have[card.label])
            for card in deck
            if have[card.label] < card.copies
        ]

    def is_whole(self, game: str, deck: Sequence[DeckCard], seats: int) -> bool:
        """Return whether all cards for this number of seats have tags."""
        used = [card for card in deck if card.seat is None or card.seat < seats]
        return bool(used) and not self.missing(game, used)

    def add(self, uid: str, known: TaggedCard) -> None:
        self._write({**self._known, uid: known})

    def remove(self, uid: str) -> None:
        self._write({u: known for u, known in self._known.items() if u != uid})

    def forget(self, game: str) -> int:
        """Free the tags of this game's cards; return how many there were."""
        kept = {u: known for u, known in self._known.items() if known.game != game}
        number = len(self._known) - len(kept)
        self._write(kept)
        return number

    def _write(self, known: dict[str, TaggedCard]) -> None:
        """Write the file atomically and durably."""
        try:
            private.make_folder(self._path.parent)
            making = beside(self._path, ".making")
            write_new(making, _as_toml(known).encode()).replace(self._path)
        except OSError as error:
            raise BadDecks(f"{self._path}: {error.strerror or error}") from None
        self._known = known


def title_of(game: str) -> str:
    """Return a game's title, or its name if the game is no longer installed."""
    try:
        title: str = games.find(game).title
    except games.NoSuchGame:
        return game
    return title


def _as_toml(known: dict[str, TaggedCard]) -> str:
    lines = ["# Which tag is on which card: written by `undertow cards enroll`."]
    for game in sorted({each.game for each in known.values()}):
        lines += ["", f"[{game}]"]
        lines += [
            f"{json.dumps(uid)} = {json.dumps(each.label)}"
            for uid, each in known.items()
            if each.game == game
        ]
    return "\n".join([*lines, ""])


def _read(path: Path) -> dict[str, TaggedCard]:
    try:
        sections = tomllib.loads(regular(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadDecks(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadDecks(_problem(path, f"cannot be read ({error})")) from None
    known: dict[str, TaggedCard] = {}
    for game, tags in sections.items():
        if not isinstance(tags, dict):
            raise BadDecks(_problem(path, f"{game} is not a section of tags"))
        for uid, label in tags.items():
            if not _UID.fullmatch(uid) or not isinstance(label, str):
                words = f"[{game}] {uid[:30]!r} is not a tag's number with its card"
                raise BadDecks(_problem(path, words))
            if uid in known:
                words = f"tag {uid} is in [{known[uid].game}] and in [{game}]"
                raise BadDecks(_problem(path, words))
            known[uid] = TaggedCard(game, label)
    return known


def _problem(path: Path, wrong: str) -> str:
    return f"{path}: {wrong}; correct the file, or move it away and enroll again"
