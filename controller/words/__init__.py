"""Sentences for people: catalogues by language, and how values are put into them.

`catalogue` renders, `files` reads, `en.toml` and `de.toml` are what the table says
itself; a game has such files in its own folder `words/`. Rules know none of it: they
say a key and its values (`controller/rules/sentence.py`).
"""
