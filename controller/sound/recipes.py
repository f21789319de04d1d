"""The recipes of all sounds, read from `recipes.toml` and checked."""

from pathlib import Path
from typing import Annotated, NamedTuple

from controller.basics.sheet import WORD, Sheet, choice, whole
from controller.sound.cues import MUSIC

OURS = Path(__file__).with_name("recipes.toml")
LONGEST_MS = 1500
# The length of the music's loop; a longer tone goes on into the next round.
LOOP_MS = 4000


class Tone(NamedTuple):
    """One tone of a cue."""

    cue: Annotated[str, WORD]
    wave: Annotated[str, choice("sine", "triangle", "noise")]
    for_ms: Annotated[int, whole(20, LONGEST_MS)]
    from_hz: Annotated[int, whole(30, 8000)]
    to_hz: Annotated[int | None, whole(30, 8000)] = None
    at_ms: Annotated[int, whole(0, LOOP_MS - 1)] = 0
    shape: Annotated[str, choice("ring", "hold", "swell")] = "ring"
    level: Annotated[int, whole(1, 100)] = 100


class _Nothing(NamedTuple):
    """The keys above the sections: none."""


def load(path: Path = OURS) -> dict[str, list[Tone]]:
    """Return the tones of each cue; raise SheetError, which names the line."""
    sheet = Sheet(path, "the recipes of the sounds")
    sheet.top(_Nothing, ("tone",))
    cues: dict[str, list[Tone]] = {}
    for row, tone in enumerate(sheet.rows("tone", Tone)):
        end_ms = tone.at_ms + tone.for_ms
        if end_ms > LONGEST_MS and tone.cue != MUSIC:
            words = (
                f"this tone of {tone.cue} ends after {end_ms} ms, but a cue has "
                f"{LONGEST_MS} ms at most; begin it sooner or make it shorter"
            )
            raise sheet.error(("tone", row, "for_ms"), words)
        cues.setdefault(tone.cue, []).append(tone)
    return cues
