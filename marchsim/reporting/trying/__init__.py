"""Output of a try: table and lines for a terminal, the page, and the same as data.

The results come from `analysis.trying`. This package estimates nothing.
"""
