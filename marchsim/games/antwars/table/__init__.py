"""One worker's table: a session that plays games, the rows that it keeps, and what a variant is played with.

Nothing of a rule is decided here.
"""
