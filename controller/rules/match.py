"""A game being played: its position, its log, and undo.

`plan` checks an action and adds what follows automatically; `accept` then carries it
out. In between, a journal can be written.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from controller.basics.errors import UndertowError
from controller.rules.game import (
    AnyGame,
    Event,
    Options,
    Outcome,
    Refusal,
    Result,
    checked_options,
)

# The most automatic actions in a row. The longest deal of our games is a hundredth of
# that; a game with more loops.
MOST_FOLLOWING = 10_000
By: TypeAlias = Literal["seat", "chance", "settled"]
# Chooses among outcomes, given the index of the action in the log. None: the match
# stops at that chance node and waits for a report.
Chooser: TypeAlias = Callable[[Sequence[Outcome[Any]], int], Any]
# A preset outcome, or None, given what chance has decided so far.
Preset: TypeAlias = Callable[[Sequence[Any], Sequence[Outcome[Any]]], Any]


class Refused(UndertowError):
    """An action that is not legal now."""

    def __init__(self, refusal: Refusal, *, over: bool = False) -> None:
        super().__init__(f"{refusal.rule}: {refusal.says}")
        self.refusal = refusal
        self.over = over


class CannotUndo(UndertowError):
    """An undo that is not possible; the text is the key of the reason."""


class EndlessRules(UndertowError):
    """Rules that loop without ever asking a seat again."""


class Entry(NamedTuple):
    """An action of the log, with the position and events after it."""

    action: Any
    by: By
    position: Any
    events: tuple[Event, ...]
    # Whether it has shown somebody something new.
    final: bool


Entries: TypeAlias = tuple[Entry, ...]


class StoryLine(NamedTuple):
    """A line of the story: an entry, undone or not, or an undo."""

    entry: Entry
    how: Literal["played", "undone", "undo"]


def is_undoable(entries: Entries) -> bool:
    """Return whether a seat's planned action, with what follows, can be undone."""
    return not any(entry.final for entry in entries)


def forced_action(
    game: AnyGame, position: Any, outcomes: Sequence[Outcome[Any]]
) -> Any | None:
    """Return the only possible action, unless the seat must be asked anyway."""
    choices = [o.action for o in outcomes] or game.legal(position)
    if len(choices) != 1 or type(choices[0]) in game.never_automatic:
        return None
    return None if game.tells(position) else choices[0]


class Match:
    """A game being played: its position and log, changed by `accept` and `rewind`."""

    def __init__(
        self,
        game: AnyGame,
        seats: int,
        options: Options,
        chooser: Chooser | None,
        house: Any = None,
        preset: Preset | None = None,
    ) -> None:
        """Set up a new game; raise BadSetup. Without a chooser, chance waits.

        Without house data the game uses its own. The chooser decides what is not
        preset.
        """
        self.game = game
        self.seats = seats
        self.options = checked_options(game, seats, dict(options))
        self._chooser = chooser
        self._preset = preset
        if house is None and game.house:
            house = game.house.usual()
        self.house = house
        self.start = game.start(seats, self.options, house)
        self._entries: list[Entry] = []
        # Everything that has happened, in order; an undo adds a line.
        self.story: list[StoryLine] = []

    @property
    def position(self) -> Any:
        return self._entries[-1].position if self._entries else self.start

    def entries_from(self, number: int) -> Entries:
        """Return the log from that action on."""
        return tuple(self._entries[number:])

    @property
    def actions(self) -> list[Any]:
        return [entry.action for entry in self._entries]

    @property
    def result(self) -> Result | None:
        return self.game.result(self.position)

    def refusal(self, action: Any) -> Refusal | None:
        return self.game.refuse(self.position, action)

    @property
    def is_undecided(self) -> bool:
        """Whether no seat has decided anything yet."""
        return all(entry.by != "seat" for entry in self._entries)

    def asked_since(self, seat: int) -> int:
        """Return the length of the story when this seat's current decision began.

        The decision stays the same while others decide at the same time.
        """
        since = len(self.story)
        befores = [self.start, *(entry.position for entry in self._entries[:-1])]
        latest = zip(reversed(self._entries), reversed(befores), strict=False)
        if self._asks(self.position, seat):
            for entry, before in latest:
                is_others = entry.by == "seat" and entry.action.seat != seat
                is_played = self.story[since - 1].how == "played"
                if not (is_played and is_others and self._asks(before, seat)):
                    break
                since -= 1
        return since

    def _asks(self, position: Any, seat: int) -> bool:
        return any(action.seat == seat for action in self.game.legal(position))

    def opening(self, chooser: Chooser | None = None) -> Entries:
        """Plan what comes before anyone is asked; `chooser` replaces the match's."""
        return self._follow(self.position, (), chooser)

    def plan(self, action: Any) -> Entries:
        """Return the action and what follows from it; raise Refused, change nothing."""
        first = self._apply(self.position, action)
        return (first, *self._follow(first.position, (first,)))

    def accept(self, entries: Entries) -> None:
        self._entries.extend(entries)
        self.story.extend(StoryLine(entry, "played") for entry in entries)

    def replay(self, action: Any) -> Entry:
        """Apply one logged action alone, because what followed is in the log too."""
        entry = self._apply(self.position, action)
        self.accept((entry,))
        return entry

    def undo_mark(self) -> int:
        """Return how many actions an undo would leave; raise CannotUndo."""
        for index in range(len(self._entries) - 1, -1, -1):
            entry = self._entries[index]
            if entry.final:
                is_early = self.is_undecided
                raise CannotUndo("undo.nothing" if is_early else "undo.too-late")
            if entry.by == "seat":
                return index
        raise CannotUndo("undo.nothing")

    def can_undo(self) -> bool:
        try:
            self.undo_mark()
        except CannotUndo:
            return False
        return True

    def rewind(self, mark: int) -> None:
        gone = self._entries[mark:]
        del self._entries[mark:]
        if not gone:
            return
        standing = [i for i, told in enumerate(self.story) if told.how == "played"]
        for index in standing[mark:]:
            self.story[index] = StoryLine(self.story[index].entry, "undone")
        self.story.append(StoryLine(gone[0], "undo"))

    def _apply(self, position: Any, action: Any) -> Entry:
        refusal = self.game.refuse(position, action)
        if refusal:
            raise Refused(refusal, over=self.game.result(position) is not None)
        return self._entry(position, action)

    def _follow(
        self, position: Any, before: Entries, chooser: Chooser | None = None
    ) -> Entries:
        """Plan the automatic actions that follow the log and the plan `before`."""
        entries = list(before)
        chooser = chooser or self._chooser
        while self.game.result(position) is None:
            outcomes = self.game.chance(position)
            action = forced_action(self.game, position, outcomes)
            if action is None and outcomes and self._preset:
                action = self._preset(self._decided_by_chance(entries), outcomes)
            if action is None and outcomes and chooser:
                action = chooser(outcomes, len(self._entries) + len(entries))
            if action is None:
                break
            entries.append(self._entry(position, action))
            position = entries[-1].position
            if len(entries) > MOST_FOLLOWING:
                raise EndlessRules(
                    f"{self.game.title} goes on by itself without an end: "
                    f"nobody is asked for {MOST_FOLLOWING} actions"
                )
        return tuple(entries[len(before) :])

    def _decided_by_chance(self, planned: list[Entry]) -> list[Any]:
        return [e.action for e in (*self._entries, *planned) if e.by == "chance"]

    def _entry(self, position: Any, action: Any) -> Entry:
        outcomes = self.game.chance(position)
        by: By = "chance" if outcomes else "seat"
        if forced_action(self.game, position, outcomes) is not None:
            by = "settled"
        after, events = self.game.apply(position, action)
        told = (action, *events)
        final = len(outcomes) > 1 or any(type(e) in self.game.reveals for e in told)
        return Entry(action, by, after, told, final)
