"""Plays games for a purpose: tells, replays and compares single games; studies cards; gates; tunes."""
