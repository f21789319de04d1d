"""Bots play seats, and know only what their seat may know.

sense          what a game may give its bots, and the log as one seat saw it
card_memory    imagines whole positions, for games with hidden cards
hidden_cards   which hidden cards each seat may hold (used by `card_memory`)
particles      imagines whole positions, for any other game
search         tries actions out in imagined positions
levels         easy, medium and strong bots: choose one action
"""
