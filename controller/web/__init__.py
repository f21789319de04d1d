"""The table's pages: their server, their messages, and the table they draw.

pages         every page's WebSocket: greets it, reads it, sends it each change
room          who has which seat, who asks for one, and whether phones can connect
server        HTTP and WebSockets, within bounds
protocol      the messages, and who may send and see which
updates       asks for an update of the program, and reports its outcome
drawn_table   the simulated table, as pages draw and touch it

`static/` has the files of the pages, and `README.md` lists all messages.
"""
