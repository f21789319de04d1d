"""From hands, cards and pieces to what is asked of the game.

intents     what people ask of the game, as values
outcomes    what else a press can lead to: a refusal, an answer, other lamps
situation   what is on the table now, as one value
held        which buttons are down, and the table of what holding them means
seat_requests  phones that ask for a seat, each with its word
seating     gives a phone the seat whose button is held
gestures    which action is meant by what hands have done so far
narrowing   which scripts still fit what has been done (used by `gestures`)
scripts     every way to mean a legal action, and why something else is none
router      turns a Reading into Intents and other outcomes
tries       begins and ends what is tried while `why` is held
trial       what has been tried in one position, and the answer to it
attempts    everything that could be tried now, legal or not
"""
