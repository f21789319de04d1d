"""Sentences for people, one catalogue for each language.

catalogue   puts values into the template of a sentence
files       reads the catalogues
notice      a sentence that somebody is told
person      what somebody may be called
table       what the table itself says, whatever game is on it

`en.toml`, `de.toml` and the `AREA.en.toml` beside them are what the table says itself;
a game has such files in its own folder `words/`. Rules know none of it: they give a key
and its values (`controller/basics/sentence.py`).
"""
