"""The parameters of the rules: every number that can be changed, with range, meaning, rules and source.

A game lists its parameters by chapter in one `Book`. The book has the values of the standard game, and checks
values from files. The rules' code reads values by name, without regard to presets or variants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from marchsim.errors import RulesError, nearest
from marchsim.tabletop.checking import shown

RULEBOOK = "rulebook"  # sources: the rulebook gives the default,
RULING = "ruling"  # a decision of ours where it is silent,
DESIGN = "design"  # a rule that we add for designers, without effect in the printed game,
PROGRAM = "program"  # or no rule at all


@dataclass(frozen=True)
class Parameter:
    """A parameter of the rules. All values are integers: a flag is 0 or 1, and a choice is an index."""

    name: str
    type: str  # int, bool or choice
    default: int
    low: int
    high: int
    rules: tuple[str, ...]
    meaning: str
    source: str = RULEBOOK
    note: str = ""
    choices: tuple[str, ...] = ()

    def human(self, value: int) -> int | bool | str:
        """A value in the form in which files state it."""
        if self.type == "choice":
            return self.choices[value]
        return bool(value) if self.type == "bool" else value

    @property
    def range(self) -> str:
        """The allowed values of the parameter, in words."""
        if self.type == "choice":
            return ", ".join(self.choices)
        return "true, false" if self.type == "bool" else f"{self.low} to {self.high}"

    @property
    def demand(self) -> str:
        """The required form of a value, in words for an error message."""
        if self.type == "bool":
            return "must be true or false"
        if self.type == "choice":
            return "must be one of " + ", ".join(f'"{word}"' for word in self.choices)
        return f"must be a whole number from {self.range}"


def number(
    name: str,
    default: int,
    low: int,
    high: int,
    rules: str,
    meaning: str,
    source: str = RULEBOOK,
    note: str = "",
) -> Parameter:
    """A parameter that is a whole number. `rules` has the numbers of rules, separated by blanks.

    Give `(0: ...)` in the meaning if 0 is a state, such as no limit. Searches do not step to it or from it.
    """
    return Parameter(name, "int", default, low, high, tuple(rules.split()), meaning, source, note)


def flag(
    name: str, default: bool, rules: str, meaning: str, source: str = RULEBOOK, note: str = ""
) -> Parameter:
    """A parameter that is true or false."""
    return Parameter(name, "bool", int(default), 0, 1, tuple(rules.split()), meaning, source, note)


def choice(
    name: str, words: str, rules: str, meaning: str, source: str = RULING, note: str = "", default: str = ""
) -> Parameter:
    """A parameter that is one of `words`. The default is the first word, unless `default` names another."""
    choices = tuple(words.split())
    at = choices.index(default) if default else 0
    return Parameter(
        name, "choice", at, 0, len(choices) - 1, tuple(rules.split()), meaning, source, note, choices
    )


def nothing_more(source: str, values: Mapping[str, int]) -> None:
    """Accept any combination of values. This is the check of a book that has no other."""


@dataclass(frozen=True)
class Book:
    """All parameters of a game, by chapter of the rules, in the order of the rulebook.

    `check(source, values)` raises RulesError for values that are valid individually but not together.
    """

    chapters: Mapping[str, Sequence[Parameter]]
    check: Callable[[str, Mapping[str, int]], None] = nothing_more
    parameters: dict[str, Parameter] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Collect the parameters by name."""
        for chapter in self.chapters.values():
            for parameter in chapter:
                assert parameter.name not in self.parameters, f"two parameters are named {parameter.name}"
                self.parameters[parameter.name] = parameter

    def standard(self) -> Rules:
        """The rules of the standard game."""
        named = self.parameters.items()
        return Rules(
            self,
            {name: parameter.default for name, parameter in named},
            {name: parameter.source for name, parameter in named},
        )

    def human(self, values: Mapping[str, int]) -> dict[str, int | bool | str]:
        """The values by name, in the form in which files state them."""
        return {name: self.parameters[name].human(value) for name, value in values.items()}

    def value(self, source: str, name: str, value: object) -> int:
        """The integer for a value from a file. Raises RulesError if the value is invalid."""
        parameter = self.parameters.get(name)
        if parameter is None:
            word = name if name.isprintable() else shown(name)
            raise RulesError(
                f"{source}: [rules] there is no rule {word}.{nearest(name, self.parameters)} "
                "`marchsim rules` lists them all."
            )
        if parameter.type == "bool" and isinstance(value, bool):
            return int(value)
        if parameter.type == "choice" and isinstance(value, str) and value in parameter.choices:
            return parameter.choices.index(value)
        if parameter.type == "int" and type(value) is int and parameter.low <= value <= parameter.high:
            return value
        near = nearest(value, parameter.choices) if isinstance(value, str) else ""
        raise RulesError(f"{source}: [rules] {name} {parameter.demand}, not {shown(value)}.{near}")

    def named(self, name: str) -> list[str]:
        """The parameters with `name` in their names. Raises RulesError if there are none."""
        wanted = "".join(char for char in name.casefold() if char.isalnum())
        found = [known for known in self.parameters if wanted in known.replace("_", "")]
        if not found:
            hint = nearest(name, self.parameters)
            raise RulesError(f"there is no parameter {shown(name)}.{hint} `marchsim rules` lists them all.")
        return found


@dataclass(frozen=True)
class Rules:
    """The value of every parameter and its origin: the source of its default, a preset or an overlay."""

    book: Book
    values: Mapping[str, int]
    origins: Mapping[str, str]

    def human(self) -> dict[str, int | bool | str]:
        """The values by name, in the form in which files state them."""
        return self.book.human(self.values)

    def changed(self) -> list[str]:
        """The names of the parameters that differ from the standard game."""
        known = self.book.parameters
        return [name for name, value in self.values.items() if value != known[name].default]

    def overlaid(self, source: str, table: object) -> Rules:
        """The rules changed by an overlay's `[rules]` table. Raises RulesError if the table is invalid."""
        if not isinstance(table, Mapping):
            raise RulesError(f"{source}: [rules] must be a table, not {shown(table)}.")
        fresh = {name: self.book.value(source, name, value) for name, value in table.items()}
        changed = Rules(self.book, {**self.values, **fresh}, {**self.origins, **dict.fromkeys(fresh, source)})
        self.book.check(source, changed.values)
        return changed


def refuse_gaps(
    what: str,
    make: Callable[[Mapping[str, int]], object],
    parameters: Mapping[str, Parameter],
    names: Iterable[str],
) -> None:
    """Raise TypeError unless the class that `make` creates has a field for each parameter, and no others.

    Compiled code needs typed fields, so a game repeats the names of its parameters. A call of this
    function next to the fields keeps both lists equal.
    """
    try:
        made = make({name: parameter.default for name, parameter in parameters.items()})
    except KeyError as error:
        raise TypeError(f"{what}: there is no parameter {error}; declare it or take its field away") from None
    for name in names:
        if not hasattr(made, name):
            raise TypeError(f'{what}: no field for the parameter {name}; add self.{name} = values["{name}"]')
