"""Running the table: the program from first light to its end, watched by systemd."""
