"""What a page may ask of the table: its own seat's decisions, nothing about chance.

A message becomes an Intent, and for a recording an Intent becomes a message again. An
answer depends on the message and on what that seat may know, so no question reveals
what is in the deck or in another hand.
"""

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from controller import games
from controller.basics.sentence import say
from controller.bots.sense import SEATED
from controller.input.intents import (
    AllowJoining,
    CancelRequest,
    Explain,
    Forget,
    GiveSeat,
    Intent,
    NamePlayer,
    NewGame,
    Play,
    PointAt,
    PutAway,
    RefuseSeat,
    Rematch,
    RequestSeat,
    Resume,
    SeatBot,
    SetBrightness,
    Undo,
)
from controller.rules.codec import brief, from_json, to_json
from controller.rules.game import AnyGame, Refusal, checked_options
from controller.session.snapshot import Snapshot
from controller.web.protocol.incoming import Data, InvalidMessage
from controller.words.notice import Notice
from controller.words.person import BadName, checked_name, given_name

if TYPE_CHECKING:
    from controller.web.protocol.access import Kind

MOST_PLAYERS = 12
BY_CHANCE = say("game.by-chance")

# Reads a message; for a seat's page also returns a notice, if the rules know no such
# action.
Reader: TypeAlias = "Callable[[Snapshot, Kind, Data], Intent | Notice]"


def read(now: Snapshot, kind: "Kind", data: Data) -> Intent | Notice:
    """Return what a page of this kind asks for; raise BadRequest for nonsense."""
    return READERS[kind_name(kind)][data["type"]](now, kind, data)


def kind_name(kind: "Kind") -> Literal["host", "seat", "spectator"]:
    return "seat" if isinstance(kind, int) else kind


def written(intent: Intent) -> "tuple[Kind | None, Data]":
    """Return the message that `read` turns into this intent, and its sender."""
    match intent:
        case Play(action, seat):
            return seat, {"type": "act", "action": to_json(action)}
        case Explain(action, seat):
            return seat, {"type": "why", "action": to_json(action)}
        case Undo(seat):
            return seat, {"type": "undo"}
        case NamePlayer(seat, name):
            return seat, {"type": "name", "name": name}
        case RequestSeat(seat, page, address, name):
            sit = {"type": "sit", "seat": seat, "name": name, "from": [page, address]}
            return "spectator", sit
        case CancelRequest(page):
            return "spectator", {"type": "leave", "from": [page, ""]}
    values = {field.name: getattr(intent, field.name) for field in fields(intent)}
    if "game" in values:
        values["game"] = values["game"].name
    said = {name: value for name, value in values.items() if value is not None}
    return "host", {"type": _ORDERS[type(intent)], **said}


def _plain(order: Callable[..., Intent]) -> Reader:
    """Return the reader of a request whose message has its intent's fields."""
    names = [field.name for field in fields(order)]  # type: ignore[arg-type]
    return lambda _now, _kind, data: order(*(data[name] for name in names))


def _new(now: Snapshot, _kind: "Kind", data: Data) -> NewGame:
    game = games.find(data["game"])
    players, bots, told = (data.get(k) for k in ("players", "bots", "told_by"))
    if len(players or ()) > MOST_PLAYERS or len(bots or ()) > MOST_PLAYERS:
        raise InvalidMessage(f"nobody plays with more than {MOST_PLAYERS}")
    if unknown := [level for level in bots or () if level not in ("", *SEATED)]:
        known = ", ".join(SEATED)
        raise InvalidMessage(f"there is no bot {brief(unknown[0])}; there is {known}")
    choices = now.dealer.choices(game)
    for what, who in (told or {}).items():
        if who not in choices.get(what, ()):
            raise InvalidMessage(f"{brief(who)} cannot tell {brief(what)} here")
    return NewGame(
        game,
        data["seats"],
        checked_options(game, data["seats"], data.get("options", {})),
        new_links=data.get("new_links", False),
        players=None if players is None else tuple(map(_player, range(12), players)),
        bots=None if bots is None else tuple(bots),
        told_by=told,
        learn=data.get("learn", False),
        clock=data.get("clock"),
    )


def _point(_now: Snapshot, _kind: "Kind", data: Data) -> PointAt:
    game = games.find(data["game"])
    checked_options(game, data["seats"], {})
    return PointAt(game, data["seats"])


def _again(now: Snapshot, _kind: "Kind", _data: Data) -> Rematch:
    if now.situation.phase != "over":
        raise InvalidMessage("this game is not over yet; `new` starts another one")
    return Rematch()


def _do_it(now: Snapshot, _kind: "Kind", _data: Data) -> Play:
    taught = now.situation.taught
    if taught is None or not taught.wanted:
        raise InvalidMessage("no lesson waits for anything now")
    return Play(taught.wanted[0], taught.wanted[0].seat)


def _bot(now: Snapshot, kind: "Kind", data: Data) -> SeatBot:
    """Read which bot plays which seat; a seat's page decides for its own."""
    return SeatBot(kind if isinstance(kind, int) else _seat(now, data), data["level"])


def _sit(now: Snapshot, _kind: "Kind", data: Data) -> RequestSeat:
    seat = _seat(now, data)
    page, address = data["from"]
    return RequestSeat(seat, page, address, _player(seat, data.get("name", "")))


def _seat(now: Snapshot, data: Data) -> int:
    """Return the seat named in a message, if the game has it."""
    seat, seats = data.get("seat"), now.setup.seats
    if isinstance(seat, int) and seat in range(seats):
        return seat
    raise InvalidMessage(f"there is no seat {brief(seat)}; there are {seats}")


def _player(seat: int, name: str) -> str:
    try:
        return checked_name(name)
    except BadName as error:
        raise BadName(error.says, seat) from None


def _act(now: Snapshot, kind: "Kind", data: Data) -> Play | Notice:
    seat = own_seat(kind)
    action = own_action(now.situation.match.game, seat, data)
    if refusal := now.situation.between_games():
        action = refusal
    is_refused = isinstance(action, Refusal)
    return Notice(seat, False, *action) if is_refused else Play(action, seat)


def _why(now: Snapshot, kind: "Kind", data: Data) -> Explain | Notice:
    asked = _act(now, kind, data)
    return Explain(asked.action, own_seat(kind)) if isinstance(asked, Play) else asked


def own_seat(kind: "Kind") -> int:
    """Return the seat of a page that decides."""
    assert isinstance(kind, int), "only a seat's page decides"
    return kind


def own_action(game: AnyGame, seat: int, data: Data) -> Any | Refusal:
    """Return the action of this seat named in a message, legal or not."""
    meant: Any = from_json(game, {"type": None, **data["action"]})
    if isinstance(meant, Refusal):
        return meant
    if type(meant) in game.by_chance:
        return Refusal(game.choice_rule, BY_CHANCE)
    if getattr(meant, "seat", None) != seat:
        return Refusal(game.choice_rule, say("game.own-page", seat=seat))
    return meant


# The host's messages that are intents, by kind of intent.
_ORDERS: dict[type[Intent], str] = {
    NewGame: "new",
    PointAt: "point",
    Rematch: "again",
    Resume: "continue",
    PutAway: "away",
    GiveSeat: "let_in",
    RefuseSeat: "refuse",
    AllowJoining: "joining",
    SeatBot: "bot",
    SetBrightness: "brightness",
    Forget: "forget",
}
# By kind of page: the messages it may send, and their readers.
READERS: dict[str, dict[str, Reader]] = {
    "host": {
        **{name: _plain(order) for order, name in _ORDERS.items()},
        "new": _new,
        "point": _point,
        "again": _again,
        "do_it": _do_it,
        "bot": _bot,
        "forget": lambda _now, _kind, data: Forget(given_name(data["name"])),
    },
    "seat": {
        "act": _act,
        "why": _why,
        "undo": lambda _now, kind, _data: Undo(own_seat(kind)),
        "bot": _bot,
        "name": lambda _now, kind, data: NamePlayer(
            own_seat(kind), _player(own_seat(kind), data["name"])
        ),
    },
    "spectator": {
        "sit": _sit,
        "leave": lambda _now, _kind, data: CancelRequest(data["from"][0]),
    },
}
