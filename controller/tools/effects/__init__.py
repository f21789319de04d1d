"""`undertow effects`: lists what each event looks and sounds like, and shows it."""
