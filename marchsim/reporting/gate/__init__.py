"""A gate for its readers: text for a terminal, Markdown, JUnit XML, annotations of a code host.

`plain` is what a terminal shows, `forms` the same for machines and code hosts. What a gate found and what
that means is decided in `studies.gate`; nothing is compared here.
"""
