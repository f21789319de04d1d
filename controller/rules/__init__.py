"""The rules kernel: what a game is and how one is played. No I/O, clock or dice.

game        what a game must provide: a record of plain functions
steps       the table of a game's steps, which says what is legal and why not
kinds       the kinds of action: which values their fields can hold
turns       the steps of games in which seats simply take turns
deals       shared by several games: drawing, hands, turns, ranks, the end
face_down   shared by several games: things that lie face down
match       a game being played, with its log and undo
views       a position as a viewer may see it
codec       actions, events and positions as JSON, and actions from JSON
"""
