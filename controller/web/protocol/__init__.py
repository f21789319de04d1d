"""The messages between the pages and the table, and who may send and see which.

messages    every message: its fields, and their types
access      host, seat or spectator: which page a code or an address opens
visits      the pages that are open
incoming    parses a page's message, and checks it against its record
requests    turns a page's request into an Intent
answers     one answer to each request
outgoing    the messages to pages, as text
story       what has happened in the game, line by line
review      a finished game: its chart, and its players' statistics
"""
