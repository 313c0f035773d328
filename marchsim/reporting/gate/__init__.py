"""A gate for its readers: text for a terminal, Markdown, JUnit XML, annotations of a code host."""
