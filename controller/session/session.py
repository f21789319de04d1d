"""The game on the table: turns an Intent into a Change.

An action is planned, written to the journal, and only then accepted, so nobody sees
anything that is not on disk. At the table, only the session changes a match.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from controller import games
from controller.basics.errors import in_one_line
from controller.basics.sentence import Says, say, verbatim
from controller.basics.sheet import SheetError
from controller.chance.dealer import Dealer
from controller.chance.house import Houses
from controller.games import broken
from controller.input.intents import (
    Explain,
    Forget,
    Intent,
    LetProgramDecide,
    NamePlayer,
    NewGame,
    Play,
    PointAt,
    PointAtNext,
    PutAway,
    Rematch,
    Resume,
    TakePointed,
    Undo,
)
from controller.input.situation import (
    Phase,
    Situation,
    Undoable,
    situation_of,
    undoable,
)
from controller.light.colour import Keyframe
from controller.rules.deals import Draw
from controller.rules.game import AnyGame, Event
from controller.rules.match import Entries, Match, Refused
from controller.rules.views import events_of
from controller.session.clocks import NO_CLOCK, Clocks
from controller.session.restore import (
    Choosing,
    as_lesson,
    by_seed,
    lesson_of,
    new_seed,
    renamed,
    restored,
    set_up,
    with_name,
    written,
)
from controller.storage.forget import forget_in
from controller.storage.journal import GameResult, JournalError, SavedGame, Setup
from controller.storage.store import GameStore
from controller.tabletop.lesson import Lesson
from controller.words.notice import Notice, announcement

UNSAVED = say("game.unsaved")
# Another game is on the table; an action was played, or undone; the saved game
# continues; names have changed, and nothing happened in the game.
Kind: TypeAlias = Literal["game", "played", "undone", "resumed", "names"]


class Change(NamedTuple):
    """The result of an intent; it is on disk."""

    kind: Kind
    situation: Situation
    setup: Setup
    events: tuple[Event, ...] = ()
    # The keyframes of the events, which play over the picture.
    effect: tuple[Keyframe, ...] = ()
    notices: tuple[Notice, ...] = ()

    @property
    def beats_s(self) -> tuple[float, ...]:
        """How long the lamps show each event."""
        return tuple(
            sum(keyframe.seconds for keyframe in self.effect if keyframe.event == index)
            for index in range(len(self.events))
        )


class Session:
    def __init__(
        self,
        store: GameStore,
        dealer: Dealer,
        clocks: Clocks,
        seeds: Callable[[], int] = new_seed,
        houses: Houses | None = None,
        minutes: int | None = None,
    ) -> None:
        """Set up; `seeds` and `houses` supply what a new game lacks.

        Without houses, a new game uses its own data. `minutes` are those of its clock.
        """
        self._store = store
        self._dealer = dealer
        self._seeds = seeds
        self._houses = houses or Houses()
        self.clocks, self._minutes = clocks, minutes
        # Started, or shown first, when no saved game is resumed.
        self._wanted: NewGame
        # The seats' codes; while a game is being chosen, for all seats that it may
        # have.
        self._codes: tuple[str, ...] = store.codes
        # The players' names by seat, for games that come without any.
        self._players: tuple[str, ...] = store.players
        self._lost: str | None = None
        self._setup: Setup
        self._match: Match
        self._lesson: Lesson | None
        self._now: Situation

    @property
    def notice(self) -> str | None:
        """What happened to a journal, or to a game, that could not be read."""
        return "; ".join(filter(None, (self._store.notice, self._lost))) or None

    @property
    def is_saved(self) -> bool:
        """Whether everything is on disk; if not, the table says so."""
        return self._store.is_saved

    def open(self, wanted: NewGame, show: Callable[[Change], object]) -> None:
        """Offer the unfinished game, if there is one; else start the wanted one."""
        self._wanted = wanted
        if saved := self._store.unfinished():
            try:
                match = restored(saved, self._dealer.chooser)
                show(self._offer(saved, match))
                return
            # Anyone can write games: whatever one raises, the table starts.
            except Exception as error:  # noqa: BLE001
                named, why = saved.setup.game, in_one_line(error)
                self._lost = f"the unfinished game of {named} was put away: {why}"
                if fault := broken.locate_and_log(error):
                    # The author may fix it; until then no other game takes its place.
                    self._lost = f"{fault.says}; its saved game waits in the journal"
                    wanted = replace(wanted, is_chosen=False)
        # The requested game may be broken; then the table shows another one.
        show(show_or_skip(self._begin, wanted, self._point))

    def do(self, intent: Intent) -> Change | Notice | None:
        """Carry out an intent; return None if it does nothing. Raises BadSetup."""
        match intent:
            case Play(action, seat, planned):
                return self._play(action, seat, planned)
            case Explain(action, seat):
                return self._explain(action, seat)
            case Undo(seat):
                return self._undo(seat)
            case Resume() if self._now.phase == "offer":
                return self.changed("resumed", self._played_phase)
            case PutAway() if self._now.phase == "offer":
                return self._begin(self._wanted)
            case Rematch():
                return self._begin(same_game(self._setup, self._match))
            case NewGame():
                return broken_lesson(intent) or self._begin(intent)
            case PointAtNext() if self._now.phase in ("over", "choose"):
                pointed = next_game(self._setup.game, self._setup.seats)
                return show_or_skip(self._point, pointed, self._point)
            case PointAt(game, seats) if self._now.phase == "choose":
                return self._point(NewGame(game, seats, {}))
            case TakePointed(learn) if self._now.phase == "choose":
                wanted = replace(self._wanted, learn=learn, is_chosen=True)
                return broken_lesson(wanted) or self._begin(wanted)
            case LetProgramDecide():
                return self._stand_in()
            case Forget(name):
                self._setup, told = forget_name(self._store, self._setup, name)
                self._players = self._setup.players
                return Change("names", self._now, self._setup, notices=(told,))
            case NamePlayer(seat, name):
                self._players = with_name(self._players, seat, name)
                self._setup = renamed(self._setup, self._players)
                # While a game is being chosen, the saved one is another.
                if self._now.phase != "choose":
                    self._store.begin_again(self._setup)
                return Change("names", self._now, self._setup)
        return None

    def look_again(self) -> Situation:
        """Return the situation after a part of chance, or the game, has failed."""
        waiting = self._dealer.waiting(self._match, self._now.view)
        self._now = self._now._replace(
            waiting=waiting, undoable=undoable(self._match, self._dealer, waiting)
        )
        return self._now

    def mark(self) -> None:
        """Mark the journal's last row, once there is time for it."""
        self._store.mark()

    # Choosing a game

    def _point(self, new: NewGame) -> Change:
        """Show a game as it would begin; neither play nor save it."""
        self._wanted = new
        setup, match = self._set_up(replace(new, learn=False), 0, by_seed)
        self._codes = (*setup.codes, *self._codes[setup.seats :])
        change = self._enter("choose", setup, match, match.opening())
        self.clocks.begin(setup)
        return change

    # Starting a game

    def _begin(self, new: NewGame) -> Change:
        if not new.is_chosen:
            return self._point(new)
        if new.told_by:
            self._dealer.use(self._dealer.told_by._replace(**new.told_by))
        seed = self._seeds() if new.seed is None else new.seed
        if new.learn:
            new = as_lesson(new)
        # A seat keeps its link from game to game, as long as the seat exists.
        if new.new_links:
            self._codes = ()
        setup, match = self._set_up(new, seed, self._dealer.chooser)
        entries = match.opening()
        # A game that cannot even be shown must not replace a saved one.
        change = self._enter("play", setup, match, entries)
        self._codes, self._players = setup.codes, setup.players
        bodies = [written(entry.action) for entry in entries]
        self._store.begin(setup, bodies)
        self.clocks.begin(setup, [("action", body) for body in bodies])
        return change

    def _set_up(
        self, new: NewGame, seed: int, chooser: Choosing
    ) -> tuple[Setup, Match]:
        if new.clock is not None:
            self._minutes = None if new.clock == NO_CLOCK else new.clock
        house = self._houses.of(new.game) if new.house is None else new.house
        players = self._players if new.players is None else new.players
        new = replace(new, house=house, players=players)
        setup, match = set_up(new, seed, self._codes, chooser)
        return setup._replace(clock=None if new.learn else self._minutes), match

    def _offer(self, saved: SavedGame, match: Match) -> Change:
        setup = saved.setup._replace(rules=match.game.version)
        if setup != saved.setup:
            self._store.begin_again(setup)
        self.clocks.begin(setup, saved.entries)
        # A damaged journal may end before an automatic action.
        entries = match.opening()
        if entries:
            self._keep(entries, match)
        return self._enter("offer", setup, match, entries)

    def _enter(
        self, phase: Phase, setup: Setup, match: Match, entries: Entries
    ) -> Change:
        match.accept(entries)
        lesson, events = lesson_of(setup), events_of(entries)
        self._now = situation_of(match, phase, self._dealer, events, lesson)
        self._setup, self._match, self._lesson = setup, match, lesson
        return Change("game", self._now, setup, events)

    def _keep(self, entries: Entries, match: Match) -> None:
        result = match.game.result(entries[-1].position)
        ended = result and GameResult(result.winners, result.ranks)
        bodies = [written(entry.action) for entry in entries]
        times = self.clocks.played(len(bodies))
        self._store.append(bodies, result is not None, ended, times)

    # Playing the game

    def _play(self, action: Any, seat: int | None, planned: Entries) -> Change | Notice:
        try:
            if refusal := self._now.between_games():
                raise Refused(refusal)
            entries = planned or self._match.plan(action)
        except Refused as refused:
            return Notice(seat, False, *refused.refusal)
        return self._now.not_in_lesson(action, seat) or self._accept(entries, seat)

    def _accept(self, entries: Entries, seat: int | None) -> Change:
        self._keep(entries, self._match)
        self._match.accept(entries)
        before = self._now
        change = self.changed("played", self._played_phase, events_of(entries))
        effect = before.staging.effect(before.view, self._now.view["events"])
        notices = unsaved_notices(seat, self.is_saved)
        return change._replace(effect=effect, notices=notices)

    @property
    def _played_phase(self) -> Phase:
        return "over" if self._match.result else "play"

    def _stand_in(self) -> Change | None:
        """Let the seed decide what the players cannot report at the moment."""
        game, setup = self._match.game, self._setup
        settles = self._dealer.chooser(
            game, setup.seats, setup.seed, self._match.house, stands_in=True
        )
        entries = self._match.opening(settles)
        return self._accept(entries, None) if entries else None

    def _explain(self, action: Any, seat: int) -> Notice:
        if first := self._now.between_games():
            return Notice(seat, False, *first)
        said = verdict(self._match.game, self._match.position, action, seat)
        other = self._now.not_in_lesson(action, seat)
        return other if other and said.legal else said

    def _undo(self, seat: int | None) -> Change | Notice:
        if first := self._now.between_games():
            return Notice(seat, False, *first)
        if refused := self._now.cannot_undo(seat):
            return refused
        assert isinstance(self._now.undoable, Undoable)
        mark = self._now.undoable.mark
        taken = self._match.actions[mark]
        self._store.undo(mark)
        self._match.rewind(mark)
        self.clocks.undo(mark)
        notices = unsaved_notices(seat, self.is_saved)
        if isinstance(taken, Draw):
            put_back = say("shoe.put-back", seat=taken.seat)
            notices = (announcement(put_back), *notices)
        return self.changed("undone")._replace(notices=notices)

    def changed(
        self, kind: Kind, phase: Phase | None = None, events: tuple[Event, ...] = ()
    ) -> Change:
        """Return a change that shows the current match, perhaps in another phase."""
        phase = phase or self._now.phase
        self._now = situation_of(self._match, phase, self._dealer, events, self._lesson)
        return Change(kind, self._now, self._setup, events)


def same_game(setup: Setup, match: Match) -> NewGame:
    """Return a request for the same game again, with the same clock."""
    clock = NO_CLOCK if setup.clock is None else setup.clock
    return NewGame(
        match.game, setup.seats, setup.options, house=match.house, clock=clock
    )


def verdict(game: AnyGame, position: Any, action: Any, seat: int) -> Notice:
    """Return whether this seat could play the action, and if not, why not."""
    if refusal := game.refuse(position, action):
        return Notice(seat, False, *refusal)
    return Notice(seat, True, game.choice_rule, say("rules.legal"))


def broken_lesson(new: NewGame) -> Notice | None:
    """Refuse a lesson whose file is wrong, and say where to fix it."""
    try:
        _ = games.lesson(new.game.name) if new.learn else None
    except SheetError as error:
        return Notice(None, False, "", say("teach.broken", why=str(error)))
    return None


def unsaved_notices(seat: int | None, is_saved: bool) -> tuple[Notice, ...]:
    """Tell a seat's page that its action is not on disk yet."""
    return () if seat is None or is_saved else (Notice(seat, True, "", UNSAVED),)


def forget_name(store: GameStore, setup: Setup, name: str) -> tuple[Setup, Notice]:
    """Forget a name; return the setup without it, and the host's answer."""
    try:
        is_known = forget_in(store, name)
    except JournalError as error:
        why = verbatim(str(error))
        return setup, announcement(say("name.not-forgotten", who=name, why=why))
    says = say("name.forgotten" if is_known else "name.nobody", who=name)
    return setup.without(name), announcement(says)


def show_or_skip(
    show: Callable[[NewGame], Change],
    new: NewGame,
    point: Callable[[NewGame], Change],
) -> Change:
    """Show this game or, if it is broken, the next, with a sentence about it."""
    faults: list[Says] = []
    with broken.reporting_faults(faults.append):
        return show(new)
    change = show_or_skip(point, next_game(new.game.name, new.seats), point)
    told = tuple(announcement(says) for says in faults)
    return change._replace(notices=(*told, *change.notices))


def next_game(name: str, seats: int) -> NewGame:
    """Return the game after this one, for about as many players."""
    found = games.playable()
    later = [game for game in found if game.name > name]
    game = (later or found)[0]
    return NewGame(game, game.seats_near(seats), {})
