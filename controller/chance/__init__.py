"""Who deals and rolls: a seed, the card shoe, or the players.

seed     chance from a seed: the same seed and log give the same outcome
dealer   who settles each outcome: the program, the shoe or the players
shoe     what a card on a reader means: a draw, a play, or nothing
decks    which tag is on which card (`cards.toml`)
house    house data: decks and dice that a table's owner may replace
"""
