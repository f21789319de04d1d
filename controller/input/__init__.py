"""Turns buttons, cards and pieces into intents: requests to the game.

intents     the intents of people and bots
outcomes    other results of a press: a refusal, an answer, other lamps
situation   the state of the table as one value
held        the buttons that are down, and the meanings of holding them
seat_requests  phones that ask for a seat, each with its word
seating     gives a phone the seat whose button is held
gestures    finds the action that hands mean
scripts     all ways to mean a legal action, and why something else means none
router      turns a button, a card or a piece into intents and other outcomes
tries       answers the tries while `why` is held
attempts    everything that can be tried now, legal or not
"""
