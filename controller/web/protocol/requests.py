"""What a page may ask of the table: its own seat's decisions, and nothing of chance.

A message becomes an Intent, and for a recording an Intent becomes a message again. An
answer depends on the message and on what that seat may know, so no question tells
what is in the deck or in another hand.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from controller import games
from controller.basics.sentence import say
from controller.bots.sense import SEATED
from controller.chance.dealer import Dealer
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
from controller.session.clocks import MOST_MINUTES, NO_CLOCK
from controller.session.snapshot import Snapshot
from controller.sound.control import SoundState
from controller.web.protocol.incoming import Data, Misunderstood, flag, text
from controller.words.files import LANGUAGES
from controller.words.notice import Notice
from controller.words.person import BadName, checked_name, given_name

if TYPE_CHECKING:
    from controller.web.protocol.access import Kind

MOST_PLAYERS = 12
LOUDEST = 10
BY_CHANCE = say("game.by-chance")

# Reads a message; of a seat's page also a notice, if the rules know no such action.
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
        case RequestSeat(seat, page, address, name):
            sit = {"type": "sit", "seat": seat, "name": name, "from": [page, address]}
            return "spectator", sit
        case CancelRequest(page):
            return "spectator", {"type": "leave", "from": [page, ""]}
        case Resume():
            return "host", {"type": "continue"}
        case PutAway():
            return "host", {"type": "away"}
        case Rematch():
            return "host", {"type": "again"}
        case GiveSeat(page):
            return "host", {"type": "let_in", "page": page}
        case PointAt(game, seats):
            return "host", {"type": "point", "game": game.name, "seats": seats}
        case NamePlayer(seat, name):
            return seat, {"type": "name", "name": name}
        case RefuseSeat(seat):
            return "host", {"type": "refuse", "seat": seat}
        case AllowJoining(is_allowed):
            return "host", {"type": "joining", "on": is_allowed}
        case SeatBot(seat, level):
            return "host", {"type": "bot", "seat": seat, "level": level}
        case SetBrightness(percent):
            return "host", {"type": "brightness", "percent": percent}
        case Forget(name):
            return "host", {"type": "forget", "name": name}
        case NewGame():
            return "host", _written_game(intent)
    raise AssertionError(f"no page asks for {intent}")


def _written_game(new: NewGame) -> Data:
    data: Data = {"type": "new", "game": new.game.name, "seats": new.seats}
    data |= {"options": {**new.options}, "new_links": new.new_links, "learn": new.learn}
    if new.players is not None:
        data["players"] = list(new.players)
    if new.bots is not None:
        data["bots"] = list(new.bots)
    if new.told_by is not None:
        data["told_by"] = {**new.told_by}
    if new.clock is not None:
        data["clock"] = new.clock
    return data


def _new(now: Snapshot, _kind: "Kind", data: Data) -> NewGame:
    game = games.find(text(data, "game"))
    seats, options = data.get("seats", 0), data.get("options", {})
    return NewGame(
        game,
        seats,
        checked_options(game, seats, options),
        new_links="new_links" in data and flag(data, "new_links"),
        players=_players(data["players"]) if "players" in data else None,
        bots=_bots(data["bots"]) if "bots" in data else None,
        told_by=_told_by(now.dealer, game, data) if "told_by" in data else None,
        learn="learn" in data and flag(data, "learn"),
        clock=_minutes(data["clock"]) if "clock" in data else None,
    )


def _minutes(minutes: object) -> int:
    """Read the minutes of a clock: 0 only counts, -1 means no clock."""
    if type(minutes) is not int or not NO_CLOCK <= minutes <= MOST_MINUTES:
        raise Misunderstood(
            f"clock must be {NO_CLOCK} to {MOST_MINUTES}, not {brief(minutes)}"
        )
    return minutes


def _told_by(dealer: Dealer, game: AnyGame, data: Data) -> dict[str, str]:
    """Read who deals and rolls from now on."""
    told, choices = data["told_by"], dealer.choices(game)
    if not isinstance(told, dict):
        raise Misunderstood(f"told_by must be an object, not {brief(told)}")
    for what, who in told.items():
        if who not in choices.get(what, ()):
            raise Misunderstood(f"{brief(who)} cannot tell {brief(what)} here")
    return told


def _again(now: Snapshot, _kind: "Kind", _data: Data) -> Rematch:
    if now.situation.phase != "over":
        raise Misunderstood("this game is not over yet; `new` starts another one")
    return Rematch()


def _do_it(now: Snapshot, _kind: "Kind", _data: Data) -> Play:
    taught = now.situation.taught
    if taught is None or not taught.wanted:
        raise Misunderstood("no lesson waits for anything now")
    return Play(taught.wanted[0], taught.wanted[0].seat)


def _sit(now: Snapshot, _kind: "Kind", data: Data) -> RequestSeat:
    page, address = data["from"]
    seat = _seat_of(now, data)
    return RequestSeat(seat, page, address, _player(seat, data.get("name", "")))


def _point(now: Snapshot, _kind: "Kind", data: Data) -> PointAt:
    game, seats = games.find(text(data, "game")), data.get("seats", 0)
    checked_options(game, seats, {})
    return PointAt(game, seats)


def _let_in(_now: Snapshot, _kind: "Kind", data: Data) -> GiveSeat:
    page = data.get("page")
    if type(page) is not int:
        raise Misunderstood(f"page must be a number, not {brief(page)}")
    return GiveSeat(page)


def _name(_now: Snapshot, kind: "Kind", data: Data) -> NamePlayer:
    seat = _own(kind)
    return NamePlayer(seat, _player(seat, data.get("name")))


def _brightness(_now: Snapshot, _kind: "Kind", data: Data) -> SetBrightness:
    percent = data.get("percent")
    if type(percent) is not int or not 1 <= percent <= 100:
        raise Misunderstood(f"percent must be 1 to 100, not {brief(percent)}")
    return SetBrightness(percent)


def _bot(now: Snapshot, kind: "Kind", data: Data) -> SeatBot:
    """Read which bot plays which seat; a seat's page speaks for its own."""
    seat = kind if isinstance(kind, int) else _seat_of(now, data)
    return SeatBot(seat, _level(data.get("level")))


def _seat_of(now: Snapshot, data: Data) -> int:
    """Return the seat that a message names, if the game has it."""
    seat, seats = _seat(data), now.setup.seats
    if seat not in range(seats):
        raise Misunderstood(f"there is no seat {brief(seat)}; there are {seats}")
    return seat


def _act(now: Snapshot, kind: "Kind", data: Data) -> Play | Notice:
    seat, game = _own(kind), now.situation.match.game
    action = own_action(game, seat, data)
    if refusal := now.situation.between_games():
        action = refusal
    is_refused = isinstance(action, Refusal)
    return Notice(seat, False, *action) if is_refused else Play(action, seat)


def _why(now: Snapshot, kind: "Kind", data: Data) -> Explain | Notice:
    asked = _act(now, kind, data)
    return Explain(asked.action, _own(kind)) if isinstance(asked, Play) else asked


def _own(kind: "Kind") -> int:
    assert isinstance(kind, int), "only a seat's page decides"
    return kind


def _seat(data: Data) -> int:
    seat = data.get("seat")
    if type(seat) is not int:
        raise Misunderstood(f"seat must be a number, not {brief(seat)}")
    return seat


def _players(names: object) -> tuple[str, ...]:
    """Read the players' names."""
    if not isinstance(names, list) or len(names) > MOST_PLAYERS:
        raise Misunderstood(f"players must be a list of names, not {brief(names)}")
    return tuple(_player(seat, name) for seat, name in enumerate(names))


def _player(seat: int, name: object) -> str:
    if not isinstance(name, str):
        raise Misunderstood(f"a name must be a text, not {brief(name)}")
    try:
        return checked_name(name)
    except BadName as error:
        raise BadName(error.says, seat) from None


def _bots(levels: object) -> tuple[str, ...]:
    if not isinstance(levels, list) or len(levels) > MOST_PLAYERS:
        raise Misunderstood(f"bots must be a list of levels, not {brief(levels)}")
    return tuple(map(_level, levels))


def _level(level: object) -> str:
    if level is None or level == "":
        return ""
    if not isinstance(level, str) or level not in SEATED:
        known = ", ".join(SEATED)
        raise Misunderstood(f"there is no bot {brief(level)}; there is {known}")
    return level


def own_action(game: AnyGame, seat: int, data: Data) -> Any | Refusal:
    """Return the action of this seat that a message names, legal or not."""
    action = data.get("action")
    if not isinstance(action, dict) or "type" not in action:
        raise Misunderstood(
            f"action must be an object with a type, not {brief(action)}"
        )
    meant: Any = from_json(game, action)
    if isinstance(meant, Refusal):
        return meant
    if type(meant) in game.by_chance:
        return Refusal(game.choice_rule, BY_CHANCE)
    if getattr(meant, "seat", None) != seat:
        return Refusal(game.choice_rule, say("game.own-page", seat=seat))
    return meant


def wanted_sound(data: Data, now: SoundState) -> SoundState:
    """Read how the table should sound; settings that are not named stay."""
    volume = data.get("volume", now.volume)
    if type(volume) is not int or volume not in range(LOUDEST + 1):
        raise Misunderstood(
            f"volume must be a number from 0 to {LOUDEST}, not {brief(volume)}"
        )
    if data.get("language") is not None:
        _check_known(data, "language", LANGUAGES)
    flags: dict[str, Any] = {
        key: flag(data, key) for key in ("muted", "music", "speaks") if key in data
    }
    return now._replace(
        volume=volume,
        language=data.get("language") or now.language,
        **flags,
    )


def _check_known(data: Data, key: str, known: Iterable[str]) -> None:
    if data[key] not in list(known):
        names = ", ".join(known)
        raise Misunderstood(f"{key} must be one of {names}, not {brief(data[key])}")


# By kind of page: the messages it may send, and their readers.
READERS: dict[str, dict[str, Reader]] = {
    "host": {
        "new": _new,
        "point": _point,
        "again": _again,
        "do_it": _do_it,
        "continue": lambda _now, _kind, _data: Resume(),
        "away": lambda _now, _kind, _data: PutAway(),
        "let_in": _let_in,
        "refuse": lambda _now, _kind, data: RefuseSeat(_seat(data)),
        "joining": lambda _now, _kind, data: AllowJoining(flag(data, "on")),
        "bot": _bot,
        "brightness": _brightness,
        "forget": lambda _now, _kind, data: Forget(given_name(text(data, "name"))),
    },
    "seat": {
        "act": _act,
        "why": _why,
        "undo": lambda _now, kind, _data: Undo(_own(kind)),
        "bot": _bot,
        "name": _name,
    },
    "spectator": {
        "sit": _sit,
        "leave": lambda _now, _kind, data: CancelRequest(data["from"][0]),
    },
}
