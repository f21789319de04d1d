"""The register card as a KiCad project: schematic and board, made from one list.

card        what is on the card, where, and which copper joins what
schematic   the schematic file
board       the board file
project     all files of the project
text        KiCad's own text format
"""
