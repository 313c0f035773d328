"""Figures as SVG text, drawn with Matplotlib from plain numbers: one file for each kind.

They take finished numbers and names and know neither run nor report. `canvas` has the common style. Figures
of first pages are in `svg`.
"""
