"""The page renders sentences as the table does: the same examples prove both."""

from pathlib import Path

from tests.support.browsing import launched
from tests.support.webtable import web_table
from tests.words.test_catalogue import GIVEN

RENDER = """async ({ entries, seats, examples }) => {
  const { renderer } = await import("/static/words.js");
  const say = renderer(entries, () => seats);
  return examples.map(([says]) => say(says));
}"""


def test_a_page_renders_every_example(tmp_path: Path) -> None:
    with web_table(tmp_path) as table, launched() as browser:
        page = browser.new_page()
        page.goto(f"http://localhost:{table.port}/static/words.js")
        rendered = page.evaluate(RENDER, GIVEN)
    assert rendered == [text for _, text in GIVEN["examples"]]
