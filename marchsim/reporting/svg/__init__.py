"""Figures of first-level pages, as SVG text written directly: small, readable on paper, light and dark.

Each is drawn at two widths, of which CSS shows one, so that no label is ever under 11 pixels. Colours are CSS
variables of the page. These functions know no run and no game: they take rows, dots and words.
"""
