"""What one changed game changes: each metric before and after, and the answers to a designer's questions.

It reads the run of a `try` (two rulesets on the same deals). Words for pages are made in reporting.
"""
