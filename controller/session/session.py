"""The game on the table: an Intent becomes a Change.

An action is planned, written to the journal, and only then accepted, so nobody is shown
anything that is not on disk. At the table, only the session changes a match.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from controller import games
from controller.basics.errors import in_one_line
from controller.basics.sentence import Says, say
from controller.chance.dealer import Dealer
from controller.chance.house import Houses
from controller.games import broken
from controller.input.intents import (
    Explain,
    Forget,
    Intent,
    LetProgramDecide,
    NewGame,
    Play,
    PointAtNext,
    PutAway,
    Rematch,
    Resume,
    TakePointed,
    Undo,
)
from controller.input.situation import Phase, Situation, Undoable
from controller.light.colour import Keyframe
from controller.rules.deals import Draw
from controller.rules.game import Event
from controller.rules.match import Entries, Match, Refused
from controller.rules.views import events_of
from controller.session.answers import (
    between_games,
    broken_lesson,
    forgotten,
    not_in_lesson,
    unsaved,
    verdict,
)
from controller.session.look import situation_of, undoable
from controller.session.restore import (
    Choosing,
    as_lesson,
    by_seed,
    lesson_of,
    new_seed,
    restored,
    set_up,
    written,
)
from controller.storage.journal import GameResult, SavedGame, Setup
from controller.storage.store import GameStore
from controller.tabletop.lesson import Lesson
from controller.words.notice import Notice, announcement

# Another game is on the table; an action was played, or undone; the saved game goes on;
# a name was forgotten, and nothing happened in the game.
Kind: TypeAlias = Literal["game", "played", "undone", "resumed", "forgotten"]


class Change(NamedTuple):
    """The result of an intent; it is on disk."""

    kind: Kind
    situation: Situation
    setup: Setup
    events: tuple[Event, ...] = ()
    # The events in light, which play over the picture.
    effect: tuple[Keyframe, ...] = ()
    notices: tuple[Notice, ...] = ()


class Session:
    def __init__(
        self,
        store: GameStore,
        dealer: Dealer,
        seeds: Callable[[], int] = new_seed,
        houses: Houses | None = None,
    ) -> None:
        """`seeds` and `houses` supply the seed and house data that a new game lacks.

        Without houses, a new game uses its own data.
        """
        self._store = store
        self._dealer = dealer
        self._seeds = seeds
        self._houses = houses or Houses()
        # Started, or shown first, when no saved game is resumed.
        self._wanted: NewGame
        # The codes of the seats; while a game is chosen, of all seats that it may have.
        self._codes: tuple[str, ...] = store.codes
        self._lost: str | None = None
        self._setup: Setup
        self._match: Match
        self._lesson: Lesson | None
        self._now: Situation

    @property
    def notice(self) -> str | None:
        """The fate of a journal, or of a game, that could not be read."""
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
            # Others write games too: whatever one raises, the table starts.
            except Exception as error:  # noqa: BLE001
                named, why = saved.setup.game, in_one_line(error)
                self._lost = f"the unfinished game of {named} was put away: {why}"
        # The game that was asked for may be broken; then another one is shown.
        show(or_another(self._begin, wanted, self._point))

    def do(self, intent: Intent) -> Change | Notice | None:
        """Carry out an intent; None if it does nothing. Raises BadSetup."""
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
                setup = self._setup
                game, house = self._match.game, self._match.house
                again = NewGame(game, setup.seats, setup.options, house=house)
                return self._begin(again)
            case NewGame():
                return broken_lesson(intent) or self._begin(intent)
            case PointAtNext() if self._now.phase in ("over", "choose"):
                pointed = following(self._setup.game, self._setup.seats)
                return or_another(self._point, pointed, self._point)
            case TakePointed(learn) if self._now.phase == "choose":
                wanted = replace(self._wanted, learn=learn, is_chosen=True)
                return broken_lesson(wanted) or self._begin(wanted)
            case LetProgramDecide():
                return self._stand_in()
            case Forget(name):
                self._setup, told = forgotten(self._store, self._setup, name)
                return Change("forgotten", self._now, self._setup, notices=(told,))
        return None

    def look_again(self) -> Situation:
        """Return the situation after a part of chance, or the game, has failed."""
        waiting = self._dealer.waiting(self._match, self._now.view)
        self._now = self._now._replace(
            waiting=waiting, undoable=undoable(self._match, self._dealer, waiting)
        )
        return self._now

    def mark(self) -> None:
        """Note how far the journal has come, once there is time for it."""
        self._store.mark()

    # Choosing a game

    def _point(self, new: NewGame) -> Change:
        """Show a game as it would begin; nothing of it is played or kept."""
        self._wanted = new
        setup, match = self._set_up(replace(new, learn=False), 0, by_seed)
        self._codes = (*setup.codes, *self._codes[setup.seats :])
        return self._enter("choose", setup, match, match.opening())

    # Starting a game

    def _begin(self, new: NewGame) -> Change:
        if not new.is_chosen:
            return self._point(new)
        if new.told_by:
            self._dealer.use(self._dealer.told_by._replace(**new.told_by))
        seed = self._seeds() if new.seed is None else new.seed
        if new.learn:
            new = as_lesson(new)
        # A seat keeps its link from game to game, for as long as there is that seat.
        if new.new_links:
            self._codes = ()
        setup, match = self._set_up(new, seed, self._dealer.chooser)
        entries = match.opening()
        # A game that cannot even be shown does not take the place of a saved one.
        change = self._enter("play", setup, match, entries)
        self._codes = setup.codes
        self._store.begin(setup, [written(entry.action) for entry in entries])
        return change

    def _set_up(
        self, new: NewGame, seed: int, chooser: Choosing
    ) -> tuple[Setup, Match]:
        house = self._houses.of(new.game) if new.house is None else new.house
        players = self._store.players if new.players is None else new.players
        return set_up(
            new.game,
            new.seats,
            new.options,
            seed,
            self._codes,
            chooser,
            house,
            players,
            lesson=new.learn,
        )

    def _offer(self, saved: SavedGame, match: Match) -> Change:
        setup = saved.setup._replace(rules=match.game.version)
        if setup != saved.setup:
            self._store.begin_again(saved._replace(setup=setup))
        # A damaged journal may end before something that follows by itself.
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
        self._store.append(bodies, result is not None, ended)

    # Playing it

    def _play(self, action: Any, seat: int | None, planned: Entries) -> Change | Notice:
        try:
            if refusal := between_games(self._now.phase, self._match.game):
                raise Refused(refusal)
            entries = planned or self._match.plan(action)
        except Refused as refused:
            return Notice(seat, False, *refused.refusal)
        return not_in_lesson(self._now, action, seat) or self._accept(entries, seat)

    def _accept(self, entries: Entries, seat: int | None) -> Change:
        self._keep(entries, self._match)
        self._match.accept(entries)
        before = self._now
        change = self.changed("played", self._played_phase, events_of(entries))
        effect = before.staging.effect(before.view, self._now.view["events"])
        notices = unsaved(seat, self.is_saved)
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
        if first := between_games(self._now.phase, self._match.game):
            return Notice(seat, False, *first)
        said = verdict(self._match.game, self._match.position, action, seat)
        other = not_in_lesson(self._now, action, seat)
        return other if other and said.legal else said

    def _undo(self, seat: int | None) -> Change | Notice:
        if first := between_games(self._now.phase, self._match.game):
            return Notice(seat, False, *first)
        if refused := self._now.cannot_undo(seat):
            return refused
        assert isinstance(self._now.undoable, Undoable)
        mark = self._now.undoable.mark
        taken = self._match.actions[mark]
        self._store.undo(mark)
        self._match.rewind(mark)
        notices = unsaved(seat, self.is_saved)
        if isinstance(taken, Draw):
            put_back = say("shoe.put-back", seat=taken.seat)
            notices = (announcement(put_back), *notices)
        return self.changed("undone")._replace(notices=notices)

    def changed(
        self, kind: Kind, phase: Phase | None = None, events: tuple[Event, ...] = ()
    ) -> Change:
        """Return a change that shows the current match, maybe in another phase."""
        phase = phase or self._now.phase
        self._now = situation_of(self._match, phase, self._dealer, events, self._lesson)
        return Change(kind, self._now, self._setup, events)


def or_another(
    show: Callable[[NewGame], Change],
    new: NewGame,
    point: Callable[[NewGame], Change],
) -> Change:
    """Show this game; a broken one is passed over with its sentence."""
    faults: list[Says] = []
    with broken.caught(faults.append):
        return show(new)
    change = or_another(point, following(new.game.name, new.seats), point)
    told = tuple(announcement(says) for says in faults)
    return change._replace(notices=(*told, *change.notices))


def following(name: str, seats: int) -> NewGame:
    """Return the game after this one, for about as many players."""
    found = games.playable()
    later = [game for game in found if game.name > name]
    game = (later or found)[0]
    return NewGame(game, game.seats_near(seats), {})
