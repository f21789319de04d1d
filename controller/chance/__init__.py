"""Dealing and rolling: by a seed, the card shoe, or the players.

seed     chance from a seed: the same seed and log give the same outcome
dealer   who settles each outcome: the program, the shoe or the players
shoe     the effect of a card on a reader: a draw, a play, or a notice
decks    the enrolled decks: the tag on each card (`cards.toml`)
house    house data: decks and dice that a table's owner may replace
"""
