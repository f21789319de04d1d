"""Who may see what: a position as the engine protocol writes it."""

from collections.abc import Iterable
from typing import Any

from controller.rules.game import AnyGame, Event, Viewer
from controller.rules.match import Entries
from controller.rules.records import to_json


def events_of(entries: Entries) -> tuple[Event, ...]:
    return tuple(event for entry in entries for event in entry.events)


def show(
    game: AnyGame, position: Any, viewer: Viewer, events: Iterable[Event]
) -> dict[str, Any]:
    result = game.result(position)
    return {
        "events": [game.veil(position, event, viewer) for event in events],
        "state": game.state(position, viewer),
        "pending": _pending(game, position, viewer),
        "result": result and result._asdict(),
    }


def _pending(game: AnyGame, position: Any, viewer: Viewer) -> dict[str, Any]:
    if game.result(position) is not None:
        return {"by": "nobody", "seats": [], "legal": []}
    outcomes = game.chance(position)
    if outcomes:
        total = sum(outcome.weight for outcome in outcomes)
        listed = [{**to_json(o.action), "p": o.weight / total} for o in outcomes]
        # What is in the deck is nobody's to know.
        return {"by": "chance", "seats": [], "legal": listed if viewer is None else []}
    legal = game.legal(position)
    return {
        "by": "seats",
        "seats": sorted({action.seat for action in legal}),
        "legal": [to_json(a) for a in legal if viewer is None or a.seat == viewer],
    }
