"""`undertow play --bots`: who plays the last seats, and what cannot be."""

from pathlib import Path

import pytest

from controller.cli.settings.resolve import checked_setup, resolve
from controller.service.settings import BadSettings


def test_bots_come_from_the_line_the_environment_or_the_file(tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text('bots = "easy, sharp"\n')
    found = resolve({"settings": str(file)}, {})
    assert found.bot_levels == ("easy", "sharp")
    found = resolve({"settings": str(file)}, {"UNDERTOW_BOTS": "steady"})
    assert found.bot_levels == ("steady",)
    found = resolve({"settings": str(file), "bots": "sharp,sharp"}, {})
    assert found.bot_levels == ("sharp", "sharp")
    assert resolve({}, {}).bot_levels == ()


def test_what_cannot_be_names_where_it_was_said(tmp_path: Path) -> None:
    file = tmp_path / "undertow.toml"
    file.write_text('port = 1\nbots = "easy, godlike"\n')
    with pytest.raises(BadSettings, match=r"undertow.toml:2: .*easy, steady, sharp"):
        resolve({"settings": str(file)}, {})
    with pytest.raises(BadSettings, match="UNDERTOW_BOTS must be levels"):
        resolve({}, {"UNDERTOW_BOTS": "random"})
    line = resolve({"bots": "godlike"}, {})
    with pytest.raises(BadSettings, match="command line: there is no bot 'godlike'"):
        checked_setup(line)
    many = resolve({"bots": "easy,easy,easy", "seats": 2}, {})
    with pytest.raises(BadSettings, match="3 bots, but GET BIT! is set up for 2"):
        checked_setup(many)
