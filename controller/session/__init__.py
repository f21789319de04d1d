"""The game on the table: handles people's intents, and shows the game.

session     turns an Intent into a Change: planned, written, accepted
restore     sets games up, and restores them from the journal
snapshot    everything about the table at one moment
requests    takes the intents of pages and bots
clocks      each seat's time
roster      the seats that bots play
prompt      whose turn it is, what to do and how, in one sentence
replies     what a press did, or why it did nothing, in one sentence
display     shows the game in light, and tells people about it
narrator    what the table says aloud
limits      what a small table's buttons cannot do
station     one table's hands, pieces and lamps
table       connects all of this, and runs the clocks
"""
