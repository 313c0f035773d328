"""The report on variants: what rules change, with verdicts, response curves, targets and ranks."""
