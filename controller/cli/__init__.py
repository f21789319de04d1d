"""The command `undertow`: its arguments, its settings, and what each command starts."""
