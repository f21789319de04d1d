"""Small games, each of a kind that the contract must not forbid."""
