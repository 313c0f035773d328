"""Parameters of any game: declared once, and told apart from the fields that compiled code wants."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from marchsim.errors import RulesError
from marchsim.tabletop.rules.parameters import Book, choice, flag, number, refuse_gaps

BOOK = Book({
    "Supply": (
        number("ants", 3, 1, 9, "A-01", "ants at the start"),
        flag("rich", False, "A-02", "twice the food"),
    ),
    "Search": (choice("aim", "random weakest", "B-01", "whom a spider hits"),),
})  # fmt: skip


def test_a_parameter_without_a_field_is_named() -> None:
    """So is a field without a parameter; what agrees says nothing."""
    made = lambda *names: lambda values: SimpleNamespace(**{name: values[name] for name in names})  # noqa: E731
    refuse_gaps("Ruleset", made("ants", "rich", "aim"), BOOK.parameters, BOOK.parameters)
    with pytest.raises(
        TypeError, match=r'Ruleset: no field for the parameter rich; add self.rich = values\["rich"\]'
    ):
        refuse_gaps("Ruleset", made("ants", "aim"), BOOK.parameters, BOOK.parameters)
    with pytest.raises(TypeError, match="Ruleset: there is no parameter 'larvae'"):
        refuse_gaps("Ruleset", made("ants", "larvae"), BOOK.parameters, BOOK.parameters)


def test_rules_know_where_each_value_comes_from() -> None:
    rules = BOOK.standard().overlaid("mine.toml", {"aim": "weakest", "rich": True})
    assert rules.human() == {"ants": 3, "rich": True, "aim": "weakest"} and rules.changed() == ["rich", "aim"]
    assert [rules.origins[name] for name in rules.values] == ["rulebook", "mine.toml", "mine.toml"]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ({"ants": 10}, "[rules] ants must be a whole number from 1 to 9, not 10."),
        ({"ants": True}, "[rules] ants must be a whole number from 1 to 9, not True."),
        ({"rich": 1}, "[rules] rich must be true or false, not 1."),
        ({"aim": "weakst"}, "must be one of \"random\", \"weakest\", not 'weakst'. Did you mean 'weakest'?"),
        ({"ant": 2}, "[rules] there is no rule ant"),
        ([], "[rules] must be a table"),
    ],
)
def test_what_a_file_says_is_checked(table: Mapping[str, object], complaint: str) -> None:
    with pytest.raises(RulesError) as error:
        BOOK.standard().overlaid("mine.toml", table)
    assert complaint in str(error.value) and str(error.value).startswith("mine.toml: ")


def test_values_that_cannot_go_together_are_told_by_the_game() -> None:
    def check(source: str, values: Mapping[str, int]) -> None:
        if values["ants"] > 5 and values["rich"]:
            raise RulesError(f"{source}: too much")

    book = Book(BOOK.chapters, check)
    assert book.standard().overlaid("x", {"ants": 6}).values["ants"] == 6
    with pytest.raises(RulesError, match="x: too much"):
        book.standard().overlaid("x", {"ants": 6, "rich": True})
