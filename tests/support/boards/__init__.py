"""What the tests of the sensor boards share."""
