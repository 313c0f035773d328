"""Plays a game as it is and changed on the same deals: what is asked, how many deals, and the run itself.

What was found is read by `analysis.trying`.
"""
