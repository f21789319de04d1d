"""Shows the game on the table in light, and tells people about it."""

from collections.abc import Callable, Iterable, Mapping

from controller.basics.sentence import Says
from controller.input import outcomes
from controller.input.router import Router
from controller.input.situation import Situation
from controller.light import keyframes
from controller.light.colour import Keyframe, Lamps
from controller.light.lights import Lights
from controller.pieces.tracker import PieceTracker, Placement
from controller.session import replies
from controller.session.guidance import guidance, with_times
from controller.session.prompt import whole_prompt
from controller.session.session import Change
from controller.words.notice import Notice, announcement
from controller.words.table import ALL_RIGHT, NOTHING_REFUSED, repeated
from hardware.parts.eliminator import Interlock
from hardware.parts.registry import Part, Parts
from hardware.readings import Pressed, Released


class Notices:
    """The sentences for people at the table, and the one that `why` repeats."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[Notice], object]] = []
        # These hear what each press did, or why it did nothing.
        self.reply_listeners: list[Callable[[Notice], object]] = []
        # The last refusal on the table itself, until something else happens there.
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
        again = repeated(self.refused, at_rest, parts)
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
        """`router` and `pieces` are only looked at."""
        self._lights = lights
        self._router = router
        self._pieces = pieces
        self._notices = notices
        self._parts = parts
        self._interlock = interlock
        # None before there is a game on the table.
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

    # In light

    def show(self, change: Change) -> None:
        """Paint another position; what happened plays over it."""
        self._situation = situation = change.situation
        effects, kind = situation.staging.effects, change.kind
        if kind in ("game", "played"):
            self._notices.forget()
        if kind in ("game", "undone"):
            self._lights.stop_effect()
            # A bad file is refused before anything is played.
            effects.check()
        lamps = self._guidance(situation, self.placement)
        self._lights.paint(situation.picture, lamps, change.effect)
        if kind == "played" and not change.effect:
            events = situation.view["events"]
            self._lights.sound(effects.sounds_without_light(events))

    def look_again(self, situation: Situation) -> None:
        """Take the same position again after a part has failed or recovered."""
        self._situation = situation

    def guide(self) -> bool:
        """Light what can be done; return whether there is news about the pieces."""
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
            is_troubled=bool(self._parts.troubles()),
        )
        return with_times(lamps, situation.picture, situation.asked, self.levels)

    def echo(self, reading: Pressed | Released) -> None:
        """Light the lamp of a pressed button at once, whatever comes of the press."""
        if isinstance(reading, Pressed):
            self._lights.echo(reading.control)
        else:
            self._lights.end_echo(reading.control)

    # In words

    def remember(self, placement: Placement) -> None:
        """Remember what all listeners now know about the pieces."""
        if self._told and not placement.says and self._is_playing:
            self._notices.reply(ALL_RIGHT)
        self._told = placement.says

    def reply(self, said: outcomes.Said) -> None:
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
                self._notices.reply(replies.interlocked(self._interlock()))
            case outcomes.Signal.WHY:
                self._repeat()
            case outcomes.Began(control, before) if situation:
                gestures = self._router.gestures
                self._notices.reply(replies.reply(situation, gestures, before, control))
            case outcomes.Nothing(control) if situation:
                self._notices.reply(replies.nothing(situation, control))
            case outcomes.Signal.ALONE if situation:
                notice = replies.alone(situation)
                self._answer(notice, keyframes.number_blinks(notice.rule))

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
        self._lights.signal(keyframes.number_blinks(refused.rule) if refused else ())
