"""The rules engine on standard input and output: one JSON object a line."""
