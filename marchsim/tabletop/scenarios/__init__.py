"""Scenarios in words: files of steps, answers that name options, and expectations.

It reads, matches and compares. The game defines its positions and the steps that can be played in them.
"""
