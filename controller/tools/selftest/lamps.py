"""Every lamp: dark ones, the order of colours, and which pixel is where.

Buttons and tiles answer for their own lamps: the builder touches where the light is.
Fields without switches are looked at row by row.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from controller.light.colour import WHITE, Colour
from controller.tools.selftest.bench import Bench, Key
from controller.tools.selftest.chain import (
    Field,
    fields,
    misplaced,
    order_changes,
    settled,
)
from controller.tools.selftest.report import Finding, Result, offer, set_aside
from controller.tools.selftest.rounds import touched

PURE: dict[str, Colour] = {"R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255)}
CALLED = {"R": "red", "G": "green", "B": "blue"}


async def lamps(bench: Bench) -> Result:
    count = len(bench.pixels)
    if trouble := bench.trouble("strip"):
        return Result("lamps", "not tested", [set_aside("the strip", trouble)])
    if not count:
        return Result("lamps", "the board map has none")
    bench.say(f"Lamps: {count} of them.")
    dark, found = await find_dark(bench)
    if len(dark) == count:
        return Result("lamps", "none lights up", found)
    found += await _find_colours(bench)
    touchable = _touchable(bench)
    found += await _touch_lamps(bench, touchable, dark)
    for field in fields(bench.board):
        if not set(field.places) & set(touchable):
            found += await find_rows(bench, field, dark)
    bench.light({})
    wrong = misplaced(bench.board, bench.pixels)
    found += await offer(bench, wrong, order_changes(bench.board, bench.pixels))
    return Result("lamps", f"{count - len(dark)} of {count} light up", found)


async def _find_colours(bench: Bench) -> list[Finding]:
    """Show each channel by itself and ask which colour it is."""
    believed = bench.board.strip.order
    true: dict[str, str] = {}  # by the colour that was believed
    for colour in "RG":
        left = [channel for channel in "RGB" if channel not in true]
        left.sort(key=lambda channel: channel != colour)
        true[await _step_to(bench, colour, left)] = colour
    (last,) = set("RGB") - set(true)
    true[last] = "B"
    bench.order = "".join(true[channel] for channel in believed)
    if bench.order == believed:
        return []
    says = f"the strip takes its colours as {bench.order}, not as {believed}"
    found = Finding(says, f'set strip.order to "{bench.order}"')
    return await offer(bench, [found], {("strip", "order"): bench.order})


async def _step_to(bench: Bench, colour: str, channels: Sequence[str]) -> str:
    called = CALLED[colour].upper()
    while True:
        for channel in channels:
            bench.light(dict.fromkeys(bench.pixels.values(), PURE[channel]))
            question = f"Are the lamps {called}?"
            if await bench.ask(question, ok="yes", next="no, another") == "ok":
                return channel


def _touchable(bench: Bench) -> list[str]:
    """Return places whose lamp has a button or a switch to answer for it."""
    switches = {
        sensor.place
        for board in bench.board.boards
        for sensor in board.sensors
        if sensor and sensor.kind == "switch" and not bench.silent(board.name)
    }
    buttons = {button.control for button in bench.board.buttons}
    return [place for place in bench.pixels if place in buttons | switches]


async def _touch_lamps(
    bench: Bench, places: Sequence[str], dark: Collection[int]
) -> list[Finding]:
    believed = {place: bench.pixels[place] for place in places}
    pixels = [pixel for pixel in sorted(believed.values()) if pixel not in dark]
    at = {pixel: await _where(bench, pixel) for pixel in pixels}
    # Two lamps at one place: a finger slipped.
    counts = Counter(at.values())
    for pixel in pixels:
        if at[pixel] and counts[at[pixel]] > 1:
            at[pixel] = await _where(bench, pixel)
    counts = Counter(at.values())
    sure = {p: place for p, place in at.items() if place and counts[place] == 1}
    bench.pixels |= settled(believed, sure)
    unknown = [pixel for pixel in believed.values() if sure.get(pixel) not in believed]
    # The last one can only be at the place that is left.
    return [] if len(unknown) == 1 else _lost(sorted(set(unknown) - set(dark)))


async def _where(bench: Bench, pixel: int) -> str | None:
    """Return the place that is touched while this pixel is lit."""
    bench.light({pixel: WHITE})
    bench.forget()
    bench.say(
        "Touch where the light is. (n at the terminal: nothing can be touched there)"
    )
    found = await touched(bench, ("button", "switch"))
    bench.light({})
    if isinstance(found, Key) or len(found) != 1:
        return None
    return next(iter(found)).place


def _lost(pixels: Sequence[int]) -> list[Finding]:
    return [
        Finding(
            f"where pixel {pixel} lights up is not known: nothing was heard there",
            "fix that button or switch, then `undertow selftest lamps`",
        )
        for pixel in pixels
    ]


# As many as are counted at a glance.
GLANCE = 10
DIM: Colour = (120, 120, 120)


async def find_dark(bench: Bench) -> tuple[set[int], list[Finding]]:
    """Return the pixels that stay dark, and findings."""
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
    return Finding(says, f"fix it there, or replace pixel {before} or {pixel}")


async def _before_break(bench: Bench, chain: Sequence[int]) -> int:
    """Return how many pixels come before the break."""
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
    """Return pixels that are dark by themselves, found by counting."""
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


# Told apart by brightness too.
FIRST: Colour = (255, 255, 255)
OTHERS: Colour = (0, 0, 130)


async def find_rows(bench: Bench, field: Field, dark: Collection[int]) -> list[Finding]:
    """Put the pixels of each row into `bench.pixels` as they are seen."""
    left = field.pixels(bench.pixels)
    if not all(_can_be_told(pixels, dark) for pixels in left):
        bench.say(f"Too many lamps of [{field.section}] are dark to tell their order.")
        return []
    for number, (places, believed) in enumerate(
        zip(field.rows, list(left), strict=True)
    ):
        name = f"{field.row} {number}"
        taken = await _find(bench, name, _ways(believed, left))
        if taken is None:
            section = field.section
            says = f"{name} is not lit by any row of the chain that [{section}] has"
            return [Finding(says, f"check {section}.first_pixel and the chain's order")]
        left.remove(taken if taken in left else taken[::-1])
        bench.pixels |= dict(zip(places, taken, strict=True))
    return []


def _first(pixels: Sequence[int]) -> Sequence[int]:
    """Return the first third: one dead lamp must not hide where a row begins."""
    return pixels[: (len(pixels) + 2) // 3]


def _can_be_told(pixels: Sequence[int], dark: Collection[int]) -> bool:
    begin, end = _first(pixels), _first(pixels[::-1])
    return bool(set(begin) - set(dark) and set(end) - set(dark))


def _ways(believed: list[int], left: Sequence[list[int]]) -> list[list[int]]:
    """Return all pixels that a row can have, the likeliest first."""
    ordered = sorted(left, key=lambda pixels: pixels != believed)
    return [way for pixels in ordered for way in (pixels, pixels[::-1])]


async def _find(bench: Bench, name: str, ways: Sequence[list[int]]) -> list[int] | None:
    question = f"Is {name} lit, white from its number 0 on and then blue?"
    while True:
        for way in ways:
            bench.light(dict.fromkeys(way, OTHERS) | dict.fromkeys(_first(way), FIRST))
            answer = await bench.ask(
                question, ok="just so", next="no, show another", undo="none is right"
            )
            if answer != "next":
                return way if answer == "ok" else None
