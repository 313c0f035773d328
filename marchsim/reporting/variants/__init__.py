"""The report on variants: effects of rules, with verdicts, response curves, targets and ranks.

`report` combines the sections. `analysis.variants` estimates differences, curves and ranks.
"""
