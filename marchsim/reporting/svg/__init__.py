"""Figures of first pages, written directly as SVG: small, readable on paper and in light and dark mode.

Each is drawn at two widths, of which CSS shows one, so that no label is smaller than 11 pixels. Colours are
CSS variables of the page. These functions take rows, dots and words and know neither run nor game.
"""
