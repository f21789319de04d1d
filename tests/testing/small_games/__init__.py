"""Small games of different kinds, all of which the contract must allow."""
