"""Results from elsewhere: tables of other programs, checked cell by cell and converted for the analyses.

What comes out is tables as a run records them, or estimates of cards by copies. No cell is guessed or mended:
a wrong one is an error with its row and column.
"""
