"""Plays games for a purpose: tells, replays and compares single games; studies cards; gates; tunes.

Here games are played and what was played is analysed, for one question each; a question of several files is a
package. It draws no page, and knows games only by their protocol.
"""
