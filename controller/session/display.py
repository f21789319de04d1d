"""What the table shows and says of the game on it, and lights anew when hands move."""

from controller.basics.sentence import Says
from controller.input import outcomes
from controller.input.prompt import what_next
from controller.input.router import Router
from controller.input.situation import Situation
from controller.light import blinks
from controller.light.colour import Still
from controller.light.lights import Lights
from controller.pieces.tracker import PieceTracker, Placement
from controller.session.notices import Notices
from controller.session.present import Hints, Presenter
from controller.session.session import Change
from controller.words.notice import Notice, announcement
from controller.words.table import ALL_RIGHT
from hardware.parts.registry import Parts
from hardware.readings import Pressed, Released


class Display:
    def __init__(
        self,
        lights: Lights,
        router: Router,
        pieces: PieceTracker,
        notices: Notices,
        parts: Parts,
    ) -> None:
        """`router` and `pieces` are only looked at."""
        self._lights = lights
        self._presenter = Presenter(lights)
        self._router = router
        self._pieces = pieces
        self._notices = notices
        self._parts = parts
        self._situation: Situation | None = None
        self._told: Says | None = None

    @property
    def placement(self) -> Placement:
        """How the pieces stand, and what is to be done about them."""
        situation, progress = self._situation, self._router.gestures.progress
        is_playing = situation is not None and situation.phase == "play"
        return self._pieces.placement(
            is_playing=is_playing, is_carrying=progress.carrying
        )

    @property
    def asks(self) -> bool:
        """`ok` would now say that all pieces stand right."""
        return self.placement.asks

    def show(self, change: Change) -> None:
        """Shows another position, and forgets the last refusal if the game went on."""
        self._situation = change.situation
        if change.kind in ("game", "played"):
            self._notices.forget()
        self._presenter.show(change, self._hints())

    def look_again(self, situation: Situation) -> None:
        """Takes over the same position after a part has failed or recovered."""
        self._situation = situation

    def guide(self) -> bool:
        """Lights anew what can be done; True if there is news about the pieces."""
        if self._situation is None:
            return False
        hints = self._hints()
        self._presenter.guide(self._situation, hints)
        return hints.placement.says != self._told

    def told(self, placement: Placement) -> None:
        """Remembers what all listeners are now told about the pieces."""
        is_playing = self._situation is not None and self._situation.phase == "play"
        if self._told and not placement.says and is_playing:
            self._notices.reply(announcement(ALL_RIGHT))
        self._told = placement.says

    def echo(self, reading: Pressed | Released) -> None:
        """Light the lamp of a pressed button at once, whatever comes of the press."""
        if isinstance(reading, Pressed):
            self._lights.echo(reading.control)
        else:
            self._lights.end_echo(reading.control)

    def say(self, said: outcomes.Said) -> None:
        """Says what comes of a press besides what it asks of the game."""
        match said:
            case outcomes.Refuse(notice):
                self._notices.refuse(notice)
            case outcomes.Answer(notice, signs):
                self._answer(notice, signs)
            case outcomes.Reply(notice):
                self._notices.reply(notice)
            case outcomes.AskWhy():
                self._repeat()

    def _answer(self, notice: Notice, signs: tuple[Still, ...]) -> None:
        """Answers what was tried under `why`; in light only what everybody may know."""
        self._notices.say(notice)
        if notice.seat is None:
            self._lights.signal(signs)

    def _repeat(self) -> None:
        """`why`: says again what was refused, and blinks its number."""
        situation = self._situation
        is_at_rest = situation is not None and situation.phase != "play"
        at_rest = what_next(situation) if situation and is_at_rest else None
        self._notices.repeat(at_rest, self._parts.all())
        refused = self._notices.refused
        self._lights.signal(blinks.number(refused.rule) if refused else ())

    def _hints(self) -> Hints:
        return Hints(
            self._router.gestures,
            self.placement,
            can_explain=self._notices.refused is not None,
            is_troubled=bool(self._parts.troubles()),
        )
