"""A report as plain data, and its rendering as a web page, Markdown, JSON and figures.

`marchsim report all` calls `whole.report_all(run, out)`.
"""
