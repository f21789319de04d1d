"""Real cards: which tag is which card, and what a card on a reader means."""
