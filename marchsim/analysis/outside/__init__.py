"""Reads result tables of other programs: checked cell by cell and converted for the analyses.

They become tables like those of a run. No cell is guessed or repaired. A wrong cell is an error with its row
and column.
"""
