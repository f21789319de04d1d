"""HOLD YOUR BREATH!: views. Secrets are filtered here and nowhere else."""

from controller.basics.sentence import Says, Sentence
from controller.games.hold_your_breath.pieces import Front, Position, SelfPanic
from controller.rules.game import Event, Options, State, Viewer, plain_tale
from controller.rules.views import sees, shown_draw, shown_hands


def state(position: Position, viewer: Viewer) -> State:
    """HYB-58: hide hands, and cards laid face down from a hand."""
    anchors = position.anchors
    return {
        "phase": position.phase,
        "active": position.active,
        "depths": list(position.depths),
        "anchors": None if anchors is None else list(anchors),
        "hands": shown_hands(position.hands, viewer, over=position.phase == "over"),
        "fronts": [
            [_front(front, _sees(position, seat, viewer)) for front in row]
            for seat, row in enumerate(position.fronts)
        ],
        "deck": sum(position.deck),
        "discard": list(position.discard),
        "air": position.air,
        "swim": position.swim,
        "last_turns": position.last_turns,
        "turn": position.turn,
    }


def _sees(position: Position, seat: int, viewer: Viewer) -> bool:
    return sees(viewer, seat, over=position.phase == "over")


def _front(front: Front, own: bool) -> State:
    card = front.card if own or not front.hidden else None
    return {"card": card, "as": front.as_, "hidden": front.hidden}


def event_view(position: Position, event: Event, viewer: Viewer) -> State:
    told = shown_draw(event, viewer, over=position.phase == "over")
    match event:
        case SelfPanic(seat=seat) if not (
            _sees(position, seat, viewer) or _lies_open(position, event)
        ):
            told["card"] = None
    return told


def tells(position: Position) -> bool:
    """HYB-63: tell only the owner that several cards in a hand are of one kind."""
    match position.step:
        case "drop":
            return len(position.hands[position.queue[0]]) > 1
        case "panic":
            return len(position.hands[position.active or 0]) > 1
    return False


def tell(event: State, options: Options) -> Says:
    """Return the sentence for an event as this viewer saw it."""
    match event:
        case {"type": "play"}:
            return Sentence(_played(event), event)
        case {"type": "self-panic", "card": None}:
            return Sentence("tell.self-panic-hidden", event)
        case {"type": "move", "depth": 0}:
            return Sentence("tell.move-home", event)
        case {"type": "deck-out", "turns": 0}:
            return "tell.deck-out-last"
    return plain_tale(event, options)


def _played(event: State) -> str:
    """Return the sentence for a card, by its use."""
    match event:
        case {"as": "calm", "target": _}:
            return "tell.calm-shark"
        case {"as": "calm"}:
            return "tell.calm"
        case {"effect": "shark", "target": target, "seat": seat}:
            return "tell.kraken-own" if target == seat else "tell.kraken-frees"
        case {"effect": "discard"}:
            return "tell.kraken-discard"
        case {"target": _}:
            return "tell.play-on"
        case {"as": use} if use.startswith("swim"):
            return "tell.play-swim"
    return "tell.play"


def _lies_open(position: Position, event: SelfPanic) -> bool:
    """HYB-18: return whether the card came openly from the Discard Pile."""
    row = position.fronts[event.seat]
    just_laid = position.step == "toss" and position.active == event.seat
    return just_laid and bool(row) and row[-1] == Front(event.card, "panic")


def chart(position: Position) -> tuple[int, ...]:
    """Return the depth of each seat's pirate."""
    return position.depths
