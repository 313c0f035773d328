"""Scenarios in words: files with steps, answers that name options, and expectations.

The package reads, matches and compares. A game defines its positions, and the steps that can be played.
"""
