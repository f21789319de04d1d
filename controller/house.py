"""House data: what no rule sheet gives, and a table's owner may replace."""

import os
from pathlib import Path


def file_of(game: str, ours: Path) -> Path:
    """The owner's file for this game in the folder $UNDERTOW_HOUSE, else ours."""
    folder = os.environ.get("UNDERTOW_HOUSE")
    own = Path(folder, f"{game}.toml") if folder else ours
    return own if own.exists() else ours
