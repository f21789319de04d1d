"""Sentences for people: a catalogue key, and the values for its placeholders.

Rules return a ruling and its values, never prose: `say("on-table", card=4,
robot="red")`. The game's `words/en.toml` has a sentence for each key, and each further
language has its own file; `controller/words` fills in the values. A key without values
is just a string. A game without such files uses `verbatim` texts.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias


class Sentence(NamedTuple):
    """A key and its values; as JSON, `[key, values]`."""

    key: str
    # Strings, numbers, None, sentences, and tuples of these.
    values: Mapping[str, Any]


Says: TypeAlias = str | Sentence


def say(key: str, **values: Any) -> Sentence:
    """Return the sentence for this key, with these values for its placeholders."""
    return Sentence(key, values)


def verbatim(text: str) -> Sentence:
    """Return a text that is in no catalogue, such as a driver's own message."""
    return say("as-it-is", text=text)


def keys_in(says: Says) -> Iterator[str]:
    """Yield every key that rendering this looks up."""
    if isinstance(says, str):
        yield says
        return
    yield says.key
    for value in says.values.values():
        is_list = isinstance(value, tuple | list) and not isinstance(value, Sentence)
        for each in value if is_list else (value,):
            if isinstance(each, Sentence):
                yield from keys_in(each)


def sentence_of(written: Any) -> Sentence | None:
    """Return the sentence that this JSON encodes, or None."""
    match written:
        case [str(key), dict(values)]:
            return Sentence(key, {n: _value_of(v) for n, v in values.items()})
    return None


def _value_of(written: Any) -> Any:
    if not isinstance(written, list):
        return written
    return sentence_of(written) or tuple(map(_value_of, written))


def with_values(says: Says, **values: Any) -> Sentence:
    """Add values to a sentence, but keep those that it already has."""
    key, own = says if isinstance(says, Sentence) else (says, {})
    return Sentence(key, {**values, **own})
