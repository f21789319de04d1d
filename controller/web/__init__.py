"""The table's pages: their server, and who may ask for what.

server         a page's WebSocket: greets it, hears it, shows it each change
serving        who knocks becomes a client, and its request is answered
asking         a request while it comes in, and why it is refused
clients        one browser's socket, kept within bounds
wire           a message made ready for all pages, packed if it is long
lobby          who is connected, by address, and who has to go when it is full
limits         how much of a network the table bears
access         host, seat or spectator: which page a code or an address opens
visits         the pages that are open
names          which names and addresses are this machine's own
tls            the owner's certificate, for https
messages       takes apart what a page says
requests       what a page may ask of the game
sent           what is sent to pages, as text
story          what has happened in the game, line by line
course         a game that is over: its chart, and how its players have fared
first_screen   the games and bots that can be chosen
drawing        where everything on the drawn table is, in millimetres
drawn_table    buttons, pieces and cards that a page touches on the drawn table
instruments    pin levels and the last readings, for makers
faults         faults to try on a simulated table
files          answers a plain GET
assembled      a page with its styles in it, and all its modules as one script
bundle         puts JavaScript modules together
bodies         the bytes of an answer, compressed once
manifest       what a phone needs to install a seat's page

`static/` has the files of the pages, and `README.md` lists all messages.
"""
