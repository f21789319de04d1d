"""A stand-in for espeak-ng, which writes down how it was called."""

from pathlib import Path

from controller.sound import cues


def fake_espeak(folder: Path) -> Path:
    """Its calls are lines of the file `calls` beside it."""
    program = folder / "espeak-ng"
    (folder / "calls").touch()
    program.write_text(
        f"""#!/bin/sh
echo "$@" >> {folder}/calls
cat > /dev/null; cat {cues.file("card")}
"""
    )
    program.chmod(0o755)
    return program
