"""The game on disk.

journal       every action of every game, written before anyone sees its effect
rows          the rows that the journal adds, each with a checksum
saved         a saved game and its setup, as values
sqlite_file   the journal's tables, their checks, and the rescue of a damaged file
mark          the number of the last row, in a small file beside the journal
repair        copies a damaged database and replaces it atomically
store         the game in the journal, or in memory while the disk fails
history       games played and won, by player
forget        removes a player's name from every game and from the files
private       files and folders that only their owner may read
errors        disk and SQLite errors as sentences for people
"""
