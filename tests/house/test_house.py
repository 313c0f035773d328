"""The size of the house is counted right, and a package over its budget is named."""

from __future__ import annotations

from tools.house import Size, over, size

TEXT = '''"""A module
of two lines."""

from dataclasses import dataclass  # a comment


# another
@dataclass(frozen=True)
class Ant:
    """Docstring."""

    legs: int = (
        6
    )


class Bee:
    words = """not
    a docstring"""
'''


def test_docstrings_comments_and_blanks_are_no_code() -> None:
    assert size(TEXT) == Size(lines=19, code=9, modules=1, dataclasses=1)


def test_a_package_over_its_budget_is_named_and_so_is_one_without() -> None:
    found = {"engine": Size(lines=11), "stats": Size(lines=5), "new": Size(lines=1)}
    said = over(found, {"engine": 10, "stats": 5, "gone": 3})
    assert [line.split(":")[0] for line in said] == ["marchsim/engine", "marchsim/new", "budgets.toml"]
    assert "11 lines" in said[0] and over(found, {"engine": 11, "stats": 5, "new": 1}) == []
