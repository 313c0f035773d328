"""Studies: each plays games, or replays them, to answer one question.

A study of several files is a package. Studies write no pages, and use games only through their protocol.
"""
