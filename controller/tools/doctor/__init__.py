"""`undertow doctor`: what this machine is, what is wrong with it, and what mends it.

report         prints the findings, for people or as JSON
examine        runs all checks, in the order in which a builder reads them
case           what is looked at: a machine, and the table that is to run on it
machine        what a check can see of a machine
finding        what a check finds: well, a remark, or something wrong
system         the machine itself, its system and its clock
program        Python, packages, the service, the page's port
power          supply and temperature
boot           what the Pi's config.txt says
core_clock     whether the clock that SPI follows is fixed
strip          what the strip needs of config.txt
servo          what the Eliminator's servo needs of the system
sound          the sound card, and a program that speaks
parts          the board map, its drivers, and who may use them
service_user   whether the user of the service may use the devices
storage        room on the disk, the journal, and who may read it

Checks only look. They take no lock and change nothing.
"""
