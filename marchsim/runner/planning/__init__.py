"""The games to play: line-ups, the schedule, and the chunks that workers take from it.

Plain arithmetic on a configuration, the same on every machine. It plays nothing and writes nothing.
"""
