"""`undertow doctor`: what this machine is, what is wrong with it, and how to fix it.

report         prints the findings, for people or as JSON
examine        runs all checks, in the order in which a builder reads them
case           what is looked at, and what a check can find
machine        what a check can see of a machine
system         the machine itself: model, system, power, temperature, clock
program        Python, packages, the service, the page's port
boot           config.txt of the Pi, and what the strip needs of it
servo          what the Eliminator's servo and the speaker need of the system
parts          the board map and its drivers
service_user   whether this user and the service's may use the devices
storage        room on the disk, the journal, and who may read it

Checks only look. They take no lock and change nothing.
"""
