"""One file a command: its arguments and its run (`controller.cli.command.Command`)."""
