"""HOLD YOUR BREATH! in light: what just happened, as pictures over the table's own.

A card shows what it was played for, a pirate swims lamp by lamp, a Panic flickers, a
Shark comes down the lane, the last cards of the deck beat like a heart, and when it has
run out a red wave goes through the sea.
"""

from collections.abc import Iterator, Sequence
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
from controller.light.colour import DARK, WHITE, Colour, Lamps, Still
from controller.light.palette import PANIC, SHARK
from controller.rules.game import State
from controller.stage import effects
from controller.stage.places import FEET, depth
from controller.stage.places import seat as seat_button
from controller.stage.staging import View

FOAM: Colour = (120, 200, 220)


def effect(before: View, events: Sequence[State]) -> tuple[Still, ...]:
    return effects.told(events, _Teller(before["state"]).tell)


class _Teller:
    """Follows depths, Anchors, front rows and deck as the events change them."""

    def __init__(self, state: State) -> None:
        self._now: dict[str, Any] = {
            **state,
            "depths": list(state["depths"]),
            "fronts": [list(row) for row in state["fronts"]],
        }

    def tell(self, event: State) -> Iterator[Still]:
        seat = event.get("seat", 0)
        match event["type"]:
            case "play":
                yield from self._play(event)
            case "move":
                yield from self._move(seat, event["depth"])
            case "surface":
                yield from _blink(_foam(seat), 3)
            case "self-panic":
                yield from _blink({hindrances(seat, "panic"): PANIC}, 3)
            case "clear" | "uncover":
                yield from _blink({seat_button(seat): WHITE}, 2)
            case "drop" | "snatch":
                yield from _blink({USES["discard"]: SEATS[seat]}, 1)
            case "done":
                yield Still(0.6, _only({TOSS: SEATS[seat], FINISH: SEATS[seat]}))
            case "draw":
                yield from self._draw()
            case "deck-out":
                self._now["last_turns"] = event["turns"]
                lanes = range(len(self._now["depths"]))
                yield from self._wave(dict.fromkeys(lanes, PANIC))
            case "anchors":
                yield from self._anchors(event["depths"])
            case "over":
                yield from self._over(event["winners"])

    def _play(self, event: State) -> Iterator[Still]:
        use = event["as"]
        if "effect" in event:
            use += f" {event['effect']}"
        yield from _blink({USES[use]: WHITE}, 1)
        match use:
            case "panic":
                on = event["target"]
                shown = (hindrances(on, "panic"), seat_button(on))
                yield from _blink(dict.fromkeys(shown, PANIC), 3)
            case "shark":
                yield from self._shark(event["target"])
            case "calm" if "target" in event:
                yield from self._shark(event["target"])
            case "kraken discard":
                yield from _blink(dict.fromkeys(USES.values(), SHARK), 2)

    def _move(self, seat: int, feet: int) -> Iterator[Still]:
        depths = self._now["depths"]
        step = FEET if feet > depths[seat] else -FEET
        while depths[seat] != feet:
            depths[seat] += step
            yield Still(0.15, sea(self._now))

    def _shark(self, seat: int) -> Iterator[Still]:
        """It comes down from the Surface, two lamps a step, and stops at the pirate."""
        _, end = fold(self._now["depths"][seat])
        board = sea(self._now)
        for snout in range(0, end + 2, 2):
            at = {depth(seat, p): SHARK for p in (snout - 1, snout) if p >= 0}
            yield Still(0.08, {**board, **at})

    def _draw(self) -> Iterator[Still]:
        self._now["deck"] -= 1
        if self._now["deck"] < LOW:
            yield Still(0.12, dict.fromkeys(DECK, PANIC))
            yield Still(0.18, gauge(self._now["deck"], self._now["last_turns"]))

    def _anchors(self, depths: Sequence[int]) -> Iterator[Still]:
        """All Anchors go down side by side, each as far as its pirate."""
        board = sea(self._now)
        deepest = max(fold(feet)[1] for feet in depths)
        for sunk in range(0, deepest + 1, 2):
            chain = {
                depth(seat, min(sunk, fold(feet)[1])): ANCHOR
                for seat, feet in enumerate(depths)
            }
            yield Still(0.12, {**board, **chain})
        # The Discard Pile is the new deck.
        deck = len(self._now["discard"])
        self._now.update(anchors=depths, deck=deck, last_turns=None)
        yield Still(0.5, sea(self._now))

    def _wave(self, colours: dict[int, Colour]) -> Iterator[Still]:
        return effects.wave(sea(self._now), colours, seconds=0.07, length=5)

    def _over(self, winners: Sequence[int]) -> Iterator[Still]:
        for _ in range(2):
            yield from self._wave({seat: SEATS[seat] for seat in winners})


def _foam(seat: int) -> Lamps:
    return {depth(seat, position): FOAM for position in range(4)}


def _only(lit: Lamps) -> Lamps:
    """The menu, dark but for these."""
    return {**dict.fromkeys(CHOICES, DARK), **lit}


def _blink(lamps: Lamps, times: int) -> list[Still]:
    return effects.blink(lamps, dict.fromkeys(lamps, DARK), times, 0.15, 0.1)
