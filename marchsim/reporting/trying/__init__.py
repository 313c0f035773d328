"""Output of a try: a table and text for a terminal, a page, and plain data.

`analysis.trying` estimates all results.
"""
