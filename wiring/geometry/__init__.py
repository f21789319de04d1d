"""Where everything of a table is, in millimetres, and whether it can be built so."""
