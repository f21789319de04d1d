"""Turns buttons, cards and pieces into intents: requests to the game.

intents     the intents of people and bots
outcomes    other results of a press: a refusal, an answer, other lamps
situation   the state of the table as one value
held        the buttons that are down, and the meanings of holding them
seat_requests  phones that ask for a seat, each with its word
seating     gives a phone the seat whose button is held
gestures    finds the action that hands mean
narrowing   finds the scripts that still fit (used by `gestures`)
scripts     all ways to mean a legal action, and why something else means none
router      turns a button, a card or a piece into intents and other outcomes
tries       begins and ends the tries while `why` is held
trial       answers the tries in one position
attempts    everything that can be tried now, legal or not
"""
