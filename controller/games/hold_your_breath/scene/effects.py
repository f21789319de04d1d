"""HOLD YOUR BREATH! in light: effects of events, over the table's own picture.

A card shows its use, a pirate swims lamp by lamp, a Panic flickers, a Shark comes down
the lane, and the last cards of the deck beat like a heart. When the deck runs out, a
red wave goes through the sea. `effects.toml` has durations, fixed colours and sounds.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from controller.games.hold_your_breath.layout import (
    ANCHOR,
    CHOICES,
    DECK,
    FINISH,
    TOSS,
    USES,
    fold,
    hindrances,
)
from controller.games.hold_your_breath.scene.board import LOW, SEATS, gauge, sea
from controller.light.colour import DARK, Colour, Keyframe, Lamps
from controller.rules.game import State
from controller.tabletop import pictures
from controller.tabletop.effect_sheet import Effect, Figure, load
from controller.tabletop.places import FEET, depth
from controller.tabletop.places import seat as seat_button
from controller.tabletop.staging import View

USE = Figure("use", seconds=2, colours=1)
BLINK = Figure("blink", seconds=2, colours=1, repeats=True)


def _kind(event: State) -> str:
    """Name a card's effect by its use."""
    if event["type"] != "play":
        return str(event["type"])
    use = event["as"].split("-")[0]
    if use == "calm" and "target" in event:
        use = "shark"
    return "-".join(("play", use, *filter(None, [event.get("effect")])))


EFFECTS = load(
    __file__,
    "HOLD YOUR BREATH!",
    {
        "first": None,
        "draw": Figure("heart", seconds=2, colours=1),
        "play": USE,
        "play-air": USE,
        "play-calm": USE,
        "play-panic": Figure("panic", seconds=4, colours=2, repeats=True),
        "play-shark": Figure("shark", seconds=3, colours=2),
        "play-kraken-shark": USE,
        "play-kraken-discard": Figure("menu", seconds=4, colours=2, repeats=True),
        "drop": Figure("discard", seconds=2),
        "snatch": Figure("discard", seconds=2),
        "done": Figure("menu"),
        "self-panic": BLINK,
        "toss": None,
        "end": None,
        "move": Figure("swim"),
        "surface": BLINK,
        "clear": None,
        "uncover": None,
        "deck-out": Figure("wave", colours=1),
        "anchors": Figure("anchors", seconds=2),
        "turn": None,
        "over": Figure("wave", repeats=True),
    },
    _kind,
)


def effect(before: View, events: Sequence[State]) -> tuple[Keyframe, ...]:
    return EFFECTS.keyframes(events, _Painter(before["state"]).draw)


class _Painter:
    """Tracks depths, Anchors, front rows and deck as the events change them."""

    def __init__(self, state: State) -> None:
        self._now: dict[str, Any] = {
            **state,
            "depths": list(state["depths"]),
            "fronts": [list(row) for row in state["fronts"]],
        }

    def draw(self, event: State) -> Iterator[Keyframe]:
        seat, shown = event.get("seat", 0), EFFECTS.of(event)
        match event["type"]:
            case "play":
                yield from self._play(event, shown)
            case "move":
                yield from self._move(seat, event["depth"], shown)
            case "surface":
                yield from _blink(_foam(seat), shown)
            case "self-panic":
                yield from _blink([hindrances(seat, "panic")], shown)
            case "drop" | "snatch":
                yield from _once(USES["discard"], SEATS[seat], shown)
            case "done":
                lit = {TOSS: SEATS[seat], FINISH: SEATS[seat]}
                yield Keyframe(shown.for_s, _only(lit))
            case "draw":
                yield from self._draw(shown)
            case "deck-out":
                self._now["last_turns"] = event["turns"]
                lanes = range(len(self._now["depths"]))
                yield from self._wave(dict.fromkeys(lanes, shown.colour), shown)
            case "anchors":
                yield from self._anchors(event["depths"], shown)
            case "over":
                yield from self._over(event["winners"], shown)

    def _play(self, event: State, shown: Effect) -> Iterator[Keyframe]:
        """Show a card's use, then the seat that it struck."""
        use = event["as"]
        if "effect" in event:
            use += f" {event['effect']}"
        yield from _once(USES[use], shown.colour, shown)
        # The colour and the durations of what follows.
        struck = shown._replace(seconds=shown.seconds[2:], colours=shown.colours[1:])
        match use:
            case "panic":
                on = event["target"]
                yield from _blink((hindrances(on, "panic"), seat_button(on)), struck)
            case "shark":
                yield from self._shark(event["target"], struck)
            case "calm" if "target" in event:
                yield from self._shark(event["target"], struck)
            case "kraken discard":
                yield from _blink(USES.values(), struck)

    def _move(self, seat: int, feet: int, shown: Effect) -> Iterator[Keyframe]:
        depths = self._now["depths"]
        step = FEET if feet > depths[seat] else -FEET
        while depths[seat] != feet:
            depths[seat] += step
            yield Keyframe(shown.for_s, sea(self._now))

    def _shark(self, seat: int, shown: Effect) -> Iterator[Keyframe]:
        """Bring the Shark down from the Surface, two lamps a step, to its pirate."""
        _, end = fold(self._now["depths"][seat])
        board = sea(self._now)
        for snout in range(0, end + 2, 2):
            at = {depth(seat, p): shown.colour for p in (snout - 1, snout) if p >= 0}
            yield Keyframe(shown.for_s, {**board, **at})

    def _draw(self, shown: Effect) -> Iterator[Keyframe]:
        self._now["deck"] -= 1
        if self._now["deck"] < LOW:
            beat_s, rest_s = shown.seconds
            yield Keyframe(beat_s, dict.fromkeys(DECK, shown.colour))
            yield Keyframe(rest_s, gauge(self._now["deck"], self._now["last_turns"]))

    def _anchors(self, depths: Sequence[int], shown: Effect) -> Iterator[Keyframe]:
        """Lower all Anchors side by side, each to its pirate."""
        board = sea(self._now)
        step_s, after_s = shown.seconds
        deepest = max(fold(feet)[1] for feet in depths)
        for sunk in range(0, deepest + 1, 2):
            chain = {
                depth(seat, min(sunk, fold(feet)[1])): ANCHOR
                for seat, feet in enumerate(depths)
            }
            yield Keyframe(step_s, {**board, **chain})
        # The Discard Pile is the new deck.
        deck = len(self._now["discard"])
        self._now.update(anchors=depths, deck=deck, last_turns=None)
        yield Keyframe(after_s, sea(self._now))

    def _wave(self, colours: dict[int, Colour], shown: Effect) -> Iterator[Keyframe]:
        return pictures.wave(sea(self._now), colours, seconds=shown.for_s, length=5)

    def _over(self, winners: Sequence[int], shown: Effect) -> Iterator[Keyframe]:
        for _ in range(shown.times):
            yield from self._wave({seat: SEATS[seat] for seat in winners}, shown)


def _foam(seat: int) -> list[str]:
    return [depth(seat, position) for position in range(4)]


def _only(lit: Lamps) -> Lamps:
    """Draw the menu with only these uses lit."""
    return {**dict.fromkeys(CHOICES, DARK), **lit}


def _blink(places: Iterable[str], shown: Effect) -> list[Keyframe]:
    lamps = dict.fromkeys(places, shown.colour)
    on_s, off_s = shown.seconds
    return pictures.blink(lamps, dict.fromkeys(lamps, DARK), shown.times, on_s, off_s)


def _once(place: str, colour: Colour, shown: Effect) -> list[Keyframe]:
    on_s, off_s = shown.seconds[:2]
    return pictures.blink({place: colour}, {place: DARK}, 1, on_s, off_s)
