"""Sentences for people, in one catalogue per language.

catalogue   fills values into a sentence's template
files       reads the catalogues
notice      a sentence for somebody at the table
person      what somebody may be called
table       what the table itself says, whatever game is on it

`en.toml`, `de.toml` and the `AREA.en.toml` beside them are what the table says itself;
a game has such files in its own folder `words/`. Rules use none of this: they return a
key and its values (`controller/basics/sentence.py`).
"""
