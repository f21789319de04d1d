"""Runs the table from its first light to its end, watched by systemd.

app         runs the table and serves its pages until it is told to stop
assembly    assembles a table: its store, game, lights and inputs
broker      connects the table to a message broker, if the settings name one
metrics     counters and histograms for Prometheus, if the settings ask for them
network     tells people that this machine needs a Wi-Fi
nearby      finds other tables in the local network, if the settings want that
guest       runs this table as a guest of another one
settings    the settings of a table: each key and its bounds
host_settings   the settings that the host changes on the table's page
welcome     what the program prints at its start: where the pages are, what is missing
log         the log: everything in systemd's journal, only problems elsewhere
watchdog    beats for systemd while every loop responds
sd_notify   notifies systemd
sound       the table's cues, and its speech once everything else runs
hooks       where a recording hooks in; no-ops without one
bots        a process of its own for each seat that a bot plays
"""
