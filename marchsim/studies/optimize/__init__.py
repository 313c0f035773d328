"""Find the smallest change to the rules that meets targets, and confirm it on sealed deals.

`targets` reads the file of targets. `preparation` resolves it against a game. `search` chooses the next rule
sets, and `measuring` plays and measures a stage. `optimize` runs the stages, `confirmation` judges the
finalists, and `output` has the result in words and as data. `starter` writes a file of targets.
"""
