"""Finds the smallest change of the rules that meets targets, and confirms it on sealed deals.

`targets` reads the file, `prepared` resolves it against a game, `search` chooses the next rule sets,
`measuring` plays and measures a stage, `optimize` runs the stages, `sealed` judges the finalists, and
`output` has the answer in words and as data. `starter` writes a file of targets.
"""
