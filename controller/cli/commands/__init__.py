"""Commands by what they are for: `add_NAME` for the arguments, and `run_NAME`."""
