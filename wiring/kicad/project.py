"""The files of the register card's KiCad project."""

import json

from wiring.kicad.board import board_file
from wiring.kicad.card import card
from wiring.kicad.schematic import schematic_file

NAME = "register-card"


def project() -> dict[str, str]:
    """Each by its name."""
    made = card()
    about = {"meta": {"filename": f"{NAME}.kicad_pro", "version": 3}}
    return {
        f"{NAME}.kicad_pro": json.dumps(about, indent=2) + "\n",
        f"{NAME}.kicad_sch": schematic_file(made, NAME),
        f"{NAME}.kicad_pcb": board_file(made, NAME),
    }
