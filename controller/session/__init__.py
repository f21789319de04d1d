"""The game on the table: what people ask of it, and what the table shows of it.

session     turns an Intent into a Change: planned, on disk, accepted
restore     sets games up, and restores them from the journal
snapshot    everything about the table at one moment
inlet       takes what pages and bots ask of the table
clocks      the time that each seat takes
roster      the seats that bots play
prompt      whose turn it is, what they may do and how, in one sentence
replies     what a press did, or why it did nothing, in one sentence
display     shows the game in light, and tells people about it
saying      what the table says aloud
limits      what the buttons of a small table cannot do
station     one table's hands, pieces and lamps
table       connects all of this, and lets the time of seats run
"""
