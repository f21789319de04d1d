"""Fields that cannot be touched: each row is looked at, and its two ends told apart."""

from collections.abc import Collection, Sequence

from controller.light.colour import Colour
from controller.tools.selftest.bench import Bench
from controller.tools.selftest.chain import Field
from controller.tools.selftest.report import Finding

# Told apart by brightness too.
FIRST: Colour = (255, 255, 255)
OTHERS: Colour = (0, 0, 130)


async def find_rows(bench: Bench, field: Field, dark: Collection[int]) -> list[Finding]:
    """Puts the pixels of each row into `bench.pixels` as they are seen."""
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
    """The first third: one dead lamp does not hide where a row begins."""
    return pixels[: (len(pixels) + 2) // 3]


def _can_be_told(pixels: Sequence[int], dark: Collection[int]) -> bool:
    begin, end = _first(pixels), _first(pixels[::-1])
    return bool(set(begin) - set(dark) and set(end) - set(dark))


def _ways(believed: list[int], left: Sequence[list[int]]) -> list[list[int]]:
    """All that a row can be, the likeliest first."""
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
