"""Figures as declarations: plain data that draw themselves as SVG for a page, at two widths.

Rows of dots, lines, bars, cells, scatters and sorted draws cover all figures except small strips. Colours are
CSS variables of the page, so a figure suits light mode, dark mode and paper. The declarations know neither
runs nor games. `export` saves them as files with Matplotlib.
"""
