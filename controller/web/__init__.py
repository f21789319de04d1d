"""The table's pages: their server, their messages, and the table that they draw.

pages         every page's WebSocket: greets it, hears it, shows it each change
room          who has which seat, who asks for one, and whether phones get in
server        HTTP and WebSockets, within bounds
protocol      the messages, and who may send and see which
updates       asks for an update of the program, and tells how it went
drawn_table   the simulated table as a page draws it and touches it

`static/` has the files of the pages, and `README.md` lists all messages.
"""
