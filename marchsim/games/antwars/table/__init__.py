"""Sessions that play games, the rows that they record, and the engine's data for a variant.

This package decides no rule.
"""
