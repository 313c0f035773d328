"""How values are written."""

from __future__ import annotations

import pytest

from marchsim.reporting.pages.format import KINDS, shortened, show


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.2537, "percent", "25.4 %"),
        ((0.21, 0.3), "percents", "21.0 to 30.0 %"),
        (1234567, "count", "1,234,567"),
        (-0.001, "number", "0.00"),
        (-1.5, "number", "\N{MINUS SIGN}1.50"),
        (123.456, "number", "123.5"),
        (12345.6, "number", "12,346"),
        (12.0, "brief", "12"),
        (12.5, "brief", "12.50"),
        (0.0312, "points", "+3.1"),
        (-0.0312, "points", "\N{MINUS SIGN}3.1"),
        (-0.00001, "points", "0.0"),
        (0.0312, "size", "3.1"),
        ((-0.01, 0.02), "pointses", "\N{MINUS SIGN}1.0 to +2.0"),
        (0.00001, "p", "< 0.0001"),
        (0.0042, "p", "0.0042"),
        (0.5, "p", "0.500"),
        ((3.2, 0.081), "plus_minus", "3.20 ± 0.08"),
        (3.2, "plus_minus", "3.20"),
        (None, "percent", "\N{EN DASH}"),
        ("", "text", ""),
        ("a\tb", "text", "a b"),
    ],
)
def test_values_are_written(value: object, kind: str, text: str) -> None:
    """Each kind of column has one way of writing."""
    assert kind in KINDS
    assert show(value, kind) == text  # type: ignore[arg-type]  # any cell value


@pytest.mark.parametrize("most", [3, 5, 8, 12, 17])
@pytest.mark.parametrize(
    "texts",
    [
        ["forager-with-long-legs-1", "forager-with-long-legs-2", "warlord"],
        ["my-plan-aggressive-early-game-v2", "my-plan-defensive-early-game-v2", "my-plan"],
        [f"the-very-long-name-of-{at}-who-lives-far-away" for at in range(12)],
        [f"{'a' * 30}{end}" for end in ("", "a", "aa")],
    ],
)
def test_shortened_names_stay_apart(texts: list[str], most: int) -> None:
    """Different names have different labels, wherever they differ; a name that fits stays as it is."""
    found = shortened(texts, most)
    assert len(set(found)) == len(texts) and max(map(len, found)) <= most
    assert all(label == text for label, text in zip(found, texts, strict=True) if len(text) <= most)
    assert shortened([texts[0], texts[0]], most)[0] == shortened([texts[0]], most)[0]


def test_names_are_shortened_in_the_middle() -> None:
    """The end stays, since names often differ there; more of it where that tells two of them apart."""
    assert shortened(["the long explorer"], 12) == ["the long…rer"]
    assert shortened(["forager 1 of Kim", "forager 2 of Kim"], 12) == ["for…1 of Kim", "for…2 of Kim"]
