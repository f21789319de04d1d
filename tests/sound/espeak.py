"""A stand-in for espeak-ng: it lists voices, and writes down how it was called."""

from pathlib import Path

from controller.sound import cues

LISTED = """\
Pty Language       Age/Gender VoiceName          File                 Other Languages
 2  en-gb           --/M      English_(Great_Britain) gmw/en               (en 2)
 3  en-uk           --/M      english-mb-en1     mb/mb-en1            (en-gb 3)(en 2)
 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)
 5  en-us           --/F      another            gmw/other            (en 8)
 5  variant         --/M      Storm              !v/Storm             (en-us 5)
 5  de              --/M      German             gmw/de
 6  de              --/F      german-mbrola-1    mb/mb-de1
"""


def fake_espeak(folder: Path) -> Path:
    """Its calls are lines of the file `calls` beside it."""
    program, listed = folder / "espeak-ng", folder / "listed"
    listed.write_text(LISTED)
    (folder / "calls").touch()
    program.write_text(
        f"""#!/bin/sh
echo "$@" >> {folder}/calls
case "$1" in
--voices=*) cat {listed} ;;
*) cat > /dev/null; cat {cues.file("card")} ;;
esac
"""
    )
    program.chmod(0o755)
    return program
