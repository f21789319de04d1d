"""The sound card that the board map names, and what could speak over it."""

import re
from collections.abc import Iterator

from controller.tools.doctor.boot import CONFIG, config_file
from controller.tools.doctor.case import Case
from controller.tools.doctor.finding import Finding, remark, well, wrong

_CARDS = "proc/asound/cards"
# The kernel writes a line such as ` 0 [MAX98357A      ]: simple-card - MAX98357A`.
_CARD = re.compile(r"^ *\d+ \[(\S+) *\]", re.MULTILINE)
_NAMED = re.compile(r"CARD=([^,]+)")
_SPEAKS = "espeak-ng"


def speaker(case: Case) -> Iterator[Finding]:
    """Whether the card is there; whether it can be heard, ears have to tell."""
    if case.pi is None or case.board is None or case.board.speaker is None:
        return
    device = case.board.speaker.device
    cards = _CARD.findall(case.machine.text(_CARDS) or "")
    named = _NAMED.search(device)
    if not cards:
        yield _missing(case, "this system has no sound card")
    elif named and named[1] not in cards:
        there = ", ".join(cards)
        yield _missing(case, f"there is no sound card {named[1]}; there is {there}")
    else:
        yield well("speaker", f"{device}; try it with: speaker-test -D {device} -l 1")
    yield from _speech(case)


def _missing(case: Case, says: str) -> Finding:
    """The amplifier's own line is for an I2S one; the others are plugged in."""
    assert case.board
    assert case.board.speaker
    if case.board.speaker.driver != "i2s":
        return wrong("speaker", f"{says}; plug it in, or name another one", "aplay -L")
    path = config_file(case.machine) or CONFIG
    return wrong(
        "speaker",
        f"{says}; an I2S amplifier has to be named in /{path}",
        f"printf '[all]\\ndtoverlay=max98357a,no-sdmode\\n' | sudo tee -a /{path}",
        "sudo reboot",
    )


def _speech(case: Case) -> Iterator[Finding]:
    found = case.machine.run([_SPEAKS, "--version"])
    if found.status == 0:
        yield well("speech", f"by {_SPEAKS}")
    else:
        says = f"the table sounds but does not speak: {_SPEAKS} is not installed"
        yield remark("speech", says, f"sudo apt-get install {_SPEAKS}")
