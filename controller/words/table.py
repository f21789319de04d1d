"""What the table itself says, whichever game is on it."""

from collections.abc import Iterable, Sequence

from controller.basics.sentence import Says, Sentence, say
from controller.words.notice import Notice, announcement
from hardware.parts.registry import Part

NOTHING_REFUSED = say("reply.nothing-refused")
RECAP = say("reply.recap")
ALL_RIGHT = say("reply.all-right")
NO_DRAW_MEANWHILE = say("shoe.why-is-down")


def changed(part: Part) -> Says:
    """Return a sentence about what is wrong with a part, or that it works again."""
    return trouble_sentence(part) or say("works-again", part=part.name)


def trouble_sentence(part: Part) -> Sentence | None:
    """Describe what is wrong with a part, in its driver's words or in ours."""
    if part.trouble is None:
        return None
    return say("trouble", part=part.name, trouble=part.told or part.trouble)


def joined(sentences: Sequence[Says]) -> Says:
    """Join sentences into one."""
    if len(sentences) < 2:
        return sentences[0] if sentences else ""
    first, *rest = sentences
    return say("together", first=as_value(first), then=as_value(joined(rest)))


def as_value(says: Says) -> Sentence:
    """Wrap a sentence so that it can be a value of another."""
    return says if isinstance(says, Sentence) else Sentence(says, {})


def with_troubles(
    last: Notice | None, at_rest: Says | None, parts: Iterable[Part]
) -> Notice | None:
    """Repeat the last refusal, and describe what is wrong with the table."""
    notice = last or announcement("")
    sentences = [at_rest, notice.says, *map(trouble_sentence, parts)]
    says = joined([each for each in sentences if each])
    return notice._replace(says=says) if says else None
