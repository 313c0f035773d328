"""Plays games for a purpose: tells, replays and compares single games, studies cards, gates, tunes.

Each study plays games and analyses them for one question. A study of several files is a package. It draws no
page, and knows games only by their protocol.
"""
