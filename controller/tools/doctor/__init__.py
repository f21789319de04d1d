"""`undertow doctor`: describes this machine, finds problems and says how to fix them.

report         runs all checks, and prints the findings, for people or as JSON
case           what checks look at, and what they can find
machine        what a check can see of a machine
system         the machine and the program on it: model, power, Python, games, service
boot           config.txt of the Pi, and what the strip needs of it
servo          what the Eliminator's servo and the speaker need of the system
parts          the board map and its drivers
storage        room on the disk, and who may read the games

Checks only read. They take no lock and change nothing.
"""
