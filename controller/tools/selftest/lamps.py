"""Every lamp: whether it lights, its colour order, and which pixel is where.

Buttons and tiles identify their own lamps: the builder touches where the light is. For
fields without switches, the builder looks at one row after another.
"""

from collections import Counter
from collections.abc import Sequence

from controller.light.colour import WHITE, Colour
from controller.tools.selftest.bench import Bench, KeyEvent
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
    if dark := await _find_dark(bench):
        return Result("lamps", "not all light up", dark)
    found = await _find_colours(bench)
    touchable = _touchable(bench)
    found += await _touch_lamps(bench, touchable)
    for field in fields(bench.board):
        if not set(field.places) & set(touchable):
            found += await find_rows(bench, field)
    bench.light({})
    wrong = misplaced(bench.board, bench.pixels)
    found += await offer(bench, wrong, order_changes(bench.board, bench.pixels))
    return Result("lamps", f"{count} of {count} light up", found)


async def _find_colours(bench: Bench) -> list[Finding]:
    """Show each channel alone and ask which colour it is."""
    believed = bench.board.strip.order
    true: dict[str, str] = {}  # by the assumed colour
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
    """Return places whose lamp has a button or a switch to identify it."""
    switches = {
        sensor.place
        for board in bench.board.boards
        for sensor in board.sensors
        if sensor and sensor.kind == "switch" and not bench.silent(board.name)
    }
    buttons = {button.control for button in bench.board.buttons}
    return [place for place in bench.pixels if place in buttons | switches]


async def _touch_lamps(bench: Bench, places: Sequence[str]) -> list[Finding]:
    believed = {place: bench.pixels[place] for place in places}
    pixels = sorted(believed.values())
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
    # The last one can only be at the remaining place.
    return [] if len(unknown) == 1 else _lost(sorted(unknown))


async def _where(bench: Bench, pixel: int) -> str | None:
    """Return the place that is touched while this pixel is lit."""
    bench.light({pixel: WHITE})
    bench.forget()
    bench.say(
        "Touch where the light is. (n at the terminal: nothing can be touched there)"
    )
    found = await touched(bench, ("button", "switch"))
    bench.light({})
    if isinstance(found, KeyEvent) or len(found) != 1:
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


DIM: Colour = (120, 120, 120)


async def _find_dark(bench: Bench) -> list[Finding]:
    """Ask whether all lamps are lit; if one is dark, ask where."""
    chain = bench.pixels.values()
    bench.light(dict.fromkeys(chain, DIM))
    question = f"Is every one of the {len(chain)} lamps lit, in whatever colour?"
    if await bench.ask(question, ok="all of them", undo="some are dark") == "ok":
        return []
    fix = (
        "replace a single dark lamp; where all are dark from one on, check the data "
        "wire before it, and at the first one 5 V, ground and the wire to "
        f"GPIO{bench.board.strip.gpio}; then `undertow selftest lamps`"
    )
    return [Finding("some lamps stay dark", fix)]


# They differ in brightness too.
FIRST: Colour = (255, 255, 255)
OTHERS: Colour = (0, 0, 130)


async def find_rows(bench: Bench, field: Field) -> list[Finding]:
    """Add the pixels of each row to `bench.pixels` as the builder sees them."""
    left = field.pixels(bench.pixels)
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


def _ways(believed: list[int], left: Sequence[list[int]]) -> list[list[int]]:
    """Return all pixels that a row can have, likeliest first."""
    ordered = sorted(left, key=lambda pixels: pixels != believed)
    return [way for pixels in ordered for way in (pixels, pixels[::-1])]


async def _find(bench: Bench, name: str, ways: Sequence[list[int]]) -> list[int] | None:
    question = f"Is {name} lit, white from its number 0 on and then blue?"
    while True:
        for way in ways:
            bench.light(
                dict.fromkeys(way, OTHERS)
                | dict.fromkeys(way[: (len(way) + 2) // 3], FIRST)
            )
            answer = await bench.ask(
                question, ok="just so", next="no, show another", undo="none is right"
            )
            if answer != "next":
                return way if answer == "ok" else None
