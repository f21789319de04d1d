"""Every message between pages and the table, as a record.

`README.md` explains them, and `static/shared/protocol.d.ts` is made from this file.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from controller.basics.sentence import Says

Action: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Sequence[str]


# From the table


class Hello(TypedDict):
    type: Literal["hello"]
    version: str
    page: Literal["host", "seat", "spectator"]
    seat: int | None
    touch: Mapping[str, Any] | None
    board: Mapping[str, Any]


class Games(TypedDict):
    type: Literal["games"]
    games: Sequence[Mapping[str, Any]]
    bots: Names


class Position(TypedDict):
    type: Literal["position"]
    phase: Literal["choose", "offer", "play", "over"]
    game: Mapping[str, Any]
    events: Sequence[Action]
    state: Any
    pending: Mapping[str, Any] | None
    result: Mapping[str, Any] | None
    can_undo: bool
    waits: Says | None
    prompt: Says | None
    how: Mapping[str, Any]
    lesson: NotRequired[Mapping[str, Any]]
    clock: NotRequired[Mapping[str, Any]]
    notice: NotRequired[Says | None]
    decision: NotRequired[str]
    beats: NotRequired[Sequence[Mapping[str, Any]]]
    belongs: NotRequired[Mapping[str, Names]]
    step: NotRequired[Mapping[str, Any] | None]
    links: NotRequired[Sequence[Mapping[str, Any]]]
    told_by: NotRequired[Mapping[str, str]]


Story = TypedDict(
    "Story",
    {"type": Literal["story"], "from": int, "lines": Sequence[Mapping[str, Any]]},
)


class Past(TypedDict):
    type: Literal["past"]
    at: int
    state: Any


class Review(TypedDict):
    type: Literal["review"]
    length: int
    points: Sequence[Sequence[int]]
    records: Sequence[Mapping[str, Any]]


class Parts(TypedDict):
    type: Literal["parts"]
    parts: Sequence[Mapping[str, Any]]


class Nearby(TypedDict):
    type: Literal["nearby"]
    tables: Sequence[Mapping[str, Any]]


class Striker(TypedDict):
    type: Literal["striker"]
    state: str
    degrees: float | None


class Lying(TypedDict):
    type: Literal["lying"]
    armed: bool
    pieces: Mapping[str, str | None]
    cards: Mapping[str, str]
    faults: Mapping[str, Names]


class Seats(TypedDict):
    type: Literal["seats"]
    seats: Sequence[Mapping[str, Any]]
    joining: bool
    shared: NotRequired[str | None]


class Asking(TypedDict):
    type: Literal["asking"]
    seat: int
    word: Names


class Seated(TypedDict):
    type: Literal["seated"]
    seat: int
    url: str | None
    message: Says | None


class Hint(TypedDict):
    type: Literal["hint"]
    action: Action
    message: Says | None


class Health(TypedDict):
    type: Literal["health"]
    boards: Sequence[Mapping[str, Any]]
    heard: Sequence[float] | None
    pins: Sequence[Mapping[str, Any]]
    readings: Sequence[tuple[int, Says]]


class Heard(TypedDict):
    type: Literal["heard"]
    sounds: Names


class Aloud(TypedDict):
    type: Literal["said"]
    told: Sequence[Says]
    prompt: Sequence[Says]
    answer: Says | None
    again: bool


class Sound(TypedDict):
    type: Literal["sound"]
    volume: int
    muted: bool
    music: bool
    speaks: bool | None
    language: str


class Told(TypedDict):
    type: Literal["told"]
    legal: bool
    rule: str
    message: Says


class Misnamed(TypedDict):
    type: Literal["misnamed"]
    seat: int | None
    message: Says


class Saying(TypedDict):
    type: Literal["reply", "error"]
    message: Says


class Done(TypedDict):
    type: Literal["done"]


# To the table


class Plain(TypedDict):
    type: Literal["ping", "story", "games", "review", "health"]


class Order(TypedDict):
    type: Literal["again", "continue", "away", "leave", "do_it"]


class Press(TypedDict):
    type: Literal["press", "release"]
    control: str


class Switch(TypedDict):
    type: Literal["turn", "joining", "share", "ready"]
    on: bool


class Move(TypedDict):
    type: Literal["move"]
    piece: str
    to: str | None


class Tag(TypedDict):
    type: Literal["tag"]
    reader: str
    uid: str


class Fault(TypedDict):
    type: Literal["fault"]
    part: str
    fault: str
    value: str | float | None


class Repair(TypedDict):
    type: Literal["repair"]
    part: str


class Moment(TypedDict):
    type: Literal["past"]
    at: int


class New(TypedDict):
    type: Literal["new"]
    game: str
    seats: int
    options: Mapping[str, Any]
    learn: NotRequired[bool]
    new_links: NotRequired[bool]
    players: NotRequired[Names]
    bots: NotRequired[Names]
    told_by: NotRequired[Mapping[str, str]]
    clock: NotRequired[int]


class Point(TypedDict):
    type: Literal["point"]
    game: str
    seats: int


class Refuse(TypedDict):
    type: Literal["refuse"]
    seat: int


class LetIn(TypedDict):
    type: Literal["let_in"]
    page: int


class Sit(TypedDict):
    type: Literal["sit"]
    seat: int
    name: NotRequired[str]


class Bot(TypedDict):
    type: Literal["bot"]
    seat: NotRequired[int]
    level: str


class Loudness(TypedDict):
    type: Literal["sound"]
    volume: NotRequired[int]
    muted: NotRequired[bool]
    music: NotRequired[bool]
    speaks: NotRequired[bool]
    language: NotRequired[str]


class Brightness(TypedDict):
    type: Literal["brightness"]
    percent: int


class Forget(TypedDict):
    type: Literal["forget", "name"]
    name: str


class Decide(TypedDict):
    type: Literal["undo", "hint"]
    decision: str


class Act(TypedDict):
    type: Literal["act"]
    action: Action
    decision: str


class Why(TypedDict):
    type: Literal["why"]
    action: Action


Answer: TypeAlias = (
    Hello | Games | Position | Story | Past | Review | Parts | Nearby | Striker | Lying
    | Seats | Asking | Seated | Hint | Health | Heard | Aloud | Sound | Told | Misnamed
    | Saying | Done
)  # fmt: skip
Request: TypeAlias = (
    Plain | Order | Press | Switch | Move | Tag | Fault | Repair | Moment | New
    | Point | Refuse | LetIn | Sit | Bot | Loudness | Brightness | Forget | Decide | Act
    | Why
)  # fmt: skip
