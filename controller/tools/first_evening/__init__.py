"""`undertow doctor --first-evening`: what to try first on a real Raspberry Pi.

sheet      what to run and measure, as questions, on the terminal or as PDF
evidence   what the machine itself can report
secrets    removes names, addresses and codes from it
command    asks the questions, and packs everything into one archive
"""
