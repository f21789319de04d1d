"""Turns buttons, cards and pieces into intents: requests to the game.

intents     the intents of people and bots
outcomes    other outcomes of a press: a refusal, an answer, other lamps
situation   the state of the table as one value
held        the buttons that are down, and what holding them means
seat_requests  phones that ask for a seat, each with its word
seating     gives a phone the seat whose button is held
gestures    finds the action that gestures mean
scripts     the scripts of all legal actions, and why other gestures mean none
router      turns buttons, cards and pieces into intents and other outcomes
tries       answers attempts while `why` is held
attempts    everything that can be tried now, legal or not
"""
