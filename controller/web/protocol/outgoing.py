"""The messages to pages, as text; `controller/web/README.md` explains each."""

import json
import os
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from controller import games
from controller.basics.sentence import Says, verbatim
from controller.engine.protocol import catalogue
from controller.input.seat_requests import SeatRequests
from controller.pieces.guide import Step
from controller.pieces.tracker import Placement
from controller.rules.game import AnyGame, Event, Viewer
from controller.rules.views import show
from controller.session.prompt import TOLD, Prompt, prompt
from controller.session.snapshot import Snapshot
from controller.tabletop import places
from controller.web.protocol.access import Kind, viewer
from controller.web.server.page import version
from controller.words.notice import Notice
from hardware.parts.eliminator import Eliminator
from hardware.parts.registry import Parts
from wiring import boardmap

# For each thing that chance decides in a game: who could report the outcome.
Choices: TypeAlias = Callable[[AnyGame], Mapping[str, tuple[str, ...]]]
# The program that updates an installed package.
UPDATER = Path("/usr/lib/undertow/update.py")
# Pages use these to estimate the lamps' current.
_POWER = ("channel_ma", "idle_ma", "supply_ma")
# The prefixes of a game's words that are needed before it begins.
_SAID_BEFORE = ("option.", "value.")


def text(kind: str, **fields: Any) -> str:
    """Return a message of this type; `messages.py` has its fields."""
    return json.dumps({"type": kind, **fields})


def named(answer: str, request_id: str) -> str:
    """Return an answer that begins with the id of its request.

    So the answers to two requests are of different kinds, and neither replaces the
    other (`server/connection.py`).
    """
    return f'{{"id": {json.dumps(request_id)}, {answer[1:]}' if request_id else answer


def is_package() -> bool:
    """Return whether this is a package's service, which can be updated."""
    return "STATE_DIRECTORY" in os.environ and UPDATER.exists()


def hello(
    board: boardmap.BoardMap,
    kind: Kind,
    touch: Mapping[str, Any] | None,
    has_settings: bool,
) -> str:
    """Return the first message to a page; `touch` is what it may touch, if anything."""
    row, is_host, is_seat = board.strip, kind == "host", isinstance(kind, int)
    striker = board.eliminator if is_host else None
    return text(
        "hello",
        version=version(),
        page="seat" if is_seat else kind,
        seat=kind if is_seat else None,
        touch=touch,
        updates=is_host and is_package(),
        settings=is_host and has_settings,
        board={
            "name": board.name,
            "pixels": dict(board.pixels),
            "order": row.order,
            "gamma": row.gamma,
            "brightness": row.brightness,
            "eliminator": striker and _only(striker, "rest_deg", "strike_deg"),
            "power": _only(row, *_POWER) if is_host else None,
            "drawing": None if is_seat else drawing(board.path),
        },
    )


def drawing(path: str) -> dict[str, Any] | None:
    """Return the table to scale; the first page of the table reads the millimetres."""
    # Imported here, because only such a page needs it, and it takes memory.
    from wiring.geometry import drawing

    return drawing.drawing(path)


def _only(row: object, *names: str) -> dict[str, float]:
    return {name: getattr(row, name) for name in names}


def offer(choices: Choices, language: str) -> str:
    """Return the games that can be played, and their options."""
    rows = [
        row | _about(games.find(row["game"]), choices, language) for row in catalogue()
    ]
    return text("games", games=rows)


def _about(game: AnyGame, choices: Choices, language: str) -> dict[str, Any]:
    low, high = game.seats
    entries = games.words(game.name, language).entries
    wanted = (k for k in entries if k == "about" or k.startswith(_SAID_BEFORE))
    return {
        "words": {key: entries[key] for key in wanted},
        "minutes": games.staging(game).minutes,
        # By number of seats: the colour of each seat.
        "teams": {seats: game.teams(seats) for seats in range(low, high + 1)},
        "told_by": choices(game),
    }


def position(
    now: Snapshot, kind: Kind, events: tuple[Event, ...], bots: tuple[str, ...] = ()
) -> str:
    situation, setup, seen_by = now.situation, now.setup, viewer(kind)
    match, taught = situation.match, situation.taught
    # A lesson asks for some of the legal actions.
    wanted = taught.wanted if taught else None
    fields = {
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
        **show(match.game, situation.position, seen_by, events, wanted),
        "can_undo": situation.can_undo(seen_by),
        "waits": situation.waits,
        **_prompt(prompt(situation, seen_by), bots),
    }
    if situation.phase == "choose":
        fields |= {"pending": None, "can_undo": False}
    if times := now.times:
        fields["clock"] = {
            "minutes": times.minutes,
            "used": [round(used_s, 1) for used_s in times.used_s],
            "running": times.running,
            "over": times.over,
        }
    if taught:
        fields["lesson"] = {"why": taught.why, "task": taught.task_for(seen_by)}
    if kind != "spectator":
        # It may name files of this machine.
        fields["notice"] = now.notice and verbatim(now.notice)
    if any(now.beats_s):
        fields["beats"] = _beats(now, seen_by)
    return text("position", **fields, **_for_kind(now, kind))


def _for_kind(now: Snapshot, kind: Kind) -> dict[str, Any]:
    """Return what only a seat's page gets of a position, or only the table's pages."""
    if isinstance(kind, int):
        return {"decision": decision(now, kind)}
    own: dict[str, Any] = {
        "belongs": now.situation.belongs(),
        "step": _step(now.placement),
    }
    if kind == "host":
        codes = enumerate(now.setup.codes)
        own["links"] = [{"seat": seat, "url": link(seat, code)} for seat, code in codes]
        own["told_by"] = now.dealer.told_by._asdict()
    return own


def decision(now: Snapshot, seat: int) -> str:
    """Return a name for this seat's decision: unique, even after a restart."""
    game = repr((now.setup.seed, now.setup.codes)).encode()
    begun = now.situation.match.asked_since(seat)
    return f"{blake2b(game, digest_size=6).hexdigest()}-{begun}"


def _beats(now: Snapshot, seen_by: Viewer) -> list[dict[str, Any]]:
    """Return for each event how long the lamps show it, and its sentence.

    The last event of each action, except the last action, also has the state after it.
    """
    match, beats = now.situation.match, list[dict[str, Any]]()
    game = match.game
    for line in reversed(match.story):
        if len(beats) == len(now.beats_s):
            break
        entry = line.entry
        views = [game.event_view(entry.position, e, seen_by) for e in entry.events]
        rows: list[dict[str, Any]] = [
            {"says": game.tell(view, match.options)} for view in views
        ]
        if beats and rows:
            rows[-1]["state"] = game.state(entry.position, seen_by)
        beats = rows + beats
    for row, seconds in zip(beats, now.beats_s, strict=True):
        row["ms"] = round(seconds * 1000)
    return beats


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
    is_host: bool,
    opened: set[int],
    ready: set[int],
    seating: SeatRequests,
    shared: str | None,
) -> str:
    """Return which seats are open on a phone or requested; the host sees by whom.

    `shared` is the address at which phones reach the table, if they do.
    """
    rows = [
        {
            "seat": seat,
            "open": seat in opened,
            "ready": seat in ready,
            "asked": [
                {
                    "word": request.word,
                    "offered": request == seating.offered,
                    "name": request.requester.name,
                    "table": request.requester.is_table,
                    "page": request.requester.page if is_host else None,
                    "by": request.requester.address if is_host else None,
                }
                for request in seating.pending
                if request.seat == seat
            ],
        }
        for seat in range(now.setup.seats)
    ]
    own = {"shared": shared} if is_host else {}
    return text("seats", seats=rows, joining=seating.is_open, **own)


def parts(all_parts: Parts) -> str:
    """Return a row for each part: in its driver's English, or a key if there is one."""
    rows: list[dict[str, Any]] = []
    for part in all_parts.all():
        says, trouble = (each and verbatim(each) for each in (part.says, part.trouble))
        rows.append({"name": part.name, "says": says or "", "trouble": trouble or None})
        if part.told:
            rows[-1]["trouble" if trouble else "says"] = part.told
    return text("parts", parts=rows)


def striker(eliminator: Eliminator) -> str:
    return text("striker", state=eliminator.state, degrees=eliminator.degrees)


def notice(sent: Notice) -> str:
    return text("told", legal=sent.legal, rule=sent.rule, message=sent.says)


def refused(says: Says) -> str:
    """Return a message that something is not done, and why, without a ruling."""
    return text("told", legal=False, rule="", message=says)


def error(sentence: str) -> str:
    return text("error", message=verbatim(sentence))
