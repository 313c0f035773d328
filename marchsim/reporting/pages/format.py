"""Formatting of values for readers, and escaping of texts from outside.

Pages, Markdown and sentences use the same signs, decimals and dashes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence

from marchsim.reporting.pages.document import Value

DASH = "\N{EN DASH}"
MINUS = "\N{MINUS SIGN}"
LONGEST_NAME = 80
SMALLEST_P = 0.0001


def percent(value: float) -> str:
    """A share in per cent, such as '24.1 %'."""
    return _minus(f"{value * 100:.1f}") + " %"


def number(value: float) -> str:
    """A number with two decimals (fewer if it is large), a true minus sign and no negative zero."""
    digits = 2 if abs(value) < 100 else 1 if abs(value) < 1000 else 0
    return _minus(f"{value:,.{digits}f}")


def brief(value: float) -> str:
    """A number without decimals if it is whole, else with at most two."""
    return count(value) if value == round(value) else number(value)


def tenth(value: float) -> str:
    """A number with one decimal, for example for the wins index."""
    return _minus(f"{value:,.1f}".replace("-0.0", "0.0") if abs(value) < 0.05 else f"{value:,.1f}")


def count(value: float) -> str:
    """A whole number with thousands separators."""
    return _minus(f"{value:,.0f}")


def p_value(value: float) -> str:
    """A p value with up to four decimals, never 0."""
    return f"< {SMALLEST_P}" if value < SMALLEST_P else f"{value:.4f}" if value < 0.01 else f"{value:.3f}"


def points(value: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return _signed(value * 100, 1)


def size(value: float) -> str:
    """The size of a difference of shares in percentage points, without a sign."""
    return f"{abs(value) * 100:.1f}"


def signed(value: float) -> str:
    """A difference with its sign and two decimals."""
    return _signed(value, 2)


def _signed(value: float, digits: int) -> str:
    text = f"{value:+.{digits}f}"
    return text[1:] if not float(text) else _minus(text)


def _minus(text: str) -> str:
    bare = text.lstrip("-")
    if text == bare or not bare.strip("0.,"):
        return bare
    return MINUS + bare


def _range(one: Callable[[float], str], unit: str = "") -> Callable[[tuple[float, float]], str]:
    def show_range(bounds: tuple[float, float]) -> str:
        low, high = (one(bound).removesuffix(unit) for bound in bounds)
        return f"{low} to {high}{unit}"

    return show_range


def plus_minus(value: float | tuple[float, float]) -> str:
    """A mean such as '3.21 ± 0.08', with half the width of its interval if that is given."""
    if isinstance(value, tuple):
        return f"{number(value[0])} ± {number(value[1])}"
    return number(value)


def percent_plus_minus(value: float | tuple[float, float]) -> str:
    """A share such as '24.1 ± 1.2 %', with half the width of its interval if that is given."""
    if isinstance(value, tuple):
        return f"{value[0] * 100:.1f} ± {value[1] * 100:.1f} %"
    return percent(value)


_SHOW: dict[str, Callable[..., str]] = {
    "text": str,
    "count": count,
    "percent": percent,
    "number": number,
    "brief": brief,
    "tenth": tenth,
    "tenths": _range(tenth),
    "p": p_value,
    "points": points,
    "size": size,
    "signed": signed,
    "percents": _range(percent, " %"),
    "counts": _range(count),
    "numbers": _range(number),
    "pointses": _range(points),
    "sizes": _range(size),
    "signeds": _range(signed),
    "plus_minus": plus_minus,
    "percent_plus_minus": percent_plus_minus,
}
KINDS = tuple(_SHOW)


def show(value: Value, kind: str) -> str:
    """A value as text, in the format of a column of this kind. None becomes a dash."""
    if value is None or value == "":
        return DASH if value is None else ""
    return clean(_SHOW[kind](value))


def clean(text: str) -> str:
    """A text from outside on one line, with unprintable characters replaced."""
    spaced = re.sub(r"\s+", " ", text).strip()
    if spaced.isprintable():  # no characters to remove
        return spaced
    return "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else "\N{REPLACEMENT CHARACTER}"
        for c in spaced
    )


def name(text: str) -> str:
    """A name from outside for a sentence or label: cleaned, and shortened if it is long."""
    tidy = clean(text) or "(no name)"
    return tidy if len(tidy) <= LONGEST_NAME else tidy[: LONGEST_NAME - 1] + "…"


def markdown(text: str) -> str:
    """A plain text, escaped so that Markdown shows it unchanged."""
    tidy = clean(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    tidy = re.sub(r"([\\`*_{}\[\]|$~#])", r"\\\1", tidy)
    tidy = re.sub(r"^([=+\-@!])", r"\\\1", tidy)
    return re.sub(r"^(\d+)([.)])(\s|$)", r"\1\\\2\3", tidy)


def shortened(texts: Sequence[str], most: int) -> list[str]:
    """Texts from outside as labels of at most `most` letters. Different texts get different labels.

    A label keeps the last letters of its text, because names often differ there. If two labels would be
    equal, they keep more of the end, show the place where the texts differ, or get numbers.
    """
    tidy = [clean(text) or "(no name)" for text in texts]
    found = {one: _short(one, most, 3 if most >= 8 else 0) for one in tidy}
    for label in dict.fromkeys(found.values()):
        group = [one for one in found if found[one] == label]
        if len(group) > 1:
            found |= _apart(group, most, {found[one] for one in found if one not in group})
    return [found[one] for one in tidy]


def _apart(group: Sequence[str], most: int, held: Collection[str]) -> dict[str, str]:
    """A different label for each of the texts, whose short forms are equal. No label is in `held`."""
    ways = [[_short(one, most, end) for one in group] for end in range(3, most)]
    parts = next(at for at in range(max(map(len, group)) + 1) if len({one[: at + 1] for one in group}) > 1)
    ways += [
        [f"{one[:head]}…{one[parts : parts + most - head - 1]}" for one in group] for head in (most // 3, 0)
    ]
    for labels in ways:
        if len(set(labels)) == len(group) and not set(labels) & set(held):
            return dict(zip(group, labels, strict=True))
    numbers = (f"…{at}" for at in range(1, len(group) + 1))
    return {one: one[: most - len(end)] + end for one, end in zip(group, numbers, strict=True)}


def _short(text: str, most: int, end: int) -> str:
    """A text of at most `most` letters: the middle is cut out, and the last `end` letters stay."""
    if len(text) <= most:
        return text
    return f"{text[: most - 1 - end].rstrip()}…{text[len(text) - end :]}"
