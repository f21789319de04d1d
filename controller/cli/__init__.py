"""The command `undertow`.

main        the entry point: lights the strip, then loads the rest
run         finds the command that was asked for, and runs it
command     what the file of a command has in it
arguments   arguments that several commands take
commands    one file for each command: its arguments and its run
settings    what is in force for a command, and who said so
"""
