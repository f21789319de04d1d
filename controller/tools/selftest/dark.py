"""Lamps that stay dark: where the chain breaks, or which pixel is dead.

The questions hold whatever the order of the chain: is anything lit, and how many are.
"""

from collections.abc import Sequence

from controller.light.colour import Colour
from controller.tools.selftest.bench import Bench
from controller.tools.selftest.report import Finding

# As many as are counted at a glance.
GLANCE = 10
DIM: Colour = (120, 120, 120)


async def find_dark(bench: Bench) -> tuple[set[int], list[Finding]]:
    """The pixels that stay dark, and what that means."""
    chain = sorted(bench.pixels.values())
    bench.light(dict.fromkeys(chain, DIM))
    question = f"Is every one of the {len(chain)} lamps lit, in whatever colour?"
    if await bench.ask(question, ok="all of them", undo="some are dark") == "ok":
        return set(), []
    lit = await _before_break(bench, chain)
    places = {pixel: place for place, pixel in bench.pixels.items()}
    dead = await _dead(bench, chain[:lit])
    found = [
        Finding(
            f"pixel {pixel} ({places[pixel]}) stays dark",
            "replace that one lamp",
        )
        for pixel in dead
    ]
    if lit < len(chain):
        found.append(_break(bench, chain, lit, places))
    return {*dead, *chain[lit:]}, found


def _break(
    bench: Bench, chain: Sequence[int], lit: int, places: dict[int, str]
) -> Finding:
    pixel = chain[lit]
    if lit == 0:
        gpio = bench.board.strip.gpio
        says = f"the whole chain is dark, from pixel {pixel} ({places[pixel]}) on"
        return Finding(
            says, f"check its 5 V, its ground and its data wire to GPIO{gpio}"
        )
    before = chain[lit - 1]
    says = (
        f"everything from pixel {pixel} ({places[pixel]}) on is dark: the data line "
        f"breaks between pixels {before} and {pixel}"
    )
    return Finding(says, f"mend it there, or replace pixel {before} or {pixel}")


async def _before_break(bench: Bench, chain: Sequence[int]) -> int:
    """How many pixels there are up to the last that lights up."""
    if await _any(bench, chain[-1:]):
        return len(chain)
    lit, dark = 0, len(chain) - 1
    while lit < dark:
        middle = (lit + dark) // 2
        # All from there on: a dead pixel among them is no break.
        if await _any(bench, chain[middle:]):
            lit = middle + 1
        else:
            dark = middle
    return lit


async def _dead(bench: Bench, chain: Sequence[int]) -> list[int]:
    """Pixels that are dark by themselves, found by counting."""
    dead: list[int] = []
    # From the back, so that the end of the list is its beginning.
    groups = [chain[at : at + GLANCE] for at in range(0, len(chain), GLANCE)][::-1]
    while groups:
        group = groups.pop()
        if await _all(bench, group):
            continue
        if len(group) == 1:
            dead += group
        else:
            half = len(group) // 2
            groups += [group[half:], group[:half]]
    return dead


async def _any(bench: Bench, pixels: Sequence[int]) -> bool:
    bench.light(dict.fromkeys(pixels, DIM))
    answer = await bench.ask("Is any lamp lit now?", ok="yes", undo="all are dark")
    return answer == "ok"


async def _all(bench: Bench, pixels: Sequence[int]) -> bool:
    bench.light(dict.fromkeys(pixels, DIM))
    question = f"How many lamps are lit: {len(pixels)}?"
    return await bench.ask(question, ok="yes", undo="fewer") == "ok"
