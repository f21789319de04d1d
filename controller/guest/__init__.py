"""A second table that joins the game at home: its hands and lamps, and nothing secret.

wire   the messages between the two
home   the home's side: a station for each guest
away   the guest's side: readings go home, frames come back

The rules, the journal, chance and the Eliminator are at home. A guest gets what its
lamps show and which sounds it plays, and so it has nothing to give away.
"""
