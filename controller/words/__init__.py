"""Sentences for people: what one is, and what the table itself says."""
