"""Serves the pages over HTTP and WebSockets, to a few friends or to crowds.

server       runs uvicorn in the table's own loop, within its limits
connection   one page's WebSocket, kept within its limits
admission    counts connections by address, and decides which to close when full
limits       how many connections and messages the table accepts
hosts        which names and addresses are this machine's own
tls          the owner's certificate, for https
app          which requests to accept, and the routes
files        what can be fetched, and by whom
page         what is at an address: pages, their modules, games' files
"""
