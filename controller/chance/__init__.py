"""Who deals and rolls: the seed, the card shoe with its decks, or the players."""
