"""The voices that espeak-ng has for a language, asked on a thread of their own."""

import logging
import subprocess
import threading
from collections.abc import Callable

from controller.sound.control import Voices

_log = logging.getLogger("undertow.speech")

PATIENCE_S = 10.0
MOST = 12


def listed(text: str, language: str) -> Voices:
    """The voices of one language in what `--voices` writes, the best first."""
    found: dict[str, str] = {}
    for line in text.splitlines()[1:]:
        match line.split():
            # Voices in mb/ need a program of their own.
            case [_, name, _, title, file, *_] if not file.startswith("mb/"):
                if name.partition("-")[0] == language and len(found) < MOST:
                    found.setdefault(name, title.replace("_", " "))
    return found


def ask(
    program: str,
    language: str,
    found: Callable[[Voices], object],
    patience_s: float = PATIENCE_S,
) -> None:
    """Returns at once; `found` is told on another thread, of none if it fails."""

    def run() -> None:
        try:
            asked = subprocess.run(
                [program, f"--voices={language}"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=patience_s,
                check=True,
            )
        except (OSError, subprocess.SubprocessError) as error:
            _log.warning("%s does not say which voices it has: %s", program, error)
            found({})
        else:
            found(listed(asked.stdout.decode(errors="replace"), language))

    threading.Thread(target=run, name="voices", daemon=True).start()
