"""Figures as SVG text, drawn from plain numbers: one file for each kind of picture.

They know no run and no report: they take numbers and names that are ready. What every picture shares is
`canvas`. Figures of first-level pages are in `svg`.
"""
