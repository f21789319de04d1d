"""What the table itself says, whatever game is on it."""

from collections.abc import Mapping, Sequence

from controller.rules.sentence import Says, Sentence, say
from controller.words.notice import Notice, announcement

# What the controls do where no game is being played, by phase.
AT_REST: Mapping[str, str] = {
    "choose": "choose a game: `next` shows another one, `ok` plays this one",
    "offer": "an unfinished game waits: `ok` goes on with it, `undo` puts it away",
    "over": "the game is over: `ok` starts another one, `undo` takes nothing back",
}

NOTHING_REFUSED = say("reply.nothing-refused")
ALL_RIGHT = say("reply.all-right")
NO_DRAW_MEANWHILE = (
    "no card is drawn while `why` is down: pass it again once `why` is up"
)


def changed(part: str, trouble: str | None) -> Says:
    """What is wrong with a part now, or that it is well again."""
    if trouble is None:
        return say("works-again", part=part)
    return say("trouble", trouble=f"{part}: {trouble}")


def together(sentences: Sequence[Says]) -> Says:
    """One after the other, as one."""
    if len(sentences) < 2:
        return sentences[0] if sentences else ""
    first, *rest = sentences
    values = {"first": as_value(first), "then": as_value(together(rest))}
    return Sentence("together", values)


def as_value(says: Says) -> Sentence:
    """A sentence that is put into another one."""
    return says if isinstance(says, Sentence) else Sentence(says, {})


def repeated(last: Notice | None, phase: str, troubles: list[str]) -> Notice | None:
    """What `why` says: the last refusal again, and what is wrong with the table."""
    notice = last or announcement("")
    wrong = [say("trouble", trouble=trouble) for trouble in troubles]
    sentences: list[Says] = [AT_REST.get(phase, ""), notice.says, *wrong]
    says = together([each for each in sentences if each])
    return notice._replace(says=says) if says else None
