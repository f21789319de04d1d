"""The rules engine on standard input and output: one JSON object per line."""
