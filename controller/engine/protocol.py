"""`undertow engine`: the rules engine on standard input and output.

Each line of input is one JSON object and gets exactly one JSON object as an answer. A
refused request changes nothing.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, NamedTuple

from controller import games
from controller.basics.sentence import Says, say
from controller.chance import house
from controller.chance.house import Houses
from controller.chance.seed import seeded
from controller.games import broken
from controller.rules.codec import brief, from_json, to_json
from controller.rules.game import BadSetup, Event, Refusal, Viewer, checked_options
from controller.rules.match import CannotUndo, Match
from controller.rules.views import events_of, show
from controller.words.files import ENGLISH, in_english

Answer = dict[str, Any]
# A longer line is not a request, and is not kept in memory.
LONGEST = 4 * 1024 * 1024
_CHUNK = 65536
_NEW_KEYS = ("game", "seats", "options", "seed", "chance")
_LOG_KEYS = (*_NEW_KEYS, "rules", "house", "actions")


class Failure(Exception):
    """A request that is answered with an error."""

    def __init__(
        self, message: str, code: str = "bad-request", rule: str | None = None
    ) -> None:
        super().__init__(message)
        self.answer: Answer = {"code": code, "message": message}
        if rule:
            self.answer["rule"] = rule


def serve(source: BinaryIO, out: BinaryIO, houses: Houses | None = None) -> None:
    engine = Engine(houses)
    for line in _lines(source):
        out.write(json.dumps(engine.answer(line)).encode() + b"\n")
        out.flush()


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield each line, cutting off overlong ones just after the limit."""
    while line := source.readline(LONGEST + 1):
        yield line
        rest = line
        while len(line) > LONGEST and rest and not rest.endswith(b"\n"):
            rest = source.readline(_CHUNK)


class _Command(NamedTuple):
    do: Callable[[dict[str, Any]], Answer]
    # The keys that a request may have besides `cmd`.
    keys: tuple[str, ...] = ()


class Engine:
    def __init__(self, houses: Houses | None = None) -> None:
        """Use these house data, or the defaults."""
        self._houses = houses or Houses()
        self._match: Match | None = None
        self._setup: dict[str, Any] = {}
        self._events: tuple[Event, ...] = ()
        self._commands: dict[str, _Command] = {
            "games": _Command(self._games),
            "new": _Command(self._new, _NEW_KEYS),
            "act": _Command(self._act, ("action",)),
            "show": _Command(self._show, ("seat",)),
            "why": _Command(self._why, ("action",)),
            "undo": _Command(self._undo),
            "log": _Command(self._log),
            "load": _Command(self._load, ("log",)),
        }

    def answer(self, line: bytes) -> Answer:
        try:
            request = _parse(line)
            name = request.get("cmd")
            if not isinstance(name, str) or name not in self._commands:
                raise Failure(
                    f"there is no command {brief(name)}; there is "
                    + ", ".join(self._commands),
                )
            command = self._commands[name]
            _check_keys(name, request, ("cmd", *command.keys))
            with broken.reporting_faults(_broken):
                return {"ok": True, **command.do(request)}
        except Failure as failure:
            return {"ok": False, "error": failure.answer}
        except RecursionError:
            error = {"code": "bad-json", "message": "the line is nested too deep"}
            return {"ok": False, "error": error}

    def _games(self, request: dict[str, Any]) -> Answer:
        return {"games": catalogue()}

    def _new(self, request: dict[str, Any]) -> Answer:
        match, setup = _set_up(request, self._houses)
        entries = match.opening()
        match.accept(entries)
        return self._begin(match, setup, events_of(entries))

    def _load(self, request: dict[str, Any]) -> Answer:
        log = request.get("log")
        if not isinstance(log, dict):
            raise Failure(f"log must be an object, not {brief(log)}")
        _check_keys("log", log, _LOG_KEYS)
        match, setup = _set_up(log, self._houses)
        # The version may differ, as long as every action still fits.
        version = log.get("rules", match.game.version)
        if not isinstance(version, str):
            raise Failure(f"log.rules must be a text, not {brief(version)}")
        actions = log.get("actions")
        if not isinstance(actions, list):
            raise Failure(f"log.actions must be a list, not {brief(actions)}")
        events: tuple[Event, ...] = ()
        for index, data in enumerate(actions):
            try:
                events += match.replay(_find(match, data)).events
            except Failure as failure:
                failure.answer["message"] = (
                    f"log.actions[{index}]: {failure.answer['message']}"
                )
                raise
        rest = match.opening()
        match.accept(rest)
        return self._begin(match, setup, events + events_of(rest))

    def _begin(
        self, match: Match, setup: dict[str, Any], events: tuple[Event, ...]
    ) -> Answer:
        self._match, self._setup, self._events = match, setup, events
        return _shown(match, None, events)

    def _act(self, request: dict[str, Any]) -> Answer:
        data = _checked_action(request.get("action"))
        match = self._running()
        entries = match.plan(_find(match, data))
        match.accept(entries)
        self._events = events_of(entries)
        return _shown(match, None, self._events)

    def _show(self, request: dict[str, Any]) -> Answer:
        match = self._running()
        return _shown(match, _viewer(match, request.get("seat")), self._events)

    def _why(self, request: dict[str, Any]) -> Answer:
        data = _checked_action(request.get("action"))
        match = self._running()
        try:
            _find(match, data)
        except Failure as failure:
            answer = failure.answer
            return {
                "legal": False,
                "rule": answer["rule"],
                "message": answer["message"],
            }
        rule = match.game.choice_rule
        return {"legal": True, "rule": rule, "message": _render(match, "rules.legal")}

    def _undo(self, request: dict[str, Any]) -> Answer:
        match = self._running()
        try:
            match.rewind(match.undo_mark())
        except CannotUndo as error:
            raise Failure(_render(match, str(error)), "cannot-undo") from None
        return _shown(match, None, ())

    def _log(self, request: dict[str, Any]) -> Answer:
        match = self._running()
        actions = [to_json(action) for action in match.actions]
        return {"log": {**self._setup, "actions": actions}}

    def _running(self) -> Match:
        if self._match is None:
            raise Failure("no game has been started; send new or load", "no-game")
        return self._match


def _broken(says: Says) -> None:
    raise Failure(in_english(says))


def _render(match: Match, says: Says) -> str:
    """Render a sentence in English, naming seats by their pieces."""
    words = games.words(match.game.name)
    return words.render(says, words.seats(match.game.teams(match.seats)))


def _shown(match: Match, viewer: Viewer, events: tuple[Event, ...]) -> Answer:
    shown = show(match.game, match.position, viewer, events)
    if shown["result"]:
        shown["result"]["reason"] = _render(match, shown["result"]["reason"])
    return shown


def catalogue(language: str = ENGLISH) -> list[dict[str, Any]]:
    """Return every game with its seats and options."""
    listed = []
    for game in games.playable():
        words = games.words(game.name, language)
        options = {
            option.name: {
                "default": option.default,
                "allowed": option.allowed,
                "help": words.render(f"option.{option.name}"),
            }
            for option in game.options
        }
        listed.append(
            {
                "game": game.name,
                "name": game.title,
                "seats": list(game.seats),
                "options": options,
            }
        )
    return listed


def _check_keys(name: str, said: dict[str, Any], known: Sequence[str]) -> None:
    unknown = [key for key in said if key not in known]
    if unknown:
        raise Failure(
            f"{name} does not know the key {brief(unknown[0])}; "
            f"it knows {', '.join(known)}",
        )


def _parse(line: bytes) -> dict[str, Any]:
    if len(line.removesuffix(b"\n")) > LONGEST:
        raise Failure(f"the line is longer than {LONGEST} bytes")
    try:
        request = json.loads(line.decode(), parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Failure("the line is not UTF-8", "bad-json") from None
    except json.JSONDecodeError as error:
        raise Failure(f"the line is not JSON: {error}", "bad-json") from None
    except ValueError as error:
        # A NaN, or an overlong integer, which the decoder does not report as its own
        # error.
        reason = str(error).partition(":")[0]
        raise Failure(f"the line is not JSON: {reason}", "bad-json") from None
    if not isinstance(request, dict):
        raise Failure(f"a request is a JSON object, not {brief(request)}")
    return request


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")


def _set_up(request: dict[str, Any], houses: Houses) -> tuple[Match, dict[str, Any]]:
    """Return the match for `new` or for a log, and its complete setup."""
    name: Any = request.get("game")
    seats: Any = request.get("seats")
    seed, chance = request.get("seed", 0), request.get("chance", "auto")
    if not isinstance(name, str):
        raise Failure(f"game must be a name, not {brief(name)}")
    if type(seed) is not int:
        raise Failure(f"seed must be a whole number, not {brief(seed)}")
    if chance not in ("auto", "manual"):
        raise Failure(f'chance must be "auto" or "manual", not {brief(chance)}')
    chooser = seeded(seed) if chance == "auto" else None
    try:
        game = games.find(name)
        options = checked_options(game, seats, request.get("options", {}))
        kept = request.get("house")
        value = houses.of(game) if kept is None else house.read(game, kept)
        match = Match(game, seats, options, chooser, value)
    except BadSetup as error:
        raise Failure(str(error)) from None
    return match, {
        "game": name,
        "seats": seats,
        "options": match.options,
        "seed": seed,
        "chance": chance,
        "rules": match.game.version,
        "house": house.written(match.game, match.house),
    }


def _checked_action(data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Failure(f"action must be an object, not {brief(data)}")
    if "type" not in data:
        raise Failure(f"the action {brief(data)} has no type")
    return data


def _find(match: Match, data: Any) -> Any:
    """Return the legal action that this JSON describes; raises Failure."""
    action = from_json(match.game, _checked_action(data))
    refusal = action if isinstance(action, Refusal) else match.refusal(action)
    if refusal and match.result:
        end = say("rules.over-because", reason=match.result.reason)
        raise Failure(_render(match, end), "over", refusal.rule)
    if refusal:
        raise Failure(_render(match, refusal.says), "illegal", refusal.rule)
    return action


def _viewer(match: Match, seat: Any) -> Viewer:
    if seat is None or seat == "table":
        return "table" if seat else None
    if type(seat) is not int or not 0 <= seat < match.seats:
        raise Failure(
            f'seat must be 0 to {match.seats - 1}, "table" or null, not {brief(seat)}',
        )
    return seat
