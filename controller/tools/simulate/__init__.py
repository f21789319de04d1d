"""`undertow simulate`: many games between bots.

command    from the first game to the last line of output
plan       what is to be simulated
one        plays one game, from its plan and its number alone
workers    plays all of them, on all cores
cluster    plays them on a Dask cluster
results    keeps the games on disk, so that a run can go on after a kill
progress   how far it is, on a terminal
figures    counts: shares of the win, lengths, events
compare    what differs between two simulations
report     prints the figures, or writes them as CSV or JSON
plot       draws them as SVG
ladder     `make bots-table`: how strong the levels are
"""
