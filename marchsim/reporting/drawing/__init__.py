"""Figures as declarations: plain data that draw themselves as SVG for a page, at two widths.

There are dots in rows, lines, bars, shaded cells, scatter plots and sorted draws. Only small strips are drawn
in another way. Colours are CSS variables of the page, so a figure suits light mode, dark mode and paper. The
declarations know neither runs nor games. `export` saves them as files with Matplotlib.
"""
