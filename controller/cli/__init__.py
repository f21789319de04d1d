"""The command `undertow`.

main        the entry point; Ctrl-C ends it also before a command is there
run         finds the command that was asked for, and runs it
command     what several commands share: arguments, and how they refuse
commands    the arguments of each command, and its run
settings    a command's settings in effect, and where each comes from
"""
