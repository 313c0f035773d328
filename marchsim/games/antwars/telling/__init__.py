"""Ant Wars for readers: sentences for events, stories, a person at the table, tables of components.

This package observes games and does not change them.
"""
