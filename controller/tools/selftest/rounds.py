"""A round through buttons or sensors: asks for each, and notes every activation.

The name counts, not the light: a lamp may be wired to the wrong place, and lamps have
their own walk. A wrong answer is asked for once more, because people slip.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from controller.light.colour import WHITE
from controller.tools.selftest.bench import Bench, KeyEvent, Spot, SwitchEvent
from controller.tools.selftest.report import Finding, listed, rings, set_aside

# Time to find the place and to release it again.
PATIENCE_S = 30.0
LET_GO_S = 10.0
# By kind, as the drivers name the part.
CALLED = {"button": "button", "switch": "switch", "hall": "Hall sensor"}


class Round(NamedTuple):
    heard: dict[Spot, frozenset[Spot]]  # by the requested spot
    stuck: frozenset[Spot]  # on before anybody touched it
    out: dict[Spot, str]  # why its driver set it aside
    hung: frozenset[Spot]  # went on, but not off again

    @property
    def well(self) -> int:
        return sum(heard == {spot} for spot, heard in self.heard.items())

    @property
    def all(self) -> int:
        return len({*self.heard, *self.stuck, *self.out})


class Names(NamedTuple):
    """Words for the spots of a round."""

    noun: str
    nouns: str
    wire: Callable[[Spot], str]  # "GPIO27"
    stuck: str  # the remedy for one that is always on
    dead: str
    coupled: str


async def touch_all(
    bench: Bench, spots: Sequence[Spot], please: Callable[[Spot], str]
) -> Round:
    kinds = {spot.kind for spot in spots}
    stuck = frozenset(spot for spot in bench.on if spot.kind in kinds)
    out = {spot: trouble for spot in spots if (trouble := _trouble(bench, spot))}
    heard: dict[Spot, frozenset[Spot]] = {}
    hung: set[Spot] = set()
    queue = [spot for spot in spots if spot not in {*stuck, *out}]
    for spot in queue:
        deaf = stuck | hung
        found = await _asked(bench, spot, please(spot), kinds, deaf)
        if found and found != {spot}:
            found = await _asked(bench, spot, f"Again: {please(spot)}", kinds, deaf)
        heard[spot] = found
        hung |= bench.on & found
        # Another spot went on, which must be asked for too.
        seen = {*queue, *stuck, *out}
        queue += [other for other in sorted(found) if other not in seen]
    return Round(heard, stuck, out, frozenset(hung))


def _trouble(bench: Bench, spot: Spot) -> str | None:
    return bench.trouble(f"{spot.place}'s {CALLED[spot.kind]}")


async def _asked(
    bench: Bench, spot: Spot, request: str, kinds: set[str], deaf: Collection[Spot]
) -> frozenset[Spot]:
    pixel = bench.pixels.get(spot.place)
    bench.light({} if pixel is None else {pixel: WHITE})
    bench.forget()
    bench.say(request)
    found = await touched(bench, kinds, deaf)
    bench.light({})
    return frozenset() if isinstance(found, KeyEvent) else found


async def touched(
    bench: Bench, kinds: Collection[str], deaf: Collection[Spot] = ()
) -> frozenset[Spot] | KeyEvent:
    """Return everything that one touch activates until its release, or a key."""
    found: set[Spot] = set()
    until = bench.clock.time() + PATIENCE_S
    while True:
        match await bench.hear(until):
            case None:
                return frozenset(found)
            case KeyEvent() as key if not found:
                return key
            case SwitchEvent(spot, True) if spot.kind in kinds and spot not in deaf:
                found.add(spot)
                until = bench.clock.time() + LET_GO_S
            case SwitchEvent(_, False) if found and not found & bench.on:
                return frozenset(found)


# What is wrong


def moved(walked: Round) -> dict[Spot, Spot]:
    """Return the spots that activated exactly one, right or wrong."""
    return {
        spot: next(iter(heard))
        for spot, heard in walked.heard.items()
        if len(heard) == 1
    }


def rewired_spots(walked: Round) -> dict[Spot, Spot]:
    """Map each sensed input to the one really wired there, if wires are swapped."""
    came = moved(walked)
    return {came[spot]: spot for ring in rings(came)[0] for spot in ring}


def faults(walked: Round, names: Names) -> Iterator[Finding]:
    for spot in sorted(walked.stuck):
        says = f"{named(spot, names)} is on before anybody touches it"
        yield Finding(f"{says} ({names.wire(spot)})", names.stuck)
    for spot, trouble in walked.out.items():
        yield set_aside(f"{named(spot, names)} ({names.wire(spot)})", trouble)
    for spot in sorted(walked.hung):
        says = f"{named(spot, names)} stays on after it is let go"
        yield Finding(f"{says} ({names.wire(spot)})", names.stuck)
    for spot, heard in walked.heard.items():
        if not heard:
            says = f"{named(spot, names)} is not heard ({names.wire(spot)})"
            yield Finding(says, names.dead)
    yield from _strays(walked, names)
    yield from _coupled(walked, names)


def crossed(walked: Round, names: Names) -> Iterator[Finding]:
    """Yield swaps and rotations, which the board map could describe."""
    for ring in rings(moved(walked))[0]:
        what = "swapped" if len(ring) == 2 else "rotated"
        wires = listed([names.wire(spot) for spot in ring])
        owners = listed([f"{owner(spot)}'s" for spot in ring])
        says = f"the wires of {owners} {names.nouns} are {what}: {wires}"
        fix = "put each on its own; many of them may be crossed select lines"
        yield Finding(says, fix if ring[0].kind != "button" else "put each on its own")


def _strays(walked: Round, names: Names) -> Iterator[Finding]:
    for spot in rings(moved(walked))[1]:
        other = moved(walked)[spot]
        says = (
            f"{named(spot, names)} arrives on {names.wire(other)}, "
            f"which is {owner(other)}'s"
        )
        yield Finding(says, f"move its wire to {names.wire(spot)}")


def _coupled(walked: Round, names: Names) -> Iterator[Finding]:
    groups = dict.fromkeys(heard for heard in walked.heard.values() if len(heard) > 1)
    for group in groups:
        ring = sorted(group)
        owners = listed([f"{owner(spot)}'s" for spot in ring])
        wires = listed([names.wire(spot) for spot in ring])
        says = f"{owners} {names.nouns} go on together: {wires}"
        yield Finding(says, names.coupled)


def owner(spot: Spot) -> str:
    """Return the owner as the board map's error messages name it."""
    return spot.place.replace("seat:", "seat ")


def named(spot: Spot, names: Names) -> str:
    return f"{owner(spot)}'s {names.noun}"
