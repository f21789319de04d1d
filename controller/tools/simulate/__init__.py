"""`undertow simulate`: many games between bots.

command    runs a simulation and prints its progress
plan       what to simulate, and one game of it
workers    plays all of them, on all cores
cluster    plays them on a Dask cluster
figures    counts: shares of the win, lengths, events
compare    what differs between two simulations
report     prints the figures, or writes them as JSON
"""
