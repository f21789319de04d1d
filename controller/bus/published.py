"""What the table publishes, as JSON: only what the table's own view shows.

Every message is made from the view, never from the position, so two positions that look
alike at the table publish the same.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from controller.rules.game import Event
from controller.session.clocks import Times
from controller.session.narrator import event_sentences
from controller.session.prompt import prompt
from controller.session.snapshot import Snapshot
from controller.words.files import ENGLISH
from controller.words.table import trouble_sentence
from hardware.parts.registry import Part

# Phases in which events belong to a game.
_PLAYED = ("play", "over")


class Wording(NamedTuple):
    """How publications are worded: in which language, and whether with names."""

    language: str = ENGLISH
    # Whether to publish players' names; otherwise what they play with.
    with_names: bool = False

    def redact(self, now: Snapshot) -> Snapshot:
        """Return the snapshot without names that must not be published."""
        if self.with_names:
            return now
        return now._replace(setup=now.setup._replace(players=()))


class OutputSettings(NamedTuple):
    """What can be set remotely: the brightness in percent, and the sound."""

    brightness: int = 100
    # None without a speaker.
    muted: bool | None = None


def state(now: Snapshot, wording: Wording, output: OutputSettings) -> dict[str, Any]:
    """Return the game on the table, who is asked for what, and the result."""
    shown, situation = wording.redact(now), now.situation
    names, view = shown.names(wording.language), situation.view
    asked = view["pending"]["seats"] if situation.phase == "play" else []
    result = view["result"] if situation.phase == "over" else None
    return {
        "phase": situation.phase,
        "game": now.setup.game,
        "title": situation.match.game.title,
        "players": list(names),
        "asked": asked,
        "turn": ", ".join(names[seat] for seat in asked),
        "prompt": shown.render(prompt(situation).says, wording.language),
        "result": result,
        **output._asdict(),
        **({"clock": clock(now.times)} if now.times else {}),
    }


def clock(times: Times) -> dict[str, Any]:
    """Return each seat's seconds, whole ones, and the seats over their minutes."""
    used = [int(used_s) for used_s in times.used_s]
    return {"minutes": times.minutes, "used": used, "over": times.over}


def winner(now: Snapshot, wording: Wording) -> str:
    """Return who has won the game on the table, or "" while nobody has."""
    result = now.situation.view["result"]
    if now.situation.phase != "over" or not result:
        return ""
    names = wording.redact(now).names(wording.language)
    return ", ".join(names[seat] for seat in result["winners"])


def event(now: Snapshot, events: tuple[Event, ...], wording: Wording) -> Any:
    """Return what just happened, as the table saw it; None for nothing."""
    if not events or now.situation.phase not in _PLAYED:
        return None
    shown = wording.redact(now)
    told = [shown.render(says, wording.language) for says in event_sentences(now)]
    return {
        "game": now.setup.game,
        "events": now.situation.view["events"],
        "says": told,
    }


def troubles(parts: Iterable[Part], now: Snapshot) -> Any:
    """Return each failing part, and what to do about it."""
    return [
        {"part": part.name, "says": now.render(says)}
        for part in parts
        if (says := trouble_sentence(part))
    ]
