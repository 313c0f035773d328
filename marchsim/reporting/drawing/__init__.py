"""Figures as declarations: plain data that draw themselves as SVG at two widths for a page.

Rows of dots, steps, lines, bars, cells, scatters and sorted draws cover all figures, beside small strips.
Colours are CSS variables of the page, so a figure suits light and dark mode and paper. They know neither run
nor game. `export` draws the same declarations with Matplotlib into files.
"""
