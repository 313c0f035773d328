"""Building blocks of all reports: documents made of sections, and their output as files.

HTML, Markdown and JSON show the same document. Only this package escapes texts from files.
"""
