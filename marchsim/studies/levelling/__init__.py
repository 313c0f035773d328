"""Finds what seats should begin with so that all win equally often, and confirms it on fresh deals.

`prepared` says what is asked, `level` plays its stages, `written` says what was found. How level seats are is
estimated in `analysis.variants`.
"""
