"""Results from elsewhere: tables of other programs, checked cell by cell and converted for the analyses.

The tables are as a run records them. No cell is guessed or mended: a wrong one is an error with its row and
column.
"""
