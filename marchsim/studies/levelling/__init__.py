"""Finds what seats should begin with so that all win equally often, and confirms it on fresh deals."""
