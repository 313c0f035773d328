"""Reads result tables of other programs, checks every cell, and converts them to tables like a run's.

No cell is guessed or repaired. The error for a wrong cell names its row and column.
"""
