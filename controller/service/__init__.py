"""Running the table: from first light to its end, watched by systemd.

app         runs the table and serves its pages until it is told to stop
assembly    puts a table together: its store, game, lights and inputs
settings    what a table is started with: each key and its bounds
welcome     what the start prints: where the pages are, what is missing
log         the log: plain, as text, for systemd's journal or as JSON
watchdog    the heartbeat for systemd, while every loop responds
sd_notify   notifies systemd, without ever waiting for it
sound       the table's cues, and its speech once all else runs
hooks       where a recording hooks in; without one they do nothing
bots        a process of its own for each seat that a bot plays
"""
