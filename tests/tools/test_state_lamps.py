"""`undertow doctor --lamps`: what the lamps say, as text and as a page to print."""

from pathlib import Path

import pypdfium2
import pytest

from controller.cli.run import run
from controller.light.palette import NO_NETWORK, OK, WAKING, WHY
from controller.tools.state_lamps import STATES
from wiring.papers.cutting.pdf import A4

POINT_MM = 25.4 / 72


def test_each_state_has_the_lamps_that_the_table_lights() -> None:
    """`tests/service/test_state_lamps.py` sees these on the wire."""
    lamps = {state.name: tuple(state.lamps.values()) for state in STATES}
    assert lamps["Waking"] == (WAKING,)
    assert lamps["Asking for a network"] == (NO_NETWORK,)
    assert lamps["Ready"][0] == OK
    assert lamps["Trouble"] == (WHY,)


def test_all_of_it_is_on_one_page(tmp_path: Path) -> None:
    out = tmp_path / "lamps.pdf"
    assert run(["doctor", "--lamps", "--out", str(out)]) == 0
    with pypdfium2.PdfDocument(out) as pdf:
        (page,) = pdf
        size = [mm / POINT_MM for mm in (A4.width, A4.height)]
        assert page.get_size() == pytest.approx(size, abs=1)
        text = page.get_textpage().get_text_bounded()
    assert all(state.name in text for state in STATES)


def test_the_text_shows_rhythms_and_fits_a_terminal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["doctor", "--lamps"]) == 0
    said = capsys.readouterr().out
    assert f"{NO_NETWORK.rhythm}  why" in said
    assert f"{WHY.rhythm}  why" in said
    assert max(map(len, said.splitlines())) <= 80


def test_a_page_that_cannot_be_written_is_said_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "none" / "lamps.pdf"
    assert run(["doctor", "--lamps", "--out", str(out)]) == 1
    assert str(out) in capsys.readouterr().err
