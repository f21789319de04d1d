"""`undertow doctor --first-evening`: what to try first on a real Raspberry Pi.

sheet      what to run and measure, as questions, on the terminal or as PDF
evidence   what the machine itself can report, without names, addresses and codes
command    asks the questions, and packs everything into one archive
"""
