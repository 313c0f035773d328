"""Ant Wars for readers: events as sentences, stories, a person as a player, and tables of components.

This package observes games and does not change them.
"""
