"""The command `undertow`.

`main` lights the strip, `run` finds the command. Each command is one file in
`commands/`, with its arguments and its run; `settings/` has what is in force for them.
"""
