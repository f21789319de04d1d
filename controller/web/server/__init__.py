"""Serves the pages over HTTP and WebSockets, to friends and to crowds.

server       runs uvicorn in the table's own loop, within the table's bounds
connection   one page's WebSocket, kept within bounds
admission    counts connections by address, and decides who has to go when it is full
limits       how much of a network the table bears
hosts        which names and addresses are this machine's own
tls          the owner's certificate, for https
app          who may ask at all, and the routes
files        what can be fetched, and by whom
page         what there is at an address: pages, their modules, games' files
"""
