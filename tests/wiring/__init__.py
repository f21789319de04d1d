"""Shared by these tests: every named map and its papers, each made once."""

from functools import cache
from pathlib import Path

import wiring
from wiring.geometry import table
from wiring.papers import bundle, folder

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}
bundled = cache(bundle.bundle)
load = cache(table.load)
papers = cache(folder.papers)
