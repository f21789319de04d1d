"""Sentences for people: how they are rendered, and that every catalogue is whole."""
