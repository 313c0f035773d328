"""The language of effect texts: a template over the amounts of a card or tile.

`{larvae}` is an amount. `{larvae:larva|larvae}` chooses a word for one or for several. `{digs?words}` shows
words unless the amount is 0. A template contains no digits, and nothing in it is executed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from marchsim.games.march.components.amounts import BASE

_FIELD = re.compile(r"\{([a-z_]+)(?::([^{}|]*)\|([^{}|]*)|\?([^{}]*))?\}")

Mark = Callable[[str, str], str]


def fill(template: str, amounts: Mapping[str, int], mark: Mark | None = None) -> str:
    """The template with its amounts filled in. `mark(name, digits)` may decorate each number."""

    def one(found: re.Match[str]) -> str:
        name, single, several, words = found.groups()
        value = amounts.get(name, 0)
        if words is not None:
            return words if value else ""
        if single is not None:
            return single if value == 1 else several
        return mark(name, str(value)) if mark else str(value)

    return re.sub(r"  +", " ", _FIELD.sub(one, template)).strip()


def named(template: str) -> list[str]:
    """The amounts that a template mentions, in order of appearance."""
    return list(dict.fromkeys(found.group(1) for found in _FIELD.finditer(template)))


def whole(template: str, amounts: Mapping[str, int], kind: str) -> str:
    """The template, and the base set's clause for each nonzero amount that it does not mention."""
    clauses = BASE.get(kind, {})
    spoken = named(template)
    added = [
        clauses[name].clause for name in amounts if amounts[name] and name in clauses and name not in spoken
    ]
    return " ".join(part for part in (template, *added) if part)


def render(template: str, amounts: Mapping[str, int], kind: str, mark: Mark | None = None) -> str:
    """The complete text of a card or tile of a kind, in words and numbers."""
    return fill(whole(template, amounts, kind), amounts, mark)


def flaw(template: str, amounts: Mapping[str, int]) -> str:
    """The fault of a template for these amounts. '' if there is none."""
    for name in named(template):
        if name not in amounts:
            return f"it speaks of {{{name}}}, which is not among its amounts ({', '.join(amounts) or 'none'})"
    rest = _FIELD.sub("", template)
    if "{" in rest or "}" in rest:
        return "a brace opens or closes no amount: write {name}, {name:one|several} or {name?words}"
    if any(letter.isdigit() for letter in rest) or any(c.isdigit() for c in _words(template)):
        return "it holds a digit: name the number as an amount, say larvae = 3, and write {larvae}"
    return ""


def _words(template: str) -> str:
    """The words inside the fields of a template."""
    groups = (found.groups()[1:] for found in _FIELD.finditer(template))
    return " ".join(part for group in groups for part in group if part)
