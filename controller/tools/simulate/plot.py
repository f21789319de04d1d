"""The figures of a simulation as a picture: an SVG file, written by hand."""

from html import escape

from controller.tools.simulate.figures import Figures, Standing
from controller.tools.simulate.plan import Plan

LEFT, WIDTH, ROW = 130, 420, 26


def svg(plan: Plan, figures: Figures) -> str:
    """Each bot's and each seat's share of the win, its interval, and the fair share."""
    standings = [*figures.bots, *figures.seats]
    height = ROW * (len(standings) + 2)
    fair = LEFT + WIDTH * figures.fair
    title = f"{plan.game}: share of the win in {figures.games} games"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 80}" '
        f'height="{height}" font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        f'<text x="10" y="18" font-weight="bold">{escape(title)}</text>',
        *[_bar(standing, ROW * (n + 1)) for n, standing in enumerate(standings)],
        f'<line x1="{fair:.1f}" x2="{fair:.1f}" y1="{ROW}" y2="{height - ROW}" '
        'stroke="#000000" stroke-dasharray="4 3"/>',
        f'<text x="{fair:.1f}" y="{height - 8}" text-anchor="middle">fair</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


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
