"""What a page may ask of the game: its own seat's decisions, and nothing of chance.

An answer depends on the message and on what that seat may know, so no question tells
what is in the deck or in another hand.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from controller import games
from controller.basics.sentence import say
from controller.bots.sense import SEATED
from controller.chance.dealer import ToldBy
from controller.input.intents import (
    Explain,
    Forget,
    Intent,
    NewGame,
    Play,
    PutAway,
    Rematch,
    Resume,
    Undo,
)
from controller.rules.game import AnyGame, Refusal, checked_options
from controller.rules.records import brief, from_json
from controller.session.answers import CHOOSING, OFFERED
from controller.session.now import Now
from controller.session.roster import Roster
from controller.session.seat_requests import Asker, SeatRequests
from controller.sound.control import SoundControl, SoundState
from controller.web.access import Kind
from controller.web.messages import Data, Deed, Misunderstood, flag, text
from controller.words.files import LANGUAGES
from controller.words.notice import Notice
from controller.words.person import BadName, checked_name, given_name

# What has to be answered before anybody plays, by phase.
_FIRST = {"offer": OFFERED, "choose": CHOOSING}
MOST_PLAYERS = 12
LOUDEST = 10
BY_CHANCE = say("game.by-chance")


class Requests:
    def __init__(
        self,
        now: Callable[[], Now],
        ask: Callable[[Intent], None],
        tell: Callable[[Notice], None],
        seating: SeatRequests,
        roster: Roster,
        hint: Callable[[int], None] = lambda _seat: None,
        sound: SoundControl | None = None,
    ) -> None:
        """`tell` sends an answer to the page of its seat."""
        self.sound = sound
        self._seating = seating
        self.roster = roster
        self._hint = hint
        self._now = now
        self._ask = ask
        self._tell = tell

    def of(self, kind: Kind) -> dict[str, Deed]:
        """What this page may ask for, by the type of its message."""
        match kind:
            case "host":
                return {
                    "new": self._new,
                    "again": self._again,
                    "continue": lambda data: self._ask(Resume()),
                    "away": lambda data: self._ask(PutAway()),
                    "refuse": lambda data: self._seating.refuse(_seat(data)),
                    "joining": lambda data: self._seating.open(flag(data, "on")),
                    "bot": lambda data: self._bot(self._seat(data), data),
                    "sound": self._sound,
                    "forget": self._forget,
                }
            case "spectator":
                return {
                    "sit": self._sit,
                    "leave": lambda data: self._seating.leave(_asker(data).page),
                }
        return {
            "act": lambda data: self._decide(Play, kind, data),
            "why": lambda data: self._decide(Explain, kind, data),
            "undo": lambda data: self._ask(Undo(kind)),
            "bot": lambda data: self._bot(kind, data),
            "hint": lambda data: self._hint(kind),
        }

    def obey(self, kind: Kind, data: Data) -> None:
        """Does what a page asks."""
        self.of(kind)[data["type"]](data)

    def _new(self, data: Data) -> None:
        game = games.find(text(data, "game"))
        seats, options = data.get("seats", 0), data.get("options", {})
        options = checked_options(game, seats, options)
        new_links = "new_links" in data and flag(data, "new_links")
        players = _players(data["players"]) if "players" in data else None
        told_by = self._told_by(game, data["told_by"]) if "told_by" in data else None
        bots = _bots(data["bots"]) if "bots" in data else None
        learn = "learn" in data and flag(data, "learn")
        new = NewGame(
            game, seats, options, players=players, told_by=told_by, learn=learn
        )
        self._ask(replace(new, new_links=new_links))
        if bots is not None:
            self.roster.use(bots)

    def _told_by(self, game: AnyGame, told: object) -> ToldBy:
        """Reads who deals and rolls from now on; what is not named stays."""
        dealer = self._now().dealer
        choices = dealer.choices(game)
        if not isinstance(told, dict):
            raise Misunderstood(f"told_by must be an object, not {brief(told)}")
        for what, who in told.items():
            if who not in choices.get(what, ()):
                raise Misunderstood(f"{brief(who)} cannot tell {brief(what)} here")
        return dealer.told_by._replace(**told)

    def _sound(self, data: Data) -> None:
        """Sets the sound; what is not named stays, and all without a speaker."""
        if self.sound is None:
            return
        self.sound.use(_wanted_sound(data, self.sound.state))
        self.sound.find_voices()

    def _again(self, data: Data) -> None:
        if self._now().situation.phase != "over":
            raise Misunderstood("this game is not over yet; `new` starts another one")
        self._ask(Rematch())

    def _forget(self, data: Data) -> None:
        self._ask(Forget(given_name(text(data, "name"))))

    def _sit(self, data: Data) -> None:
        self._seating.ask(self._seat(data), _asker(data))

    def _bot(self, seat: int, data: Data) -> None:
        """A bot plays there from now on; without a level a person does."""
        self.roster.seat(seat, _level(data.get("level")))

    def _seat(self, data: Data) -> int:
        """The seat that a message names, if the game has it."""
        seat, seats = _seat(data), self._now().setup.seats
        if seat not in range(seats):
            raise Misunderstood(f"there is no seat {brief(seat)}; there are {seats}")
        return seat

    def _decide(
        self, intent: type[Play] | type[Explain], seat: int, data: Data
    ) -> None:
        situation = self._now().situation
        game = situation.match.game
        action = own_action(game, seat, data)
        if first := _FIRST.get(situation.phase):
            action = Refusal(game.choice_rule, first)
        if isinstance(action, Refusal):
            self._tell(Notice(seat, False, *action))
        else:
            self._ask(intent(action, seat))


def _seat(data: Data) -> int:
    seat = data.get("seat")
    if type(seat) is not int:
        raise Misunderstood(f"seat must be a number, not {brief(seat)}")
    return seat


def _players(names: object) -> tuple[str, ...]:
    """What people call themselves: each name in one short line."""
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


def _asker(data: Data) -> Asker:
    """Who says it; the server writes that in, and never the page."""
    page, address = data["from"]
    return Asker(page, address)


def own_action(game: AnyGame, seat: int, data: Data) -> Any | Refusal:
    """The decision of this seat that a message names, legal or not."""
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


def _wanted_sound(data: Data, now: SoundState) -> SoundState:
    volume = data.get("volume", now.volume)
    if type(volume) is not int or volume not in range(LOUDEST + 1):
        raise Misunderstood(
            f"volume must be a number from 0 to {LOUDEST}, not {brief(volume)}"
        )
    if data.get("language") is not None:
        _check_known(data, "language", LANGUAGES)
    if data.get("voice") is not None:
        if not now.voices:
            raise Misunderstood("this table knows no voice that could be chosen")
        _check_known(data, "voice", now.voices)
    flags: dict[str, Any] = {
        key: flag(data, key) for key in ("muted", "music", "speaks") if key in data
    }
    return now._replace(
        volume=volume,
        language=data.get("language") or now.language,
        voice=data.get("voice", now.voice),
        **flags,
    )


def _check_known(data: Data, key: str, known: Iterable[str]) -> None:
    if data[key] not in list(known):
        names = ", ".join(known)
        raise Misunderstood(f"{key} must be one of {names}, not {brief(data[key])}")
