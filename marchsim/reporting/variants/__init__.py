"""The report on variants: effects of rules, with verdicts, response curves, targets and ranks.

`report` combines the sections. Differences, curves and ranks come from `analysis.variants`. This package
estimates nothing.
"""
