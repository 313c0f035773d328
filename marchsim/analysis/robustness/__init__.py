"""Judges claims by draws of assumed numbers: their support, their labels, and which numbers matter."""
