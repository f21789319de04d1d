"""The settings: their values, and who set them.

sources   reads the file, the environment and the command line
resolve   lays these over each other

The command line beats the environment (`UNDERTOW_PORT`), that beats what the host has
set on the table's page, that beats the file, and that beats the default. Seats and
options belong to the game that they were set for: another game starts without them.
`controller.service.settings` has each key, and `systemd/undertow.toml` explains it.
"""
