"""Shared by these tests: every map that has a name, and what is made of it, once."""

from functools import cache
from pathlib import Path

import wiring
from wiring.geometry import table
from wiring.papers import bundle, folder

MAPS = {name: Path(wiring.find(name)) for name in wiring.names()}
bundled = cache(bundle.bundle)
load = cache(table.load)
papers = cache(folder.papers)
