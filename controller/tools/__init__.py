"""What makers use beside the table: bench, doctor, selftest, flash, cards."""
