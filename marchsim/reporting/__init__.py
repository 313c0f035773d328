"""A report as plain data, and its rendering as a web page, Markdown, JSON and figures.

`whole.report_all(run, out)` is what `marchsim report all` calls.
"""
