"""Plays games for a purpose: shows, replays and compares single games, studies cards, gates, tunes.

Each study plays games and analyses them for one question. A study of several files is a package. It writes no
page, and uses games only through their protocol.
"""
