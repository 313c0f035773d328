"""Wins: shares of strategies and seats, the ladder, matchups, and games that players win together.

The functions take the arrays of a panel and return plain estimates. The statistics are in `marchsim.stats`,
and `judging` makes the verdicts.
"""
