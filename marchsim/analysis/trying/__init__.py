"""The effects of one change of a game: each metric before and after, and answers to a designer's questions.

It reads the run of a `try` (two rule sets on the same deals).
"""
