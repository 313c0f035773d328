"""Building blocks of all reports: documents of sections, and their forms as files.

HTML, Markdown and JSON show the same document. Texts from files are escaped here and nowhere else.
"""
