"""Who may see what: a position as the engine protocol writes it."""

from collections.abc import Iterable, Sequence
from typing import Any

from controller.rules.codec import to_json
from controller.rules.deals import Draw
from controller.rules.game import AnyGame, Event, State, Viewer
from controller.rules.match import Entries, Match, StoryLine


def events_of(entries: Entries) -> tuple[Event, ...]:
    return tuple(event for entry in entries for event in entry.events)


def show(
    game: AnyGame,
    position: Any,
    viewer: Viewer,
    events: Iterable[Event],
    legal: Sequence[Any] | None = None,
) -> dict[str, Any]:
    """Show a position as this viewer may see it, with these `legal` actions."""
    result = game.result(position)
    return {
        "events": [game.event_view(position, event, viewer) for event in events],
        "state": game.state(position, viewer),
        "pending": _pending(game, position, viewer, legal),
        "result": result and result._asdict(),
    }


def table_view(
    match: Match, events: Iterable[Event] = (), legal: Sequence[Any] | None = None
) -> dict[str, Any]:
    """Return what lies open on the table, with the game's options and seats."""
    seen = show(match.game, match.position, "table", events, legal)
    return {**seen, "options": match.options, "seats": match.seats}


def story(match: Match, viewer: Viewer, first: int = 0) -> list[dict[str, Any]]:
    """Return what has happened from that line on, as this viewer saw it."""
    faded = first_unfaded(match)
    return [
        line(match, at, viewer, is_faded=at < faded)
        for at in range(first, len(match.story))
    ]


def first_unfaded(match: Match) -> int:
    """Return the first line that a memory game still shows in full."""
    if match.result is None and match.game.fleeting(match.options):
        for at in reversed(range(len(match.story))):
            if is_fleeting(match, match.story[at]):
                return at
    return 0


def is_fleeting(match: Match, told: StoryLine) -> bool:
    """Return whether this line makes earlier ones fade."""
    fields = match.game.fleeting(match.options)
    return any(type(event) in fields for event in told.entry.events)


def line(
    match: Match, at: int, viewer: Viewer, *, is_faded: bool = False
) -> dict[str, Any]:
    """Return a line of the story as this viewer saw it; a faded one hides fields."""
    game, (entry, how) = match.game, match.story[at]
    if how == "undo":
        # Only whose choice it was, because the choice itself may be secret.
        return {"undo": getattr(entry.action, "seat", None), "at": at}
    faded = game.fleeting(match.options) if is_faded else {}
    events = [
        game.event_view(entry.position, event, viewer)
        | dict.fromkeys(faded.get(type(event), ()))
        for event in entry.events
    ]
    says = [game.tell(event, match.options) for event in events]
    told = {"events": events, "says": says}
    return told | ({"undone": True} if how == "undone" else {}) | {"at": at}


def past(match: Match, viewer: Viewer, at: int) -> dict[str, Any] | None:
    """Return the game after that line of the story, or None if it was undone."""
    if at not in range(len(match.story)) or match.story[at].how != "played":
        return None
    position = match.story[at].entry.position
    return {"at": at, "state": match.game.state(position, viewer)}


def _pending(
    game: AnyGame, position: Any, viewer: Viewer, legal: Sequence[Any] | None
) -> dict[str, Any]:
    if game.result(position) is not None:
        return {"by": "nobody", "seats": [], "legal": []}
    outcomes = game.chance(position)
    if outcomes:
        total = sum(outcome.weight for outcome in outcomes)
        listed = [{**to_json(o.action), "p": o.weight / total} for o in outcomes]
        # Outcomes would reveal what is in the deck.
        return {"by": "chance", "seats": [], "legal": listed if viewer is None else []}
    legal = game.legal(position) if legal is None else legal
    return {
        "by": "seats",
        "seats": sorted({action.seat for action in legal}),
        "legal": [to_json(a) for a in legal if viewer is None or a.seat == viewer],
    }


# Filters for the games' secrets


def sees(viewer: Viewer, seat: int, *, over: bool) -> bool:
    """Return whether a viewer may see a seat's secrets; at the end everyone may."""
    return viewer is None or viewer == seat or over


def shown(cards: Sequence[Any], is_seen: bool) -> list[Any] | int:
    """Return these cards, or only how many there are."""
    return list(cards) if is_seen else len(cards)


def shown_hands(
    hands: Iterable[tuple[str, ...]], viewer: Viewer, *, over: bool
) -> list[list[str] | int]:
    """Return each seat's cards, or how many there are."""
    return [
        shown(hand, sees(viewer, seat, over=over)) for seat, hand in enumerate(hands)
    ]


def shown_draw(event: Event, viewer: Viewer, *, over: bool) -> State:
    """View an event of a game in which only drawn cards are secret."""
    told = to_json(event)
    if isinstance(event, Draw) and not sees(viewer, event.seat, over=over):
        told["card"] = None
    return told
