"""The first page of a run: five answers, the evidence for them, and all numbers in folds.

`gather` reads the data of one rule set. `sentences` and `headline` write the text and `figures` draws.
`tables` has the numbers (also in report.json and tables/*.csv), and `page` arranges everything.
"""
