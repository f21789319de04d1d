"""A game's drawings on cards and pieces: those of its page, as SVG."""

import re
from pathlib import Path

from wiring.papers.cutting.pdf import Pdf

_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*?)</symbol>', re.S)
_MIX = re.compile(r"color-mix\(in srgb, (#\w{6}) (\d+)%, (#\w{6})\)")


class Symbols:
    """The drawings in a game's `printing.svg`, or none."""

    def __init__(self, folder: Path) -> None:
        file = folder / "printing.svg"
        text = file.read_text() if file.is_file() else ""
        self._drawings = {name: (box, of) for name, box, of in _SYMBOL.findall(text)}

    def names(self) -> set[str]:
        return set(self._drawings)

    def draw(
        self, pdf: Pdf, name: str, x: float, y: float, size: float, hue: str
    ) -> None:
        """Draw around this point in a square of `size` mm; nothing if unknown."""
        if svg := self.svg(name, hue):
            pdf.svg(svg, x - size / 2, y - size / 2, size, size)

    def svg(self, name: str, hue: str) -> bytes:
        """Return a drawing in this colour; nothing if unknown."""
        if name not in self._drawings:
            return b""
        box, shapes = self._drawings[name]
        coloured, mixtures = shapes.replace("currentColor", hue), 1
        while mixtures:  # mixtures may contain mixtures
            coloured, mixtures = _MIX.subn(_mixed, coloured)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">'
        return f"{head}{coloured}</svg>".encode()


def _mixed(found: re.Match[str]) -> str:
    return mixed(found[1], found[3], int(found[2]) / 100)


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour with this share of the first, and the rest of the other."""
    parts = (
        round(a * share + b * (1 - share))
        for a, b in zip(rgb(one), rgb(other), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def lighter(hue: str, share: float) -> str:
    return mixed("#ffffff", hue, share)


def rgb(hue: str) -> tuple[int, ...]:
    """Return the three numbers of a colour such as `#ed4d4a`."""
    return tuple(bytes.fromhex(hue[1:]))
