"""`why`, held: what is tried meanwhile is judged and not played."""
