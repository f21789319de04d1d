"""Plans and shapes as SVG, in millimetres."""

from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape

from wiring.geometry.shapes import Circle, Point, Shape, edges
from wiring.papers.cutting.plan import CUT, KINDS, MARK, SEAM, Plan

# Machines sort by colour: red is cut, blue is engraved.
_STROKES = {CUT: "#ff0000", MARK: "#0000ff", SEAM: "#00a000"}


def svg(plan: Plan, *, owners: bool = True) -> str:
    """Draw a plan; with `owners`, thick lines that name their owner on pointing."""
    width, height = mm(plan.width), mm(plan.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" '
        f'height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(plan.title)}</title>",
        *group(plan, owners=owners),
        *(
            f'<text x="{mm(label.at.x)}" y="{mm(label.at.y)}" '
            f'font-size="{mm(label.size_mm)}" font-family="sans-serif" '
            'text-anchor="middle">'
            f"{escape(label.words)}</text>"
            for label in plan.labels
        ),
        "</svg>",
    ]
    return "".join(f"{line}\n" for line in lines)


def group(plan: Plan, *, owners: bool) -> Iterator[str]:
    for kind in KINDS:
        inks = plan.of(kind)
        if not inks:
            continue
        dashed = ' stroke-dasharray="4 2"' if kind == SEAM else ""
        yield (
            f'<g class="{kind}" fill="none" stroke="{_STROKES[kind]}" '
            f'stroke-width="{0.6 if owners else 0.1}"{dashed}>'
        )
        for ink in inks:
            named = f"<title>{escape(ink.owner)}</title>" if owners else ""
            yield element(ink.shape, named)
        yield "</g>"


def element(shape: Shape, inside: str = "") -> str:
    if isinstance(shape, Circle):
        x, y = shape.centre
        place = f'circle cx="{mm(x)}" cy="{mm(y)}" r="{mm(shape.diameter / 2)}"'
    elif 0 in shape.size:  # a seam
        x1, y1, x2, y2 = map(mm, edges(shape))
        place = f'line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"'
    else:
        left, top, right, bottom = edges(shape)
        place = (
            f'rect x="{mm(left)}" y="{mm(top)}" '
            f'width="{mm(right - left)}" height="{mm(bottom - top)}"'
        )
    end = f">{inside}</{place.split()[0]}>" if inside else "/>"
    return f"<{place}{end}"


def document(
    box: tuple[float, float, float, float], title: str, style: str, lines: Iterable[str]
) -> str:
    """Return a whole picture on white; the box is left, top, width and height."""
    left, top, width, height = map(mm, box)
    return "".join(
        f"{line}\n"
        for line in (
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{left} {top} {width} {height}" width="800">',
            f"<title>{escape(title)}</title>",
            f"<style>text{{font-family:sans-serif;fill:#1d2a30}}{style}</style>",
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" '
            'fill="#fff"/>',
            *lines,
            "</svg>",
        )
    )


def text(
    at: Point, words: str, size: float, anchor: str = "start", *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{mm(at.x)}" y="{mm(at.y)}" font-size="{mm(size)}" '
        f'text-anchor="{anchor}"{weight}>{escape(words)}</text>'
    )


def mm(value: float) -> str:
    """Round to a thousandth, the same on every machine."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
