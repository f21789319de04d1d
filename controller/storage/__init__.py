"""The game on disk.

journal       every action of every game, on disk before anybody is shown it
rows          the rows that the journal adds, each with a checksum
saved         what the journal keeps of a game, as values
sqlite_file   the journal's tables and their checks; what is sound in a damaged file
mark          how far the journal had come, in a small file beside it
repair        keeps a damaged database aside, and puts a sound one in its place
store         the game in the journal, or in memory while the disk fails
history       how people have fared over the evenings
forget        takes a name out of every game, and its bytes out of the files
private       files and folders that only their owner may read
errors        what goes wrong with a journal, in a sentence that says what to do
"""
