"""What rules have to say to people: a key of a catalogue, and what is put into it.

Rules give a ruling and its values, never prose: `say("on-table", card=4, robot="red")`.
What the key says is in the game's `words/en.toml`, and in one file for each other
language; `controller/words` puts the values in. A key without values is just itself.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias


class Sentence(NamedTuple):
    """Written as JSON it is `[key, values]`."""

    key: str
    # Texts, numbers, None, sentences, and tuples of these.
    values: Mapping[str, Any]


Says: TypeAlias = str | Sentence


def say(key: str, **values: Any) -> Sentence:
    return Sentence(key, values)


def sentence_of(written: Any) -> Sentence | None:
    """A sentence that was written as JSON; None where it is none."""
    match written:
        case [str(key), dict(values)]:
            return Sentence(key, {n: _value_of(v) for n, v in values.items()})
    return None


def _value_of(written: Any) -> Any:
    if not isinstance(written, list):
        return written
    return sentence_of(written) or tuple(map(_value_of, written))


def with_values(says: Says, **values: Any) -> Sentence:
    """The same, with more to put in; what it has itself stays."""
    key, own = says if isinstance(says, Sentence) else (says, {})
    return Sentence(key, {**values, **own})
