"""A game for a reader: events as sentences, decisions with reasons, a person's answers, rules as tables.

It changes nothing in a game. The game has the words for its events.
"""
