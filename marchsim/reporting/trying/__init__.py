"""Output of a try: a table and text for a terminal, a page, and plain data.

The results come from `analysis.trying`. This package estimates nothing.
"""
