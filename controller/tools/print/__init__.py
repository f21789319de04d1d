"""`undertow print`: cards, rule card, markers, figures and overlays as PDF at 1:1."""
