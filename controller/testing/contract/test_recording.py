"""What was recorded at a table happens again: the same positions, the same frames."""

from pathlib import Path

from controller.testing import recordings
from controller.testing.cases import every_game


@every_game
def test_the_recorded_table_happens_again(name: str, tmp_path: Path) -> None:
    file = recordings.path(name)
    assert file.exists(), f"{name} has no recording: undertow golden {name}"
    recorded, replay = recordings.again(file, tmp_path)
    assert recorded.flaw is None, f"{file} is damaged: {recorded.flaw}"
    assert not replay.differences, (
        f"{file}: the table does otherwise now: {replay.differences[:1]}; if that was "
        f"meant: undertow golden {name}"
    )
