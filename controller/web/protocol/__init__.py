"""The messages between the pages and the table, and who may send and see which.

messages    every message: its fields, and their types
access      host, seat or spectator: which page a code or an address opens
visits      the pages that are open
incoming    takes a page's message apart, and checks it against its record
requests    makes an Intent of what a page asks for
answers     one answer to each request
outgoing    the messages to pages, as text
story       what has happened in the game, line by line
review      a game that is over: its chart, and how its players have fared
"""
