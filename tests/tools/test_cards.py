"""Enrolled decks: a file maps tags to cards, enrolled one by one."""

import subprocess
import sys
from pathlib import Path

import pytest

from controller import games
from controller.chance.decks import FILE, BadDecks, EnrolledDecks, TaggedCard
from controller.service.settings import Settings
from controller.tools.cards import Enrolling, cards
from hardware.readings import Pressed, TagSeen

HAI_NOON = games.find("hai-noon")


@pytest.fixture
def enrolled(tmp_path: Path) -> EnrolledDecks:
    return EnrolledDecks(tmp_path / FILE)


# The file


def test_a_tag_is_known_after_a_restart(
    tmp_path: Path, enrolled: EnrolledDecks
) -> None:
    enrolled.add("04a1b2c3", TaggedCard("hai-noon", "red-cage"))
    enrolled.add("04a1b2c4", TaggedCard("hold-your-ground", "green n2"))
    again = EnrolledDecks(tmp_path / FILE)
    assert again.find("04a1b2c3") == TaggedCard("hai-noon", "red-cage")
    assert again.find("04a1b2c4") == TaggedCard("hold-your-ground", "green n2")
    assert again.find("04a1b2c5") is None
    assert again.games() == ["hai-noon", "hold-your-ground"]


def test_a_deck_is_whole_with_all_copies_of_all_cards(enrolled: EnrolledDecks) -> None:
    deck = games.deck(HAI_NOON)
    assert sum(card.copies for card in deck) == 48
    number = 0
    for card in deck:
        for _ in range(card.copies):
            assert not enrolled.is_whole("hai-noon", deck, 4)
            number += 1
            enrolled.add(f"04{number:04x}", TaggedCard("hai-noon", card.label))
    assert enrolled.is_whole("hai-noon", deck, 4)
    assert not enrolled.is_whole("get-bit", (), 4), "no deck is no whole one"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[hai-noon", "cannot be read (Expected ']'"),
        ("x = 1", "x is not a section of tags"),
        ("[hai-noon]\n04a1 = 3", "[hai-noon] '04a1' is not a tag's number"),
        ('[hai-noon]\nZZ = "wild"', "[hai-noon] 'ZZ' is not a tag's number"),
        (
            '[hai-noon]\n04a1 = "wild"\n[get-bit]\n04a1 = "red 4"',
            "tag 04a1 is in [hai-noon] and in [get-bit]",
        ),
    ],
)
def test_a_file_that_is_wrong_is_named_with_what_mends_it(
    tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / FILE
    path.write_text(text)
    with pytest.raises(BadDecks) as bad:
        EnrolledDecks(path)
    assert str(bad.value).startswith(f"{path}: {words}")
    assert str(bad.value).endswith("correct the file, or move it away and enroll again")
    assert path.read_text() == text


def test_what_cannot_be_written_is_not_enrolled(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    enrolled = EnrolledDecks(tmp_path / "none" / FILE)
    (tmp_path / "none").write_text("a file where the folder should be")
    with pytest.raises(BadDecks):
        enrolled.add("04a1", TaggedCard("hai-noon", "wild"))
    assert enrolled.find("04a1") is None


# Enrolling


class Walk:
    def __init__(self, enrolled: EnrolledDecks, game: str = "hai-noon") -> None:
        self.said: list[str] = []
        self.ended = 0
        found = games.find(game)
        deck = games.deck(found)
        self.walk = Enrolling(found, deck, enrolled, self.said.append, self._end)
        self.walk.start()

    def _end(self) -> None:
        self.ended += 1

    def tag(self, uid: str) -> str:
        """What is said about this one."""
        before = len(self.said)
        self.walk.reading(TagSeen("play", uid))
        return " ".join(self.said[before:])

    def press(self, control: str) -> str:
        before = len(self.said)
        self.walk.reading(Pressed(control))
        return " ".join(self.said[before:])


def test_each_card_is_asked_for_with_its_number_of_copies(
    enrolled: EnrolledDecks,
) -> None:
    walk = Walk(enrolled)
    assert (
        walk.said[-1]
        == "[0 of 48] Next: blue “Cage / Harpoon”, 2 of them one after the other."
    )
    assert walk.tag("04a1") == (
        "blue “Cage / Harpoon”: tag 04a1 [1 of 48] Next: blue “Cage / Harpoon”."
    )
    assert walk.tag("04a2") == (
        "blue “Cage / Harpoon”: tag 04a2 [2 of 48] Next: blue “Camouflage”."
    )
    assert enrolled.count("hai-noon") == {"blue-cage": 2}


def test_a_whole_deck_ends_the_walk(enrolled: EnrolledDecks) -> None:
    walk = Walk(enrolled, "get-bit")
    for number in range(42):
        assert walk.ended == 0
        walk.tag(f"04{number:04x}")
    assert (walk.ended, walk.said[-1]) == (
        1,
        "The deck of GET BIT! is complete: 42 of 42.",
    )
    assert enrolled.is_whole("get-bit", games.deck(games.find("get-bit")), 6)
    walk.tag("04ffff")
    assert enrolled.find("04ffff") is None


def test_a_tag_that_is_enrolled_already_is_refused_and_named(
    enrolled: EnrolledDecks,
) -> None:
    enrolled.add("04b1", TaggedCard("hold-your-breath", "kraken"))
    walk = Walk(enrolled)
    walk.tag("04a1")
    assert "blue “Cage / Harpoon” of HAI NOON" in walk.tag("04a1")
    assert "Kraken of HOLD YOUR BREATH!" in walk.tag("04b1")
    assert enrolled.find("04b1") == TaggedCard("hold-your-breath", "kraken")
    assert sum(enrolled.count("hai-noon").values()) == 1


def test_who_breaks_off_goes_on_where_he_was(
    tmp_path: Path, enrolled: EnrolledDecks
) -> None:
    walk = Walk(enrolled)
    walk.tag("04a1")
    walk.walk.key("quit")
    assert walk.ended == 1
    assert walk.said[-1].startswith("1 of 48 cards are enrolled; blue “Cage / Harp")
    assert walk.said[-1].endswith(": undertow cards enroll hai-noon")
    again = Walk(EnrolledDecks(tmp_path / FILE))
    assert again.said[-1] == "[1 of 48] Next: blue “Cage / Harpoon”."


def test_undo_takes_the_last_tag_back(enrolled: EnrolledDecks) -> None:
    walk = Walk(enrolled)
    assert walk.press("undo") == "There is nothing to undo."
    walk.tag("04a1")
    walk.tag("04a2")
    assert walk.press("undo").startswith("blue “Cage / Harpoon” is undone. [1 of ")
    assert enrolled.find("04a2") is None
    walk.press("undo")
    assert walk.tag("04a2").startswith("blue “Cage / Harpoon”: tag 04a2")


def test_only_the_play_reader_enrolls(enrolled: EnrolledDecks) -> None:
    walk = Walk(enrolled)
    walk.walk.reading(TagSeen("shoe", "04a1"))
    assert enrolled.games() == []


# The command


def test_forgetting_frees_the_tags(
    tmp_path: Path, enrolled: EnrolledDecks, capsys: pytest.CaptureFixture[str]
) -> None:
    enrolled.add("04a1", TaggedCard("hai-noon", "wild"))
    assert cards("forget", "hai-noon", Settings(state=tmp_path)) == 0
    assert capsys.readouterr().out.startswith("hai-noon: ")
    assert EnrolledDecks(tmp_path / FILE).games() == []
    assert cards("forget", "hai-noon", Settings(state=tmp_path)) == 1
    words = "undertow: no deck of 'hai-noon' is enrolled; there is none\n"
    assert capsys.readouterr().err == words


def test_the_command_enrolls_what_is_typed_at_a_simulated_table(
    tmp_path: Path,
) -> None:
    """A tag that is typed lies on the reader; the end of the input ends the walk."""
    run = subprocess.run(
        [
            *(
                sys.executable,
                "-m",
                "controller.cli.main",
                "cards",
                "enroll",
                "hai-noon",
            ),
            *("--state", str(tmp_path), "--backend", "sim"),
        ],
        input="n\nx\nu\n",
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert "blue “Cage / Harpoon” is skipped for now." in lines
    assert any(line.startswith("Type n (next), u (undo)") for line in lines)
    assert "There is nothing to undo." in lines
    assert lines[-1].startswith("0 of 48 cards are enrolled; ")
