"""Pages in Markdown.

text      fills in `pages.toml`; the first page, and the page of the harness
pinout    the pin-out
bits      the channel of each sensor
budget    the power budget
measures  the table's dimensions
steps     the steps of building a table
"""
