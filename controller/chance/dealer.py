"""Deals and rolls: by the program's seed, the card shoe, or the players.

If the program does not decide, the match waits at its chance node until somebody
reports the outcome. If this needs a part that fails, the table says so, and `ok` lets
the program decide until a seat's next decision.
"""

from typing import Any, NamedTuple

from controller import games
from controller.basics.sentence import Says, Sentence, say
from controller.chance.seed import seeded
from controller.chance.shoe import Readers
from controller.light.colour import WHITE, Colour, Lamps, lit_up
from controller.light.palette import OK
from controller.rules.deals import Draw
from controller.rules.game import AnyGame
from controller.rules.match import Chooser, Match
from controller.tabletop.gestures import Card
from controller.tabletop.staging import ChancePrompt, View
from controller.words.notice import Notice
from controller.words.table import as_value
from hardware.parts.registry import Parts
from wiring.boardmap import BoardMap


class ChanceSettings(NamedTuple):
    """Who decides: "program" or "players"; "auto" depends on the parts that work."""

    die: str = "program"
    explosion: str = "program"
    cards: str = "auto"


DEFAULT = ChanceSettings()


class Source(NamedTuple):
    """A source of outcomes other than the program, and the parts it needs."""

    parts: tuple[str, ...] = ()
    # Whether the program decides without asking while a part fails.
    is_optional: bool = False


class PendingChance(NamedTuple):
    """An outcome of chance that the table waits for."""

    says: Says
    # The seat that draws, or the question to the players.
    drawer: int | None
    prompt: ChancePrompt | None
    # The failing part, if any; then `ok` lets the program decide.
    out: Sentence | None

    @property
    def is_out(self) -> bool:
        return self.out is not None

    @property
    def sentence(self) -> Sentence:
        told = as_value(self.says)
        if self.out:
            return say("wait.told-out", told=told, out=self.out)
        return say("wait.told", told=told)

    def lamps(self, view: View, picture: Lamps, live: frozenset[str]) -> Lamps:
        """Return the lamps to lay over the picture; `live` places can be pressed."""
        lamps: dict[str, Colour] = {"ok": OK} if self.is_out else {}
        if self.prompt:
            return {**lamps, **self.prompt.lamps(view, live)}
        seat = f"seat:{self.drawer}"
        return {**lamps, seat: lit_up(picture.get(seat, WHITE))}

    def refused(self, match: Match, view: View, control: str) -> Notice | None:
        """Return why the rules refuse the outcome that a press reports, if they do."""
        meant = self.prompt.meant(view, control) if self.prompt else None
        refusal = None if meant is None else match.refusal(meant)
        return refusal and Notice(None, False, *refusal)


class Dealer:
    def __init__(
        self,
        board: BoardMap | None = None,
        told_by: ChanceSettings = DEFAULT,
        parts: Parts | None = None,
        readers: Readers | None = None,
    ) -> None:
        """Set up the sources; without a board map there is only the program."""
        self._board = board
        has_readers = board is not None and any(row.readers for row in board.boards)
        self._readers = readers if has_readers else None
        self._parts = parts or Parts()
        # The source that the table is waiting for.
        self._asked: Source | None = None
        self.use(told_by)

    def chooser(
        self,
        game: AnyGame,
        seats: int,
        seed: int,
        house: Any = None,
        *,
        stands_in: bool = False,
    ) -> Chooser:
        """Return a chooser that uses the seed wherever there is no other source.

        With `stands_in` the seed also replaces a source whose part has failed.
        """
        by_seed = seeded(seed)

        def choose(outcomes: Any, number: int) -> Any | None:
            source = self._source(game, seats, house, outcomes[0].action)
            if source and self._trouble(source):
                # A source that has been asked may still answer.
                is_asked = source is self._asked or not source.is_optional
                source = source if is_asked and not stands_in else None
            return None if source else by_seed(outcomes, number)

        return choose

    def use(self, told_by: ChanceSettings) -> None:
        """Use these sources of chance from now on."""
        self.told_by = told_by
        # By what the source decides: "shoe", "die" or "explosion".
        self._sources = _sources(self._board, told_by) if self._board else {}

    def choices(self, game: AnyGame) -> dict[str, tuple[str, ...]]:
        """Return the possible sources of a game's die, explosion and cards."""
        if self._board is None:
            return {}
        told = [prompt.by for prompt in games.staging(game).chance_prompts.values()]
        found: dict[str, tuple[str, ...]] = dict.fromkeys(told, ("program", "players"))
        if self.plays_cards(game) and "shoe" in _sources(self._board, DEFAULT):
            found["cards"] = ("program", "auto")
        return found

    def waiting(self, match: Match, view: View) -> PendingChance | None:
        """Return which outcome this match waits for, given the table's view of it."""
        self._asked = None
        outcomes = match.game.chance(match.position) if self._sources else ()
        if not outcomes:
            return None
        action = outcomes[0].action
        source = self._asked = self._source(
            match.game, match.seats, match.house, action
        )
        if source is None:
            return None
        drawer = action.seat if isinstance(action, Draw) else None
        prompt = games.staging(match.game).chance_prompts.get(type(action))
        trouble = self._trouble(source)
        says = prompt.sentence(view) if prompt else say("wait.draw", seat=drawer)
        out = say("wait.out", trouble=trouble) if trouble else None
        return PendingChance(says, drawer, prompt, out)

    # Cards

    def plays_cards(self, game: AnyGame) -> bool:
        """Return whether real cards of this game can be played on the reader."""
        return self._readers is not None and self._readers.has_tags(game)

    def read(self, reader: str, uid: str, match: Match) -> Draw | Card | list[Notice]:
        """Return what a card on a reader does, or why it does nothing."""
        if self._readers is None:
            return []
        if reader == "play":
            return self._readers.play(uid, match)
        shoe = self._shoe(match.game, match.seats, match.house)
        return self._readers.draw(uid, match, is_dealt_here=shoe is not None)

    def misdeal_mark(self, match: Match) -> int | None:
        """Return how long the log is without the last card; None if the card stays."""
        return self._readers.misdeal_mark(match) if self._readers else None

    def _source(
        self, game: AnyGame, seats: int, house: Any, action: Any
    ) -> Source | None:
        if isinstance(action, Draw):
            return self._shoe(game, seats, house)
        prompt = games.staging(game).chance_prompts.get(type(action))
        return self._sources.get(prompt.by) if prompt else None

    def _shoe(self, game: AnyGame, seats: int, house: Any) -> Source | None:
        is_whole = self._readers and self._readers.has_whole_deck(game, seats, house)
        return self._sources.get("shoe") if is_whole else None

    def _trouble(self, source: Source) -> str | None:
        """Return what is wrong with a part that this source needs."""
        for part in self._parts.all():
            if part.trouble and part.name in source.parts:
                return f"{part.name}: {part.trouble}"
        return None


def _sources(board: BoardMap, told_by: ChanceSettings) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    if told_by.die == "players":
        sources["die"] = Source()
    if told_by.explosion == "players":
        sources["explosion"] = Source()
    elif told_by.explosion == "auto" and board.eliminator:
        sources["explosion"] = Source(("eliminator",), is_optional=True)
    boards = {reader: row.name for row in board.boards for reader in row.readers}
    if told_by.cards == "auto" and "shoe" in boards:
        needs = ("reader shoe", f"sensor board {boards['shoe']}", "sensor boards")
        sources["shoe"] = Source(needs)
    return sources
