"""Sessions that play the games of a worker, their recorded rows, and the resolved data of a variant.

This package decides no rule.
"""
