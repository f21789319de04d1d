"""Every lamp: dark ones, the order of colours, and which pixel is where.

Buttons and tiles answer for their own lamps: the builder touches where the light is.
Fields without switches are looked at row by row.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from controller.light.colour import WHITE, Colour
from controller.tools.selftest.bench import Bench, Key
from controller.tools.selftest.chain import fields, misplaced, order_changes, settled
from controller.tools.selftest.dark import find_dark
from controller.tools.selftest.offers import offer
from controller.tools.selftest.report import Finding, Result, set_aside
from controller.tools.selftest.rounds import touched
from controller.tools.selftest.rows import find_rows

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
    """Each channel is shown by itself until it is told which colour it is."""
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
    """Places with a lamp, and with a button or a switch that can answer for it."""
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
    """The place that is touched while this pixel is lit."""
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
            "mend that button or switch, then `undertow selftest lamps`",
        )
        for pixel in pixels
    ]
