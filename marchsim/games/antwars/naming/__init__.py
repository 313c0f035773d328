"""The names of players, areas, tiles, options and questions, for output and input.

This package neither plays nor prints.
"""
