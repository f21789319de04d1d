"""The table among others: on a message broker (MQTT), and in the local network.

address    where the broker is, from the settings
connection  a connection to the broker that leaves nothing behind
published  what the table publishes: nothing but what the table's own view shows
commands   what may be asked of the table over the broker
discovery  how Home Assistant finds the table
outbox     messages that wait for the broker
bus        the connection: kept up, and said once when it is lost
nearby     other tables in the local network, by mDNS
publisher  publishes each change of the table

Nothing of it is imported unless the settings ask for it. `README.md` lists every topic.
"""
