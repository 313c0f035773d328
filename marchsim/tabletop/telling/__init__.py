"""A game for a reader: events as sentences, decisions with reasons, a person's answers, rules as tables.

It looks on and touches nothing. The game has the words for its events.
"""
