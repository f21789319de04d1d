"""PDF pages in millimetres, made with fpdf2.

The origin is a page's upper left corner. The same plan gives the same bytes, because
pages have a fixed date.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, NamedTuple

from wiring.geometry.shapes import Circle, Shape, edges
from wiring.papers import CannotDraw
from wiring.papers.cutting.plan import Svg
from wiring.papers.pictures.marks import Line, Mark, Words

BAR_MM = 100.0
POINTS_MM = 72 / 25.4
PRINT_WORDS = "Print at 100 %, not fitted to the page. This bar is 100 mm:"
# Replacements for characters that the standard PDF fonts lack.
_PLAIN = str.maketrans({"–": "-", "−": "-", "’": "'", "“": '"', "”": '"', "…": "..."})
_OHM = re.compile("(Ω)")  # only the Symbol font has it, as its letter W
_DATE = datetime(2026, 1, 1, tzinfo=UTC)


class Paper(NamedTuple):
    name: str
    width: float
    height: float


A4 = Paper("a4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


class Pdf:
    """One file; sizes are in millimetres, colours like #b34700."""

    def __init__(self, title: str, paper: Paper) -> None:
        """Create a file; raise CannotDraw if fpdf2 is not installed."""
        try:
            from fpdf import FPDF
        except ImportError:
            raise CannotDraw(
                "PDF files need fpdf2, which is not installed; "
                "pip install 'undertow[drawings]'"
            ) from None
        self.width, self.height = paper.width, paper.height
        self._pdf: Any = FPDF(unit="mm", format=(self.width, self.height))
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_title(plain(title))
        self._pdf.creation_date = _DATE

    def page(self, paper: Paper | None = None) -> None:
        """Begin a page; a given paper size applies from here on."""
        if paper:
            self.width, self.height = paper.width, paper.height
        self._pdf.add_page(format=(self.width, self.height))
        self.line_width(0.2)

    def line_width(self, width: float, grey: int = 0) -> None:
        self._pdf.set_line_width(width)
        self._pdf.set_draw_color(grey)

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._pdf.line(x1, y1, x2, y2)

    def dashed(self, x1: float, y1: float, x2: float, y2: float) -> None:
        self._pdf.set_dash_pattern(dash=2, gap=1)
        self._pdf.line(x1, y1, x2, y2)
        self._pdf.set_dash_pattern()

    def rect(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str = "",
        corner: float = 0,
    ) -> None:
        """Draw a rectangle: an outline, or a filled area without one."""
        rounded = {"round_corners": True, "corner_radius": corner} if corner else {}
        style = self._style(fill)
        self._pdf.rect(left, top, width, height, style=style, **rounded)

    def circle(
        self,
        x: float,
        y: float,
        diameter: float,
        fill: str = "",
    ) -> None:
        """Draw a circle: an outline, or a filled circle without one."""
        self._pdf.circle(x, y, diameter / 2, style=self._style(fill))

    def mark(self, mark: Mark | Svg, x: float, y: float, scale: float = 1.0) -> None:
        """Draw one mark of a picture whose corner is here."""
        match mark:
            case Line():
                points = [(x + p.x * scale, y + p.y * scale) for p in mark.points]
                self._pdf.set_line_width(mark.width * scale)
                self._pdf.set_draw_color(mark.colour)
                if mark.fill:
                    self._pdf.set_fill_color(mark.fill)
                    self._pdf.polygon(points, style="DF" if mark.width else "F")
                else:
                    self._pdf.polyline(points)
            case Words():
                size = mark.size * scale * POINTS_MM
                wide = self.text_width(mark.text, size, bold=mark.bold)
                start = {"start": 0.0, "middle": wide / 2, "end": wide}[mark.anchor]
                at = x + mark.at.x * scale - start, y + mark.at.y * scale
                self.text(*at, mark.text, size, bold=mark.bold)
            case Svg():
                left, top, right, bottom = edges(mark.box)
                self.svg(mark.svg, x + left, y + top, right - left, bottom - top)

    def shape(self, shape: Shape, x: float = 0, y: float = 0) -> None:
        """Draw a shape's outline, moved by x and y."""
        if isinstance(shape, Circle):
            self.circle(shape.centre.x + x, shape.centre.y + y, shape.diameter)
            return
        left, top, right, bottom = edges(shape)
        self.rect(left + x, top + y, right - left, bottom - top)

    def svg(self, svg: bytes, x: float, y: float, width: float, height: float) -> None:
        """Draw an SVG in the middle of a box, as large as fits."""
        self._pdf.image(BytesIO(svg), x, y, width, height, keep_aspect_ratio=True)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 9,
        *,
        bold: bool = False,
        centred: bool = False,
        colour: str = "#000000",
    ) -> None:
        """Write words; `size` is in points, and y is the baseline."""
        self._pdf.set_text_color(colour)
        start = x - self.text_width(words, size, bold=bold) / 2 if centred else x
        for part in _OHM.split(plain(words)):
            self._font(size, bold=bold, symbols=part == "Ω")
            self._pdf.text(start, y, _symbol(part))
            start += self._pdf.get_string_width(_symbol(part))

    def text_width(self, words: str, size: float, *, bold: bool = False) -> float:
        width = 0.0
        for part in _OHM.split(plain(words)):
            self._font(size, bold=bold, symbols=part == "Ω")
            width += self._pdf.get_string_width(_symbol(part))
        return width

    def wrapped(self, words: str, size: float, width: float) -> list[str]:
        """Return the words in lines no wider than this."""
        lines, line = [], ""
        for word in plain(words).split():
            longer = f"{line} {word}".strip()
            if line and self.text_width(longer, size) > width:
                lines.append(line)
                longer = word
            line = longer
        return [*lines, line] if line else lines

    @contextmanager
    def clipped(
        self, left: float, top: float, width: float, height: float
    ) -> Iterator[None]:
        with self._pdf.rect_clip(left, top, width, height):
            yield

    @contextmanager
    def turned(self, degrees: float, x: float, y: float) -> Iterator[None]:
        """Turn everything drawn in this context around this point."""
        with self._pdf.rotation(degrees, x, y):
            yield

    def bar(self, x: float, y: float) -> None:
        """Draw a bar to check with a ruler: 100 mm from outer edge to outer edge."""
        self.text(x, y, PRINT_WORDS, 7)
        self.rect(x, y + 1.5, BAR_MM, 2.5, fill="#000000")

    def data(self) -> bytes:
        return bytes(self._pdf.output())

    def _font(self, size: float, *, bold: bool, symbols: bool) -> None:
        if symbols:
            self._pdf.set_font("Symbol", size=size)
        else:
            self._pdf.set_font("Helvetica", style="B" if bold else "", size=size)

    def _style(self, fill: str) -> str:
        """Return fpdf2's style for an outline, or for an area in this colour."""
        if fill:
            self._pdf.set_fill_color(fill)
        return "F" if fill else "D"


def _symbol(part: str) -> str:
    return part.replace("Ω", "W")


def plain(words: str) -> str:
    """Return text that every PDF reader can show, or raise CannotDraw."""
    words = words.translate(_PLAIN)
    try:
        _symbol(words).encode("latin-1")
    except UnicodeEncodeError as error:
        sign = words[error.start]
        raise CannotDraw(
            f"{words[:40]!r} has the sign {sign!r}, which cannot be printed; "
            "write it in Latin letters"
        ) from None
    return words
