"""Running the table: from first light to its end, watched by systemd.

app         runs the table and serves its pages until it is told to stop
assembly    puts a table together: its store, game, lights and inputs
broker      puts the running table on a message broker, if the settings name one
metrics     counters and histograms for Prometheus, if the settings ask for them
network     tells people that this machine asks for a Wi-Fi
nearby      finds other tables in the local network, if the settings want that
away        runs this table as a guest of another one
settings    what a table is started with: each key and its bounds
host_settings   what the host changes of them on the table's page
welcome     what the start prints: where the pages are, what is missing
log         the log: everything for systemd's journal, troubles elsewhere
watchdog    the heartbeat for systemd, while every loop responds
sd_notify   notifies systemd
sound       the table's cues, and its speech once all else runs
hooks       where a recording hooks in; without one they do nothing
bots        a process of its own for each seat that a bot plays
"""
