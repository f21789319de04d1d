"""The game on disk: the journal, its file and its mark, its repair."""
