"""Fakes of the lowest layer, and hands that use the table above it."""

from pathlib import Path

# The repository.
ROOT = Path(__file__).parents[2]
