"""Draws the pictures of all games anew: python -m tests.golden.pictures --write"""

import sys

from controller import games
from tests.golden.pictures import drawings, folder

if sys.argv[1:] != ["--write"]:
    sys.exit(__doc__)
for name in games.names():
    folder(name).mkdir(exist_ok=True)
    for file, svg in drawings(name):
        (folder(name) / file).write_text(svg)
