"""The report as one web page: no script, no network, everything inside; all texts escaped by the template."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from marchsim.reporting.document import Bullets, Document, Figure, Table, Text
from marchsim.reporting.format import clean, show


def html(document: Document) -> str:
    """Return a report as the text of one HTML file."""
    environment = Environment(
        loader=PackageLoader("marchsim.reporting", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"show": show, "clean": clean, "picture": _picture}
    environment.tests |= {
        "text": lambda block: isinstance(block, Text),
        "bullets": lambda block: isinstance(block, Bullets),
        "figure": lambda block: isinstance(block, Figure),
        "table": lambda block: isinstance(block, Table),
    }
    return environment.get_template("report.html").render(document=document)


def _picture(figure: Figure) -> Markup:
    """Return the SVG that we drew ourselves; names in it are outlines and escaped words (figures.canvas)."""
    return Markup(figure.svg)
