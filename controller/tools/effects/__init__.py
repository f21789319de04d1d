"""`undertow effects`: what each event of a game looks and sounds like.

listing   lists it as a table
preview   shows it on the table
"""
