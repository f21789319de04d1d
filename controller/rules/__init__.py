"""The rules kernel: what a game is and how one is played. No I/O, clock or dice.

game        what a game has to give: a record of plain functions
steps       the table of a game's steps, which answers what may be done and why not
kinds       the kinds of action: what the fields of each can hold
turns       the steps of a game in which the seats simply take turns
deals       shared by several games: drawing, hands, turns, ranks, the end
face_down   shared by several games: things that lie face down
match       one game being played, with its log and what can be undone
views       a position as one viewer may see it
codec       actions, events and positions as JSON, and actions read from it
"""
