"""`undertow cards`: teaches the table the tags on real cards.

command     enrolls a deck, lists the decks, forgets one
enrolling   asks for one card after another, and keeps its tag
"""
