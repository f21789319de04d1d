"""Tools for people who build and run tables.

backup      `undertow backup` and `restore`: all of a table's data in one file
additions   what `undertow new-game` adds to a template
cards       `undertow cards`: teaches the table the tags on real cards
doctor      `undertow doctor`: what is wrong with this machine
effects     `undertow effects`: what each event looks and sounds like
first_evening  `undertow doctor --first-evening`: what to try on a real Pi
flash       `undertow flash`: new firmware for a sensor board
network     `undertow network`: sets up Wi-Fi where there is no screen
new_game    `undertow new-game`: a new game, playable at once
print       `undertow print`: cards and pieces as PDF
rl          games as PettingZoo environments
safe_mode   writes the settings of safe mode if `undo` is held at the start
selftest    `undertow selftest`: walks a builder through every part
simulate    `undertow simulate`: many games between bots
state_lamps   `undertow doctor --lamps`: what the lamps mean after switching on
templates   games that `undertow new-game` copies
terminal    reads and writes lines of a terminal, for several of these
update      `undertow update`: installs a newer package after a trial
"""
