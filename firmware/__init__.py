"""The sensor boards' firmware, and the wire codec that both ends share."""
