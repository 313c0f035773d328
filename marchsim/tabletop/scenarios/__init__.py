"""Scenarios in words: files of steps, answers that name options, expectations that name what must hold.

It reads, matches and compares. What a position is, and what can be played in it, the game says.
"""
