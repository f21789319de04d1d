"""The messages to pages, as text; `controller/web/README.md` explains each."""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

from controller import games
from controller.basics.sentence import Says, verbatim
from controller.bots.sense import SEATED
from controller.engine.protocol import catalogue
from controller.input.seat_requests import SeatRequest, SeatRequests
from controller.input.situation import Situation
from controller.pieces.guide import Step
from controller.pieces.tracker import Placement
from controller.rules.game import AnyGame, Event, State, Viewer
from controller.rules.views import show
from controller.session.clocks import Times
from controller.session.prompt import TOLD, Prompt, prompt
from controller.session.saying import Aloud
from controller.session.snapshot import Snapshot
from controller.sound.control import SoundState
from controller.tabletop import places
from controller.web.drawn_table.geometry import drawing
from controller.web.protocol.access import Kind, viewer
from controller.web.protocol.messages import Answer, Hello
from controller.web.server.page import version
from controller.words.notice import Notice
from controller.words.person import BadName
from hardware.parts.eliminator import Eliminator
from hardware.parts.registry import Part, Parts
from wiring import boardmap

# For each thing that chance decides in a game: who could tell the outcome.
Choices: TypeAlias = Callable[[AnyGame], Mapping[str, tuple[str, ...]]]
# From these a page estimates the current of the lamps.
_POWER = ("channel_ma", "idle_ma", "supply_ma")
# The prefixes of a game's words that are needed before it begins.
_SAID_BEFORE = ("option.", "value.")


def text(message: Answer) -> str:
    return json.dumps(message)


def hello(
    board: boardmap.BoardMap,
    kind: Kind,
    touch: dict[str, Any] | None,
) -> str:
    """Return the first message to a page; `touch` is what it may touch, if anything."""
    row, is_host = board.strip, kind == "host"
    striker = board.eliminator if is_host else None
    message: Hello = {
        "type": "hello",
        "version": version(),
        "page": "seat" if isinstance(kind, int) else kind,
        "seat": kind if isinstance(kind, int) else None,
        "touch": touch,
        "board": {
            "name": board.name,
            "pixels": dict(board.pixels),
            "order": row.order,
            "gamma": row.gamma,
            "brightness": row.brightness,
            "eliminator": striker and _only(striker, "rest_deg", "strike_deg"),
            "power": _only(row, *_POWER) if is_host else None,
            "drawing": None if isinstance(kind, int) else drawing(board.path),
        },
    }
    return text(message)


def offer(choices: Choices, language: str) -> str:
    """Return the games that can be played, their options, and which bots there are."""
    rows = [
        row | _about(games.find(row["game"]), choices, language) for row in catalogue()
    ]
    return text({"type": "games", "games": rows, "bots": SEATED})


def _words(game: AnyGame, language: str) -> dict[str, str]:
    entries = games.words(game.name, language).entries
    wanted = (k for k in entries if k == "about" or k.startswith(_SAID_BEFORE))
    return {key: entries[key] for key in wanted}


def _about(game: AnyGame, choices: Choices, language: str) -> dict[str, Any]:
    staging = games.staging(game)
    low, high = game.seats
    return {
        "words": _words(game, language),
        "minutes": staging.minutes,
        # By number of seats: the colours of each seat.
        "teams": {seats: game.teams(seats) for seats in range(low, high + 1)},
        "told_by": choices(game),
    }


def _only(row: object, *names: str) -> dict[str, float]:
    return {name: getattr(row, name) for name in names}


def position(
    now: Snapshot, kind: Kind, events: tuple[Event, ...], bots: tuple[str, ...] = ()
) -> str:
    situation, setup = now.situation, now.setup
    match, seen_by = situation.match, viewer(kind)
    message = {
        "type": "position",
        "phase": situation.phase,
        "game": {
            "game": setup.game,
            "name": match.game.title,
            "seats": setup.seats,
            "options": setup.options,
            "players": setup.players,
            "teams": match.game.teams(setup.seats),
            "bots": bots,
        },
        **show(match.game, situation.position, seen_by, events, _wanted(situation)),
        "can_undo": situation.can_undo(seen_by),
        "waits": situation.waits,
        **_prompt(prompt(situation, seen_by), bots),
        **_clock(now.times),
    }
    if situation.phase == "choose":
        message |= {"pending": None, "can_undo": False}
    if taught := situation.taught:
        message["lesson"] = {"why": taught.why, "task": taught.task_for(seen_by)}
    if kind != "spectator":
        # It may name files of this machine.
        message["notice"] = now.notice and verbatim(now.notice)
    if any(now.beats_s):
        message["beats"] = _beats(now, seen_by)
    if isinstance(kind, int):
        message["decision"] = decision(now, kind)
    if seen_by == "table":
        message |= {"belongs": situation.belongs(), "step": _step(now.placement)}
    if kind == "host":
        message["links"] = [
            {"seat": seat, "url": link(seat, code)}
            for seat, code in enumerate(setup.codes)
        ]
        message["told_by"] = now.dealer.told_by._asdict()
    return json.dumps(message)


def decision(now: Snapshot, seat: int) -> str:
    """Return a name for what this seat is asked: unique, also after a restart."""
    game = repr((now.setup.seed, now.setup.codes)).encode()
    begun = now.situation.match.asked_since(seat)
    return f"{blake2b(game, digest_size=6).hexdigest()}-{begun}"


def _beats(now: Snapshot, seen_by: Viewer) -> list[dict[str, Any]]:
    """Return for each event how long the lamps show it, and its sentence.

    The last event of each action but the last also has the state after it.
    """
    match, beats = now.situation.match, list[dict[str, Any]]()
    tell, state = match.game.tell, match.game.state
    for line in reversed(match.story):
        if len(beats) == len(now.beats_s):
            break
        entry = line.entry
        views = [
            match.game.event_view(entry.position, e, seen_by) for e in entry.events
        ]
        rows: list[dict[str, Any]] = [{"says": tell(e, match.options)} for e in views]
        if beats and rows:
            rows[-1]["state"] = state(entry.position, seen_by)
        beats = rows + beats
    for row, seconds in zip(beats, now.beats_s, strict=True):
        row["ms"] = round(seconds * 1000)
    return beats


def _clock(times: Times | None) -> dict[str, Any]:
    """Return the seconds that each seat has used, and whose time runs."""
    if times is None:
        return {}
    used = [round(used_s, 1) for used_s in times.used_s]
    clock = {
        "minutes": times.minutes,
        "used": used,
        "running": times.running,
        "over": times.over,
    }
    return {"clock": clock}


def _wanted(situation: Situation) -> tuple[Any, ...] | None:
    """Return the actions that a lesson asks for; None if every legal one will do."""
    return situation.taught.wanted if situation.taught else None


def _prompt(prompt: Prompt, bots: tuple[str, ...]) -> dict[str, Any]:
    """Return what to do next, and how to do it on the table and on a phone.

    If only bots are to move, nobody needs instructions.
    """
    seats, says, table, phone, is_held = prompt
    if seats and all(seat < len(bots) and bots[seat] for seat in seats):
        table = phone = TOLD.table
    held = [places.seat(seat) for seat in seats] if is_held else []
    return {"prompt": says, "how": {"table": table, "phone": phone, "held": held}}


def link(seat: int, code: str) -> str:
    return f"/seat/{seat}?code={code}"


def _step(placement: Placement) -> dict[str, Any] | None:
    """Return the next step of setting up pieces, in words and by places."""
    if placement.says is None:
        return None
    step = placement.step or Step("", None, None)
    return step._asdict() | {"says": placement.says}


def seats(
    now: Snapshot,
    kind: Kind,
    opened: set[int],
    ready: set[int],
    seating: SeatRequests,
    shared: str | None,
) -> str:
    """Return which seats are open on a phone or requested; the host sees by whom.

    `shared` is the address by which phones reach the table, if they do.
    """
    rows = [
        {
            "seat": seat,
            "open": seat in opened,
            "ready": seat in ready,
            "button": seating.has_button(seat),
            "asked": [
                {
                    "word": request.word,
                    "offered": request == seating.offered,
                    "name": request.requester.name,
                    "page": request.requester.page if kind == "host" else None,
                    "by": request.requester.address if kind == "host" else None,
                }
                for request in seating.pending
                if request.seat == seat
            ],
        }
        for seat in range(now.setup.seats)
    ]
    message = {"type": "seats", "seats": rows, "joining": seating.is_open}
    if kind == "host":
        message["shared"] = shared
    return json.dumps(message)


def asking(request: SeatRequest) -> str:
    return text({"type": "asking", "seat": request.seat, "word": request.word})


def seated(seat: int, url: str | None, why_not: Says | None) -> str:
    return text({"type": "seated", "seat": seat, "url": url, "message": why_not})


def parts(all_parts: Parts) -> str:
    listed = [_part(part) for part in all_parts.all()]
    return text({"type": "parts", "parts": listed})


def _part(part: Part) -> dict[str, Any]:
    """Return a part's row: in its driver's English, or with a key if there is one."""
    row: dict[str, Any] = {"name": part.name, "says": "", "trouble": None}
    for key, text in (("says", part.says), ("trouble", part.trouble)):
        if text:
            row[key] = verbatim(text)
    if part.told:
        row["trouble" if part.trouble else "says"] = part.told
    return row


def striker(eliminator: Eliminator) -> str:
    state, degrees = eliminator.state, eliminator.degrees
    return text({"type": "striker", "state": state, "degrees": degrees})


def nearby(tables: Sequence[NamedTuple]) -> str:
    """Return the other tables in the local network, each with its name and address."""
    return text({"type": "nearby", "tables": [each._asdict() for each in tables]})


def hint(action: State, why: Says | None) -> str:
    return text({"type": "hint", "action": action, "message": why})


def notice(sent: Notice) -> str:
    _, legal, rule, says = sent
    return text({"type": "told", "legal": legal, "rule": rule, "message": says})


def reply(sent: Notice) -> str:
    return text({"type": "reply", "message": sent.says})


DONE = text({"type": "done"})


def named(answer: str, request_id: str) -> str:
    """Return an answer that begins with the id of its request.

    So the answers to two requests are of different kinds, and none takes the place of
    the other (`server/wire.py`).
    """
    return f'{{"id": {json.dumps(request_id)}, {answer[1:]}' if request_id else answer


def error(sentence: str) -> str:
    return text({"type": "error", "message": verbatim(sentence)})


def misnamed(error: BadName) -> str:
    """Return why a name is refused, to be shown beside its field."""
    return text({"type": "misnamed", "seat": error.seat, "message": error.says})


def aloud(spoken: Aloud) -> str:
    """Return what the table's voice says now."""
    return json.dumps({"type": "said", **spoken._asdict()})


def sound(state: SoundState) -> str:
    return json.dumps({"type": "sound", **state._asdict()})


def heard(sounds: tuple[str, ...]) -> str:
    """Return the names of sounds that begin now; a page fetches `/sounds/NAME`."""
    return text({"type": "heard", "sounds": sounds})
