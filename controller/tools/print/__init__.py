"""`undertow print`: cards, rule card, markers, figures and overlays as PDF at 1:1.

command   writes the files
sheets    cards on sheets of paper, fronts and backs
pieces    markers to cut out, figures to fold
overlay   sheets that lie on the table
symbols   the drawings on cards and pieces
"""
