"""The games to play: line-ups, the schedule, and the chunks that workers take from it.

It is plain arithmetic on a configuration, the same on every machine. It plays and writes nothing.
"""
