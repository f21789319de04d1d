"""Wood and logic: where the pieces stand, where they belong, and the next step."""
