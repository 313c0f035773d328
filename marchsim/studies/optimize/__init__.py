"""Finds the smallest change of the rules that meets targets, and confirms it on sealed deals.

`targets` reads the file, `prepared` resolves it against a game, `search` says which rule sets to play next,
`optimize` plays the stages, `answer` judges the sealed games, `output` writes what was found.
"""
