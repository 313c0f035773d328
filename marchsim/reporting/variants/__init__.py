"""The report on variants: what rules change, with verdicts, response curves, targets and ranks.

`report` puts its sections together. Differences, curves and ranks come from `analysis.variants`; nothing is
estimated here.
"""
