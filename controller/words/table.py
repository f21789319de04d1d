"""What the table itself says, whatever game is on it."""

from collections.abc import Mapping

from controller.words.notice import Notice, announcement

# What the controls do where no game is being played, by phase.
AT_REST: Mapping[str, str] = {
    "choose": "choose a game: `next` shows another one, `ok` plays this one",
    "offer": "an unfinished game waits: `ok` goes on with it, `undo` puts it away",
    "over": "the game is over: `ok` starts another one, `undo` takes nothing back",
}

NOTHING_REFUSED = (
    "Nothing was refused. Hold why and try something: you hear whether it can be done."
)
ALL_RIGHT = "All pieces stand where they belong."
NO_DRAW_MEANWHILE = (
    "no card is drawn while `why` is down: pass it again once `why` is up"
)


def repeated(last: Notice | None, phase: str, troubles: list[str]) -> Notice | None:
    """What `why` says: the last refusal again, and what is wrong with the table."""
    notice = last or announcement("")
    sentences = [AT_REST.get(phase, ""), notice.message, *troubles]
    words = "; ".join(filter(None, sentences))
    return notice._replace(message=words) if words else None
