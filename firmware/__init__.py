"""What runs on the sensor boards, and the codec of the wire that both ends share."""
