"""The report as one web page: no script, no network, everything inside; all texts escaped by the template."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from marchsim.reporting.pages.document import Bullets, Document, Figure, Table, Text, Value
from marchsim.reporting.pages.format import clean, show

_PERCENT = re.compile(r"(?<=\d) %")


def html(document: Document) -> str:
    """Return a report as the text of one HTML file."""
    return _environment().get_template("report.html").render(document=document)


@cache
def _environment() -> Environment:
    """Return the templates of pages; a template is compiled once."""
    environment = Environment(
        loader=PackageLoader("marchsim.reporting.pages", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"show": _shown, "clean": _cleaned, "picture": _picture}
    environment.tests |= {
        "text": lambda block: isinstance(block, Text),
        "bullets": lambda block: isinstance(block, Bullets),
        "figure": lambda block: isinstance(block, Figure),
        "table": lambda block: isinstance(block, Table),
    }
    return environment


def _cleaned(text: str) -> str:
    return _kept(clean(text))


def _shown(value: Value, kind: str) -> str:
    return _kept(show(value, kind))


def _kept(text: str) -> str:
    """Return a text in which no line breaks between a number and its per cent sign."""
    return _PERCENT.sub("\N{NO-BREAK SPACE}%", text)


def _picture(figure: Figure) -> Markup:
    """Return the SVG that we drew ourselves; names in it are outlines and escaped words (figures.canvas)."""
    return Markup(figure.svg)
