"""Connects the table to a message broker (MQTT) and to other tables nearby.

address    where the broker is, from the settings
connection  a connection to the broker that cleans up after itself
published  what the table publishes: only what the table's own view shows
commands   commands that the table accepts over the broker
discovery  how Home Assistant finds the table
outbox     messages that wait for the broker
bus        keeps the connection up; reports its loss once
nearby     finds other tables in the local network by mDNS
publisher  publishes each change of the table

None of this is imported unless the settings ask for it. `README.md` lists every topic.
"""
