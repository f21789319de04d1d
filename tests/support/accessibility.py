"""What axe-core finds on a page that would shut somebody out."""

from importlib.resources import files

from playwright.sync_api import Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
# What is minor is a matter of taste, as axe-core itself says.
GRAVE = ("moderate", "serious", "critical")
_LOOK = """async (within) => {
  const part = document.querySelector(within);
  const { violations } = await axe.run(part, { resultTypes: ["violations"] });
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
    [impact, `${id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? ""})`]));
}"""


# What beats for ever has no end to stop at.
_STOP = """() => document.getAnimations().forEach((one) => {
  const isEndless = one.effect.getComputedTiming().endTime === Infinity;
  if (isEndless) one.cancel();
  else one.finish();
})"""


def findings(page: Page, within: str = ":root") -> list[str]:
    """One sentence for each element that somebody cannot use, see or hear."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    # What glides is looked at where it stops.
    page.evaluate(_STOP)
    found: list[list[str]] = page.evaluate(_LOOK, within)
    return [sentence for impact, sentence in found if impact in GRAVE]
