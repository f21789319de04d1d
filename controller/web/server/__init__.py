"""Serves the pages over HTTP and WebSockets, to friends and to crowds.

server       accepts connections and answers requests
connection   one browser's connection, kept within bounds
admission    counts connections by address, and decides who has to go when it is full
limits       how much of a network the table bears
wire         a message made ready for all pages that get it
hosts        which names and addresses are this machine's own
tls          the owner's certificate, for https
files        answers a plain GET
answers      the bytes of an answer, compressed once
assembly     a page with its styles in it, and all its modules as one script
bundle       puts JavaScript modules together
"""
