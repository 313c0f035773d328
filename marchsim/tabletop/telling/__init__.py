"""A game for a reader: events as sentences, decisions with reasons, a person's answers, rules as tables.

The package changes nothing in a game. A game provides the words for its events.
"""
