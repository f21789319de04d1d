"""The command `undertow`.

main        the entry point; Ctrl-C works even before a command is loaded
run         finds the requested command, and runs it
command     what several commands share: arguments, and how they fail
commands    the arguments of each command, and its run
settings    a command's effective settings, and where each comes from
"""
