"""What makers use beside the table.

backup      `undertow backup` and `restore`: everything of a table in one file
beginnings  what `undertow new-game` adds to a template
cards       `undertow cards`: teaches the table the tags on real cards
doctor      `undertow doctor`: what is wrong with this machine
effects     `undertow effects`: what each event looks and sounds like
first_evening  `undertow doctor --first-evening`: what to try on a real Pi
flash       `undertow flash`: new firmware for a sensor board
network     `undertow network`: asks for a Wi-Fi where there is no screen
new_game    `undertow new-game`: a new game that plays at once
print       `undertow print`: cards and pieces as PDF
rl          games as PettingZoo environments
safe_mode   writes the settings of safe mode, if `undo` is held at the start
selftest    `undertow selftest`: walks a builder through every part
simulate    `undertow simulate`: many games between bots
state_lamps   `undertow doctor --lamps`: what the lamps say after switching on
templates   games that `undertow new-game` copies
terminal    lines to and from a terminal, for several of these
update      `undertow update`: a newer package, which is tried first
"""
