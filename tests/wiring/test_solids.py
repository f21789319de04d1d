"""`undertow wiring --solids` without its extra, and without anything to print."""

import sys
from pathlib import Path

import pytest

from wiring.papers import CannotDraw
from wiring.papers.command import write_parts


def test_without_the_extra_it_says_what_to_install_and_writes_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "build123d", None)
    with pytest.raises(CannotDraw, match="need build123d, which is not installed"):
        write_parts("mark1", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_table_with_nothing_to_print_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotDraw, match="mini has nothing to print"):
        write_parts("mini", tmp_path / "out")
