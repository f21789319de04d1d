"""Games to begin with: each folder is one that plays, and is copied under a name."""
