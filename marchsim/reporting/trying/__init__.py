"""A try for readers: the table and lines of a terminal, the page, and the same as data.

What was found comes from `analysis.trying`; nothing is estimated here.
"""
