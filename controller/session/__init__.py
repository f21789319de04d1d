"""The game on the table: what is asked of it, and what is shown of it.

session     turns an Intent into a Change: planned, on disk, accepted
answers     what it answers, where the rules say nothing
restore     what the journal keeps of a game, and how the game is made from it again
look        makes the value `Situation` of the game as it stands, and what may be undone
snapshot    all that can be told of the table at one moment
inlet       takes what pages and bots ask of the table
roster      which seats bots play
guidance    the lamps that say what can be pressed now
prompt      whose turn it is, what they may do and how, in one sentence
replies     what a press did, or why it did nothing, in one sentence
display     what is shown, said and told now, and lit again when hands move
saying      what the table says aloud
limits      what cannot be done with the buttons of a small table
table       wires all of this together; `controller/service` makes it
"""
