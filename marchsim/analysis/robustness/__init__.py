"""Judges claims from a run with draws of assumed numbers: support, labels, and which numbers matter."""
