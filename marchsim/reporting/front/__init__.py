"""The first-level page of a run: five answers, then what they rest on, then all numbers in folds.

`gather` reads what the page needs of one rule set, `sentences` and `headline` say it in plain words, and
`figures` draws it; `tables` has its numbers (in report.json and tables/*.csv too), `page` lays it out.
"""
