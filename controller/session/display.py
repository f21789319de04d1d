"""Shows the game on the table in light, and tells people about it."""

from collections.abc import Callable, Collection, Iterable, Mapping

from controller.basics.sentence import Says
from controller.input import outcomes
from controller.input.gestures import Gestures
from controller.input.router import Router
from controller.input.situation import Situation
from controller.light import playback
from controller.light.colour import (
    DARK,
    WHITE,
    Colour,
    Ink,
    Keyframe,
    Lamps,
    Rhythm,
    dim,
    steady,
)
from controller.light.lights import Lights
from controller.light.palette import HOME, NEXT, NO_NETWORK, OK, PLACE, UNDO, WHY
from controller.pieces.tracker import PieceTracker, Placement
from controller.session import replies
from controller.session.prompt import whole_prompt
from controller.session.session import Change
from controller.tabletop import places
from controller.words.notice import Notice, announcement
from controller.words.table import ALL_RIGHT, NOTHING_REFUSED, with_troubles
from hardware.parts.eliminator import Interlock
from hardware.parts.registry import NETWORK, Part, Parts
from hardware.readings import Pressed, Released

# The brightness of a seat that has used half of its time, and of one with little left.
HALF_LIGHT, LITTLE_LIGHT = 0.5, 0.25

_AT_REST: dict[str, Lamps] = {
    "offer": {"ok": OK, "undo": UNDO},
    "choose": {"ok": OK, "next": NEXT},
    "over": {"ok": OK},
}


class Notices:
    """Sentences for people at the table, and the one that `why` repeats."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Notice], object]] = []
        # Called with what each press did, or why it did nothing.
        self.reply_listeners: list[Callable[[Notice], object]] = []
        # The last refusal at the table itself, until something else happens there.
        self.refused: Notice | None = None

    def notify(self, *notices: Notice) -> None:
        """Announce each once; `why` does not repeat it."""
        for notice in notices:
            for listener in self.listeners:
                listener(notice)

    def reply(self, says: Says) -> None:
        """Answer a press; `why` does not repeat it."""
        for listener in self.reply_listeners:
            listener(announcement(says))

    def refuse(self, notice: Notice) -> None:
        if notice.seat is None:
            self.refused = notice
        self.notify(notice)

    def forget(self) -> None:
        """Forget the last refusal, because the game went on."""
        self.refused = None

    def repeat(self, at_rest: Says | None, parts: Iterable[Part]) -> None:
        """Repeat the last refusal, and say what is wrong with the table itself.

        `at_rest` says what to do where no game is being played.
        """
        again = with_troubles(self.refused, at_rest, parts)
        if again:
            self.notify(again)
        else:
            self.reply(NOTHING_REFUSED)


class Display:
    def __init__(
        self,
        lights: Lights,
        router: Router,
        pieces: PieceTracker,
        notices: Notices,
        parts: Parts,
        interlock: Callable[[], Interlock | None],
    ) -> None:
        """Set up; `router` and `pieces` are only read."""
        self._lights = lights
        self._router = router
        self._pieces = pieces
        self._notices = notices
        self._parts = parts
        self._interlock = interlock
        # None until there is a game on the table.
        self._situation: Situation | None = None
        self._told: Says | None = None
        # How much of its time each seat has used (see `Times.levels`).
        self.levels: Mapping[int, int] = {}

    @property
    def placement(self) -> Placement:
        """The next thing to do with the pieces."""
        is_carrying = self._router.gestures.progress.carrying
        return self._pieces.placement(
            is_playing=self._is_playing, is_carrying=is_carrying
        )

    @property
    def asks(self) -> bool:
        """Whether `ok` would confirm that all pieces are in place."""
        return self.placement.asks

    @property
    def _is_playing(self) -> bool:
        return self._situation is not None and self._situation.phase == "play"

    # Light

    def show(self, change: Change) -> None:
        """Paint another position; the events play over it."""
        self._situation = situation = change.situation
        effects, kind = situation.staging.effects, change.kind
        if kind in ("game", "played"):
            self._notices.forget()
        if kind in ("game", "undone"):
            self._lights.stop_effect()
            # Check the file before anything is played.
            effects.check()
        lamps = self._guidance(situation, self.placement)
        self._lights.paint(situation.picture, lamps, change.effect)
        if kind == "played" and not change.effect:
            events = situation.view["events"]
            self._lights.sound(effects.sounds_without_light(events))

    def look_again(self, situation: Situation) -> None:
        """Show the same position again after a part has failed or recovered."""
        self._situation = situation

    def guide(self) -> bool:
        """Light what can be done; return whether there is news about pieces."""
        if self._situation is None:
            return False
        placement = self.placement
        self._lights.guide(self._guidance(self._situation, placement))
        return placement.says != self._told

    def _guidance(self, situation: Situation, placement: Placement) -> Lamps:
        lamps = guidance(
            situation,
            self._router.gestures,
            placement,
            can_explain=self._notices.refused is not None,
            trouble=trouble_light(self._parts.all()),
            tells="why" if self._lights.has_lamp("why") else "next",
        )
        return with_times(lamps, situation.picture, situation.asked, self.levels)

    def echo(self, reading: Pressed | Released) -> None:
        """Light the lamp of a pressed button at once, whatever the press does."""
        if isinstance(reading, Pressed):
            self._lights.echo(reading.control)
        else:
            self._lights.end_echo(reading.control)

    # Words

    def remember(self, placement: Placement) -> None:
        """Remember what all listeners now know about the pieces."""
        if self._told and not placement.says and self._is_playing:
            self._notices.reply(ALL_RIGHT)
        self._told = placement.says

    def reply(self, said: outcomes.Response) -> None:
        """Announce the outcome of a press that is not a game action."""
        situation = self._situation
        match said:
            case outcomes.Refuse(notice):
                self._notices.refuse(notice)
            case outcomes.Answer(notice, signs):
                self._answer(notice, signs)
            case outcomes.Reply(says):
                self._notices.reply(says)
            case outcomes.Signal.INTERLOCK:
                self._notices.reply(replies.interlock_reply(self._interlock()))
            case outcomes.Signal.WHY:
                self._repeat()
            case outcomes.Began(control, before) if situation:
                gestures = self._router.gestures
                self._notices.reply(replies.reply(situation, gestures, before, control))
            case outcomes.Nothing(control) if situation:
                self._notices.reply(replies.nothing(situation, control))
            case outcomes.Signal.ALONE if situation:
                notice = replies.unfinished_reply(situation)
                self._answer(notice, playback.number_blinks(notice.rule))

    def _answer(self, notice: Notice, signs: tuple[Keyframe, ...]) -> None:
        """Answer an attempt with `why` held; lamps show only open information."""
        self._notices.notify(notice)
        if notice.seat is None:
            self._lights.signal(signs)

    def _repeat(self) -> None:
        """Repeat the last refusal, and blink its number."""
        situation = self._situation
        is_at_rest = situation is not None and situation.phase != "play"
        at_rest = whole_prompt(situation) if situation and is_at_rest else None
        self._notices.repeat(at_rest, self._parts.all())
        refused = self._notices.refused
        self._lights.signal(playback.number_blinks(refused.rule) if refused else ())


def guidance(
    situation: Situation,
    gestures: Gestures,
    placement: Placement,
    *,
    can_explain: bool,
    trouble: Colour | None,
    tells: str = "why",
) -> Lamps:
    """Return the lamps over a game's picture that guide players.

    Their rhythm reveals nothing: only lamps that are lit anyway have one.
    `can_explain`: `why` would repeat a refusal. `trouble`: see `trouble_light`. `tells`
    is the lamp that shows it while no game is played, because a small table has no
    `why`.
    """
    is_playing = situation.phase == "play"
    if is_playing:
        lamps = _in_play(situation, gestures)
    else:
        lamps = dict(_AT_REST[situation.phase])
    if situation.waiting:
        live = gestures.lit | gestures.progress.touched
        lamps.update(situation.waiting.lamps(situation.view, situation.picture, live))
    lamps.update(placement.lamps())
    if placement.asks and not gestures.waits_for_ok:
        lamps["ok"] = OK
    if trouble:
        lamps["why" if is_playing else tells] = trouble
    if can_explain and is_playing:
        lamps["why"] = WHY
    return lamps


def trouble_light(parts: Iterable[Part]) -> Colour | None:
    """Return the light for failing parts; a missing Wi-Fi may come later."""
    failing = {part.name for part in parts if part.trouble}
    if not failing:
        return None
    return NO_NETWORK if failing == {NETWORK} else WHY


def with_times(
    lamps: Lamps, picture: Lamps, asked: Collection[int], levels: Mapping[int, int]
) -> Lamps:
    """Dim the lamp of an asked seat that has used much of its time.

    `levels`: see `Times.levels`. From the reminder on, the lamp flutters too.
    """
    timed = dict(lamps)
    for seat in levels.keys() & set(asked):
        place, level = places.seat(seat), levels[seat]
        lit = lamps.get(place) or picture.get(place, DARK)
        if level == 1:
            timed[place] = dim(lit, HALF_LIGHT)
        else:
            colour = steady(lit if lit != DARK else WHITE)
            timed[place] = Ink(dim(colour, LITTLE_LIGHT), Rhythm.QUICK)
    return timed


def _in_play(situation: Situation, gestures: Gestures) -> dict[str, Colour]:
    """Light what can be pressed next; in a lesson, also over the game's own tiles."""
    picture, focus, lit = situation.picture, situation.staging.focus, gestures.lit
    # Places that the game lights itself need no second light.
    lamps: dict[str, Colour] = {p: PLACE for p in lit if picture.get(p, DARK) == DARK}
    if focus:
        lamps.update(focus(picture, lit))
    if situation.taught:
        lamps.update({p: HOME for p in lit if p.startswith("tile:")})
    if gestures.pointed:
        lamps[gestures.pointed] = WHITE
    if gestures.counting:
        # Lit from the first press on and not again, because the count is secret.
        lamps["next"] = WHITE if gestures.progress.counted else NEXT
    if gestures.waits_for_ok:
        lamps["ok"] = OK
    if situation.can_undo("table"):
        lamps["undo"] = UNDO
    return lamps
