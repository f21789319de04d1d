"""Pages in Markdown.

text      what the pages share; the first page, and the page of the harness
pinout    which pin goes where
bits      which input each sensor is on
budget    the power budget
measures  the table's sizes
steps     in which order a table is built, with checks to tick off
"""
