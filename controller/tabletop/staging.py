"""A game's staging: its gestures, prompts, light, cards and pieces.

The light is made from the table's own view of the position and from events filtered for
the table, so that no lamp can show anything that the table may not know.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from controller.basics.sentence import Says, Sentence
from controller.light import palette
from controller.light.colour import DARK, Colour, Keyframe, Lamps, dim
from controller.rules.game import SEAT_NAMES, State
from controller.tabletop import places
from controller.tabletop.effect_sheet import EffectSheet
from controller.tabletop.gestures import Carry, Script


class Decision(NamedTuple):
    """A decision in words that everybody may hear."""

    what: Sentence  # "choose a card"
    table: Sentence  # "Hold your seat, press next as often as …, then ok."
    phone: Sentence  # "Tap a card, then Play."
    # Whether the seat holds its button for it at the table.
    is_held: bool = False


def decision(step: str, *, is_held: bool = False, **values: Any) -> Decision:
    """Return the game's prompt for this step, with these values."""
    what, table, phone = (
        Sentence(f"{part}.{step}", values) for part in ("ask", "ask-table", "ask-phone")
    )
    return Decision(what, table, phone, is_held)


# For a game without prompts of its own.
PLAIN = decision("plain")
# The same, with choices that are counted under a held button.
COUNTED = decision("counted", is_held=True)


# What lies open on the table: `state`, `pending` and `result` as in the engine protocol
# for the viewer "table", the game's `options`, and the number of `seats`.
View: TypeAlias = Mapping[str, Any]

# By place, the pieces that stand or belong there; two can share a place.
Stand: TypeAlias = Mapping[str, tuple[str, ...]]


# The seats' colours in a game without its own, and the brightness of a seat that is not
# asked.
SEAT_COLOURS = palette.named(*SEAT_NAMES)
RESTING = 0.25


class DeckCard(NamedTuple):
    """A card of a game's real deck."""

    label: str  # for people: "red-cage", "green n2"
    copies: int
    card: str  # what the rules call it
    seat: int | None = None  # the owner of its deck; None: everybody draws from it


class ChancePrompt(NamedTuple):
    """An outcome that the players can report, and how the table asks for it."""

    by: str  # "die" or "explosion": a setting says who decides it
    sentence: Callable[[View], Says]
    # Lamps over the guidance, given the places that lead on or were pressed.
    lamps: Callable[[View, frozenset[str]], Lamps]
    # The outcome that a press there would mean, possible or not.
    meant: Callable[[View, str], Any | None]


def deck_of(cards: Sequence[str], copies: Sequence[int]) -> tuple[DeckCard, ...]:
    """Return a deck that everybody draws from, with its copies of each card."""
    counts = zip(cards, copies, strict=True)
    return tuple(DeckCard(card, number, card) for card, number in counts if number)


def seat_lamps(view: View) -> Lamps:
    """Light each seat in its own colour, bright while it is asked or has won.

    Unused seats are dark.
    """
    result = view["result"]
    bright = result["winners"] if result else view["pending"]["seats"]
    lamps: dict[str, Colour] = {}
    for seat, colour in enumerate(SEAT_COLOURS.values()):
        share = 1.0 if seat in bright else RESTING
        lamps[places.seat(seat)] = dim(colour, share) if seat < view["seats"] else DARK
    return lamps


class Staging(NamedTuple):
    """The table's side of a game; only `script` is required."""

    # The gestures for an action, legal or not; None if the bare table has none now.
    script: Callable[[Any, Any], Script | None]
    # The lamps of a position.
    picture: Callable[[View], Lamps] = seat_lamps
    # What to play over the picture, given the view before and the events since.
    effect: Callable[[View, Sequence[State]], tuple[Keyframe, ...]] = lambda *_: ()
    # What a seat is asked at this position, in words that everybody may hear.
    decision: Callable[[Any], Decision] = lambda _position: PLAIN
    # Where the game stands, sentence by sentence, for people who can't see it.
    standing: Callable[[View], Sequence[Says]] = lambda _view: ()
    # What each event looks and sounds like.
    effects: EffectSheet = EffectSheet()
    # How long a game takes; the words say under `about` what it is about.
    minutes: tuple[int, int] | None = None
    # Changes to a picture while these places can be pressed; the default lights those
    # that the picture leaves dark.
    focus: Callable[[Lamps, frozenset[str]], Lamps] | None = None
    # The tile that the Eliminator must strike at this event, if any.
    strike: Callable[[State], str | None] | None = None
    # The chance that players can report, by the class of its outcomes.
    chance_prompts: Mapping[type[Any], ChancePrompt] = MappingProxyType({})
    # The cards that can carry tags, given the house data, and the script of an action
    # with them: the cards in their order, and the presses before or after.
    deck: Callable[[Any], tuple[DeckCard, ...]] = lambda _house: ()
    card_script: Callable[[Any, Any], Script | None] | None = None
    # The seat that owns a card with this label, if the deck does not say so.
    card_owner: Callable[[Any, str], int] | None = None
    # Actions with open gestures that a hidden hand may forbid, so that not everybody
    # may learn whether they are possible.
    guarded: frozenset[type[Any]] = frozenset()
    # Actions that need a seat's button, and are left to phones where the seat has none.
    on_phones: frozenset[type[Any]] = frozenset()
    # The same position as if the asked seats' hidden hands held every card. Players may
    # begin any gesture that is possible there, so that no press reveals what a hand
    # holds. None if every open gesture is possible with any hand.
    supposed: Callable[[Any], Any | None] = lambda _position: None
    # The tiles for a choice that is partly secret: `next` points at each of them,
    # whether or not it means something now.
    menu: tuple[str, ...] = ()
    # Where each piece with a magnet should stand. A piece has a kind, and a seat or a
    # colour if there are several: "pirate:2", "robot:red", "puck".
    stands: Callable[[View], Stand] | None = None
    # The piece to carry, from where and to where, to mean this action.
    carry: Callable[[Any, Any], Carry | None] | None = None
    # For the game's page: its colours by name, as lamps and screens show them, and its
    # `layout` as JSON.
    colours: Mapping[str, Colour] = MappingProxyType(SEAT_COLOURS)
    layout: Mapping[str, Any] = MappingProxyType({})

    # Each seat's number in the chart at the end. Everyone may see it; the game's page
    # says what it counts.
    chart: Callable[[Any], Sequence[int]] | None = None

    def struck(self, events: Sequence[State]) -> str | None:
        """Return the tile of the last strike among these; the puck is under it."""
        if self.strike is None:
            return None
        tiles = [tile for event in events if (tile := self.strike(event))]
        return tiles[-1] if tiles else None
