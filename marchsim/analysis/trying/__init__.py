"""The effects of one change of a game: each metric before and after, and answers to a designer's questions.

The input is the run of a `try`, which plays two rule sets on the same deals.
"""
