"""Figures as SVG text, drawn from plain numbers: one file for each kind of picture."""
