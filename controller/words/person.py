"""Valid names for people: any script and any emoji, as long as it is visible."""

from unicodedata import category, normalize

from controller.basics.errors import BadRequest
from controller.basics.sentence import Says, say
from controller.words.files import in_english

# As people count letters. The size of a letter is bounded too, for the journal.
LONGEST = 24
LONGEST_CODE_POINTS = 300

_JOINER = "\u200d"
# Of the invisible characters, only these change how a name looks: joiners, and flags'
# tags.
_SHAPING = {"\u200c", _JOINER, *map(chr, range(0xE0020, 0xE0080))}
# Letters and symbols that are drawn as nothing.
_BLANK = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\U0001d159"}
_SKINS = range(0x1F3FB, 0x1F400)
_FLAG_LETTERS = range(0x1F1E6, 0x1F200)
# Vowels and last consonants of a Korean syllable.
_SYLLABLE_ENDS = range(0x1160, 0x1200)


class BadName(BadRequest):
    """An invalid name; `says` is the reason, as a key with values."""

    def __init__(self, says: Says, seat: int | None = None) -> None:
        super().__init__(in_english(says))
        self.says = says
        # The player whose name it was to be, if several were given.
        self.seat = seat


def checked_name(text: str) -> str:
    """Return the normalised name, "" if nothing was typed; raises BadName."""
    name = normalize("NFC", " ".join(text.split()))
    seen = "".join(c for c in name if category(c) != "Cf" or c in _SHAPING)
    if any(category(char) in ("Cc", "Cs") for char in seen):
        raise BadName(say("name.control"))
    if name and not any(map(_is_visible, seen)):
        raise BadName(say("name.blank"))
    if letters(seen) > LONGEST or len(seen) > LONGEST_CODE_POINTS:
        raise BadName(say("name.long", most=LONGEST))
    return seen


def given_name(text: str) -> str:
    """Return the normalised name; raises BadName, even if nothing was typed."""
    name = checked_name(text)
    if not name:
        raise BadName(say("name.blank"))
    return name


def letters(name: str) -> int:
    """Return how many letters a person sees: an accent or a skin tone is none."""
    count, before, is_half_a_flag = 0, "", False
    for char in name:
        code = ord(char)
        is_flag = code in _FLAG_LETTERS
        goes_on = (
            category(char).startswith("M")
            or char in _SHAPING
            or code in _SKINS
            or (code in _SYLLABLE_ENDS and before != "")
            or before == _JOINER
            or (is_flag and is_half_a_flag)
        )
        count += not goes_on
        is_half_a_flag = is_flag and not goes_on
        before = char
    return count


def _is_visible(char: str) -> bool:
    # An emoji that is newer than this Python has no category yet.
    return category(char)[0] in "LNPSC" and char not in _BLANK | _SHAPING
