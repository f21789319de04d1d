"""A second table that joins the home's game: presses and lamps, nothing secret.

wire    the messages between home and guest
home    the home's side: a station for each guest
client  the guest's side: readings go home, frames come back

The rules, the journal, chance and the Eliminator are at home. A guest only gets frames
for its lamps and names of sounds, so it has no secrets to give away.
"""
