"""The table: readings come in, actions are played and journalled, lamps answer.

One thread runs all of it. A press is echoed at once. What it means may be an action;
that is planned, written to the journal, and only then accepted and shown.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller import games
from controller.agreement.wood import Wood
from controller.dealer import Dealer, Waiting, program_only
from controller.gestures import Gestures, Scripted
from controller.guidance import Phase, guidance
from controller.hands import Hands
from controller.journal import Setup
from controller.keeping import Keeping
from controller.lights import Lights
from controller.looks import Looks, Shown, Thought
from controller.palette import OK, WHY
from controller.rules.deals import Draw
from controller.rules.game import AnyGame, Event, Viewer
from controller.rules.match import CannotUndo, Entries, Match, Refused
from controller.rules.views import events_of, show
from controller.saved import restored, set_up, written
from controller.staging import Lamps, Staging, Still, View
from controller.telling import Telling, Told
from controller.touches import Touches
from controller.undoing import undo_mark
from controller.why import blinks
from hardware.backend import Clock
from hardware.parts import Part, Parts
from hardware.readings import LinkDown, Pressed, Reading, Released, TagSeen
from wiring.boardmap import BoardMap

UNSAVED = "this is played but not saved; the table's page says why"


class Table:
    def __init__(
        self,
        lights: Lights,
        keeping: Keeping,
        ask: Callable[[str | None], None] | None = None,
        dealer: Dealer | None = None,
    ) -> None:
        """`ask` is told which tile to blow up now, or None: nothing any more.

        Without a dealer the program settles all chance.
        """
        self.on_change: list[Callable[[tuple[Event, ...]], None]] = []
        self._telling = Telling()
        self.on_told = self._telling.listeners
        self.phase: Phase = "play"
        self.setup: Setup
        self.match: Match
        self._lights = lights
        self._keeping = keeping
        self._notice: str | None = None
        self._ask = ask
        self.dealer = dealer or program_only()
        self.waiting: Waiting | None = None
        self._hands = Hands()
        self._gestures = Gestures(self._is_final, lights.has_lamp)
        self._touches = Touches(self, self._hands, self._gestures)
        self.wood: Wood | None = None
        self.staging: Staging
        self._looks: Looks
        # None until the first position is on the table.
        self._shown: Shown | None = None
        # Starts the game that the table was started for.
        self._wished: Callable[[], None]

    @property
    def notice(self) -> str | None:
        """What became of a journal, or of a game, that could not be read."""
        return "; ".join(filter(None, (self._keeping.notice, self._notice))) or None

    @property
    def is_saved(self) -> bool:
        """What was played is on disk; else it is in memory, and the table says so."""
        return self._keeping.is_saved

    @property
    def is_set(self) -> bool:
        """A game, or the offer of one, is on the table."""
        return self._shown is not None

    @property
    def waits(self) -> str | None:
        """What chance waits to be told, in a sentence."""
        return self.waiting.sentence if self.waiting else None

    @property
    def is_carrying(self) -> bool:
        """A piece was carried, and the table waits for what else it takes."""
        return self._gestures.carrying

    # Starting, going on, putting away

    def start(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        seed: int | None = None,
    ) -> None:
        """Offers the unfinished game, if there is one; else starts this one."""
        self._wished = lambda: self.new_game(game, seats, options, seed=seed)
        saved = self._keeping.unfinished()
        if saved:
            try:
                match = restored(saved, self.dealer.chooser)
            except ValueError as error:
                self._notice = f"the unfinished game was put away: {error}"
            else:
                self.phase = "offer"
                self._enter(saved.setup, match, self._caught_up(match))
                return
        self._wished()

    def _caught_up(self, match: Match) -> Entries:
        """A damaged journal may end before what had followed by itself."""
        entries = match.opening()
        if entries:
            over = match.game.result(entries[-1].position) is not None
            self._keeping.append([written(entry.action) for entry in entries], over)
        return entries

    def new_game(
        self,
        game: AnyGame,
        seats: int,
        options: Mapping[str, Any],
        *,
        seed: int | None = None,
        codes: tuple[str, ...] = (),
    ) -> None:
        """Puts the running game away and starts this one; raises BadSetup."""
        settles = self.dealer.chooser
        seed = self.dealer.new_seed() if seed is None else seed
        setup, match = set_up(game, seats, options, seed, codes, settles)
        entries = match.opening()
        actions = [written(entry.action) for entry in entries]
        self._keeping.begin(setup, actions)
        self.phase = "play"
        self._enter(setup, match, entries)

    def resume(self) -> None:
        """Goes on with the game that was offered."""
        if self.phase == "offer":
            self.phase = "over" if self.match.result else "play"
            self._show(self._looks.of(self.match.position), ())

    def put_away(self) -> None:
        """Puts the offered game away and starts the one that was asked for."""
        if self.phase == "offer":
            self._wished()

    def rematch(self) -> None:
        self.new_game(
            self.match.game,
            self.setup.seats,
            self.setup.options,
            codes=self.setup.codes,
        )

    def _enter(self, setup: Setup, match: Match, entries: Entries) -> None:
        match.accept(entries)
        self.setup, self.match = setup, match
        self.staging = games.staging(match.game)
        real = self.dealer.plays_cards(match.game)
        self._looks = Looks(match, self.staging, self._lights, with_cards=real)
        self._telling.last = None
        self._gestures.use(self.staging.menu)
        self._lights.stop_effect()
        self._show(self._looks.of(match.position), events_of(entries))

    # Hands on the table

    def reading(self, reading: Reading) -> None:
        match reading:
            case Pressed(control):
                self._lights.echo(control)
                self._touches.pressed(control)
            case Released(control):
                self._released(control)
            case TagSeen(reader, uid):
                self._touches.card(reader, uid)
            case LinkDown():
                # Nobody will tell when a tile that is down now comes up.
                for tile in self._hands.under("tile"):
                    self._released(tile)
        if self.wood:
            self.wood.reading(reading)

    def _released(self, control: str) -> None:
        self._lights.end_echo(control)
        self._touches.released(control)
        self.guide()

    # Requests

    def act(self, action: Any, seat: int | None) -> None:
        """Plays an action; a refusal is told to that seat's page, or to the table's."""
        try:
            thought = self._looks.after(action, self.seen)
        except Refused as refused:
            self.tell(Told(seat, False, refused.rule, str(refused)))
            return
        self._accept(thought, seat)

    def _accept(self, thought: Thought, seat: int | None) -> None:
        _, _, entries, actions, over, shown, foreseen = thought
        self._keeping.append(actions, over)
        if foreseen is not None:
            # It is on disk, so it may be seen; the rest is done while they look.
            self._lights.paint(shown.picture, foreseen, shown.effect)
            shown = shown._replace(effect=())
        self.match.accept(entries)
        if over:
            self.phase = "over"
        self._telling.last = None
        self._show(shown, events_of(entries))
        self._warn(seat)

    def let_program_decide(self) -> None:
        """What was waited for cannot be told: the seed goes on."""
        game, setup = self.match.game, self.setup
        settles = self.dealer.chooser(game, setup.seats, setup.seed, stands_in=True)
        entries = self.match.opening(settles)
        if entries:
            self._accept(self._looks.following(None, entries, self.seen), None)

    def think_ahead(self, coming: Any | None) -> None:
        """The rules are pure: what is probably done next can be thought through now."""
        troubled = bool(self._telling.parts.troubles())
        self._looks.think_ahead(coming, self.seen, troubled=troubled)

    def undo(self, seat: int | None) -> None:
        """Takes the last choice back; a seat's page may take back its own only."""
        refused = self.cannot_undo(seat)
        if refused:
            self.tell(refused)
            return
        mark = self._undo_mark(seat)
        taken = self.match.actions[mark]
        self._keeping.undo(mark)
        self.match.rewind(mark)
        self._lights.stop_effect()
        self._show(self._looks.of(self.match.position), ())
        if isinstance(taken, Draw):
            self.announce(f"seat {taken.seat} puts its last card back: shuffle it in")
        self._warn(seat)

    def can_undo(self, viewer: Viewer) -> bool:
        seat = viewer if isinstance(viewer, int) else None
        return self.phase == "play" and self.cannot_undo(seat) is None

    def cannot_undo(self, seat: int | None) -> Told | None:
        """What stands against taking the last choice back."""
        try:
            self._undo_mark(seat)
        except CannotUndo as error:
            return Told(seat, False, self.match.game.choice_rule, str(error))
        return None

    def _undo_mark(self, seat: int | None) -> int:
        return undo_mark(self.match, self.dealer, self.waiting, seat)

    def _warn(self, seat: int | None) -> None:
        """The table's page is told by the part itself that is in trouble."""
        if seat is not None and not self.is_saved:
            self.tell(Told(seat, True, "", UNSAVED))

    # Showing

    def view(self, viewer: Viewer, events: tuple[Event, ...]) -> dict[str, Any]:
        return show(self.match.game, self.match.position, viewer, events)

    @property
    def seen(self) -> View:
        """What lies open on the table."""
        return self._shown.view if self._shown else {}

    @property
    def scripts(self) -> tuple[Scripted, ...]:
        """All that can be meant now."""
        return self._shown.scripts if self._shown else ()

    def _show(self, shown: Shown, events: tuple[Event, ...]) -> None:
        self._shown = shown
        self._see_what_is_waited_for()
        if self.phase == "play":
            self._gestures.offer(shown.scripts, shown.first)
        else:
            self._gestures.offer(())
        if self.wood:
            self.wood.look()
        guidance = self._guidance(shown.picture)
        self._lights.paint(shown.picture, guidance, shown.effect)
        if self._ask:
            self._ask(self.staging.struck(shown.view["events"]))
        self._keeping.mark()
        self.changed(events)

    def changed(self, events: tuple[Event, ...]) -> None:
        """There is something else to say of what is on the table."""
        for listener in self.on_change:
            listener(events)

    def _see_what_is_waited_for(self) -> None:
        is_on = self.phase == "play"
        self.waiting = self.dealer.waiting(self.match, self.seen) if is_on else None

    def guide(self) -> None:
        if self._shown:
            self._lights.guide(self._guidance(self._shown.picture))
        if self.wood:
            self.wood.tell()

    def _guidance(self, picture: Lamps) -> Lamps:
        lamps = dict(
            guidance(
                self.phase,
                self._gestures,
                picture,
                can_undo=self.can_undo("table"),
                can_explain=self._telling.last is not None,
                focus=self.staging.focus,
            )
        )
        if self.waiting:
            live = self._gestures.lit | self._gestures.touched
            lamps.update(self.waiting.lamps(self.seen, picture, live))
        if self.wood and self.wood.step:
            lamps.update(self.wood.lamps())
            if self.wood.asks and not self._gestures.waits_for_ok:
                lamps["ok"] = OK
        if self._telling.parts.troubles():
            lamps["why"] = WHY
        return lamps

    # Telling

    def watch(self, parts: Parts, clock: Clock, board: BoardMap) -> None:
        """From now on the table feels its pieces, and says what parts have."""
        self._telling.parts = parts
        self.wood = Wood(self, self._touches.carried, board, clock, parts)

        def later(part: Part) -> None:
            # A part may fail in the middle of showing a frame.
            clock.call_soon_threadsafe(self._part_changed, part)

        parts.on_change.append(later)

    def _part_changed(self, part: Part) -> None:
        self.announce(f"{part.name}: {part.trouble or 'works again'}")
        if self.waiting:
            self._see_what_is_waited_for()
            self.changed(())
        self.guide()

    def announce(self, sentence: str) -> None:
        """Says on the table's page what no ruling is about."""
        self._telling.announce(sentence)

    def why(self) -> None:
        """What was refused last, and what is wrong with the table itself."""
        self._telling.why(self.phase)
        last = self._telling.last
        self._lights.signal(blinks.number(last.rule) if last else ())

    def answer(self, told: Told, signs: Sequence[Still] = ()) -> None:
        """Says what was tried out, which `why` does not say again."""
        self._telling.say(told)
        if told.seat is None:
            self._lights.signal(signs)

    def tell(self, told: Told) -> None:
        self._telling.tell(told)
        if told.seat is None:
            self.guide()

    def insist(self) -> bool:
        """`ok` where it says that the pieces stand right; False if it does not."""
        if self.wood is None or not self.wood.asks:
            return False
        self.wood.insist()
        return True

    def _is_final(self, action: Any) -> bool:
        return any(entry.final for entry in self.match.plan(action))
