"""The rules' hot modules, compiled to C by mypyc in a separate tree.

`python -m tests.bench.compiled FOLDER` (`make compiled`) copies the program there and
builds them beside their sources. The program in that folder runs them compiled, and
says so at its start. This needs `undertow[compiled]`, a C compiler and Python's
headers. At the end it prints each game's speed-up, measured by alternating runs.

`pieces` stay in Python, because compiled, their optional fields would lose their types.
So do views, refusals and words, which no search ever uses.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("controller", "firmware", "hardware", "systemd", "tests", "wiring")
KERNEL = ("deals", "kinds", "match", "steps")
# The modules of each game, if it has them.
OF_A_GAME = (
    *("attack", "board", "cards", "choices", "doom", "ending", "moving"),
    *("rules", "squares", "steps", "turn", "turns"),
)
SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="undertow-compiled", packages=[], ext_modules=mypycify({arguments!r}))
"""


def modules(root: Path) -> list[str]:
    """Return the paths of the modules to compile."""
    kernel = [root / "controller" / "rules" / f"{name}.py" for name in KERNEL]
    found = sorted((root / "controller" / "games").glob("*/*.py"))
    hot = [path for path in found if path.stem in OF_A_GAME]
    return [str(path.relative_to(root)) for path in (*kernel, *hot)]


def build(target: Path) -> None:
    """Copy the program to a new folder and compile it."""
    if target.exists():
        shutil.rmtree(target)
    unwanted = shutil.ignore_patterns("__pycache__")
    for name in COPIED:
        shutil.copytree(ROOT / name, target / name, ignore=unwanted)
    for path in ROOT.iterdir():
        if path.is_file():
            shutil.copy(path, target)
    arguments = ["--ignore-missing-imports", *modules(target)]
    (target / "setup.py").write_text(SETUP.format(arguments=arguments))
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    subprocess.run(command, cwd=target, check=True)


def measured(root: Path) -> dict[str, float]:
    """Return the CPU time per action of each game in microseconds."""
    command = [sys.executable, "-m", "tests.bench.replayed"]
    ran = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True)
    return dict(json.loads(ran.stdout))


def compare(target: Path, rounds: int = 3) -> None:
    # Alternate, so that a busy machine slows both alike.
    rows = [(measured(ROOT), measured(target)) for _ in range(rounds)]
    for name in rows[0][0]:
        plain = min(before[name] for before, _ in rows)
        compiled = min(after[name] for _, after in rows)
        sys.stdout.write(
            f"{name}: {plain:.1f} us an action, compiled {compiled:.1f} us:"
            f" {plain / compiled:.2f} times as fast\n"
        )


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    build(folder)
    compare(folder)
