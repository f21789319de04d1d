"""What a game gives to the table: gestures for its actions, light, pieces, cards."""
