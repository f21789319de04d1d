"""Commands by purpose: `add_NAME` adds the arguments, `run_NAME` runs the command."""
