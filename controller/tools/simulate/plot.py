"""The figures of a simulation as a picture: an SVG file, written by hand."""

from html import escape

from controller.tools.simulate.figures import Figures, Standing
from controller.tools.simulate.plan import Plan

LEFT, WIDTH, ROW = 130, 420, 26


def svg(plans: list[Plan], found: list[Figures]) -> str:
    """Each bot's and each seat's share of the win, its interval, and the fair share.

    Several plans stand one below the other.
    """
    parts, top = [], 0
    for plan, figures in zip(plans, found, strict=True):
        parts += _chart(plan, figures, top)
        top += ROW * _rows(figures)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 80}" '
            f'height="{top}" font-family="sans-serif" font-size="13">',
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _rows(figures: Figures) -> int:
    """With a row for its title, and one below the bars."""
    return len(figures.bots) + len(figures.seats) + 2


def _chart(plan: Plan, figures: Figures, top: int) -> list[str]:
    standings = [*figures.bots, *figures.seats]
    bottom = top + ROW * _rows(figures)
    fair = LEFT + WIDTH * figures.fair
    name = f" ({plan.name})" if plan.name else ""
    title = f"{plan.game}{name}: share of the win in {figures.games} games"
    return [
        f'<text x="10" y="{top + 18}" font-weight="bold">{escape(title)}</text>',
        *[_bar(standing, top + ROW * (n + 1)) for n, standing in enumerate(standings)],
        f'<line x1="{fair:.1f}" x2="{fair:.1f}" y1="{top + ROW}" y2="{bottom - ROW}" '
        'stroke="#000000" stroke-dasharray="4 3"/>',
        f'<text x="{fair:.1f}" y="{bottom - 8}" text-anchor="middle">fair</text>',
    ]


def _bar(standing: Standing, top: int) -> str:
    share, middle = standing.share, top + ROW / 2
    low, high = (LEFT + WIDTH * max(0.0, end) for end in (share.low, share.high))
    return (
        f'<text x="10" y="{middle + 4}">{escape(standing.name)}</text>'
        f'<rect x="{LEFT}" y="{top + 4}" width="{WIDTH * share.mean:.1f}" '
        f'height="{ROW - 8}" fill="#0072b2"/>'
        f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{middle}" y2="{middle}" '
        'stroke="#d55e00" stroke-width="3"/>'
        f'<text x="{high + 8:.1f}" y="{middle + 4}">{share.mean:.1%}</text>'
    )
