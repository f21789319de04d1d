"""The real command as a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = [str(Path(sys.executable).with_name("undertow"))]


@contextmanager
def table(state: Path, *options: str) -> Iterator[str]:
    """Runs the table until the block ends; gives the address of its page."""
    process = subprocess.Popen(
        [*COMMAND, "play", "--no-browser", "--port=0", f"--state={state}", *options],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        address = next(line for line in process.stdout if "http://" in line)
        yield address.split()[-1]
    finally:
        process.terminate()
        process.communicate()
