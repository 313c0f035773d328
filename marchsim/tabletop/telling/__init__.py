"""A game for readers: events as sentences, explained decisions, a person's answers, and tables of rules.

The package changes nothing in a game. A game provides the words for its events.
"""
