"""The first page of a run: five answers, the evidence for them, and all numbers in folded details.

`gather` reads the data of one rule set. `sentences` and `headline` write the text, and `figures` draws.
`tables` has the numbers, which are also in report.json and tables/*.csv. `page` arranges everything.
"""
