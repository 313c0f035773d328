"""Wins: shares of strategies and seats, the ladder, matchups, and games won together.

The functions take arrays of a panel and return plain estimates. The statistics are in `marchsim.stats`, the
verdicts in `judging`.
"""
