"""Scenarios in words: files with steps, answers that name options, and expectations.

The package reads files, matches answers with options, and compares expectations with positions. A game
defines its positions, and the steps that can be played.
"""
