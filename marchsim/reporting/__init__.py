"""Reports as plain data, and their rendering as web pages, Markdown, JSON and figures.

`marchsim report all` calls `whole.report_all(run, out)`.
"""
