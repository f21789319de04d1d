"""Deals and rolls: by a seed, the card shoe, or the players.

seed     chance from a seed: the same seed and log give the same outcome
dealer   who settles each outcome: the program, the shoe or the players
shoe     what a card on a reader does: a draw, a play, or a notice
decks    the enrolled decks: the tag on each card (`cards.toml`)
house    house data: decks and dice that the owner may replace
"""
