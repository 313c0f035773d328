"""The ruleset as data: presets and overlays over the parameters, each value with where it comes from.

Rules code asks for a parameter by name and never for the name of a preset or variant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from marchsim.errors import RulesError, nearest
from marchsim.games.march.components.checks import shown
from marchsim.games.march.rules.parameters import BY_PLAYERS, CHAPTERS, PARAMETERS, Parameter, in_force
from marchsim.games.march.rules.presets import PRESETS, Preset, combined

EASY = PARAMETERS["difficulty"].choices.index("easy")

__all__ = ["CHAPTERS", "PARAMETERS", "PRESETS", "Parameter", "Preset", "Rules", "preset", "standard"]


@dataclass(frozen=True)
class Rules:
    """The value of every parameter, and where each comes from: its own source, a preset, or an overlay."""

    values: Mapping[str, int]
    origins: Mapping[str, str]

    def human(self) -> dict[str, int | bool | str]:
        """Return the values as they are written in a file."""
        return {name: PARAMETERS[name].human(value) for name, value in self.values.items()}

    def changed(self) -> list[str]:
        """Return the parameters whose value is not that of the standard game."""
        return [name for name, value in self.values.items() if value != PARAMETERS[name].default]

    def overlaid(self, source: str, table: object) -> Rules:
        """Return the rules with a `[rules]` table of a source over them; raises RulesError."""
        if not isinstance(table, Mapping):
            raise RulesError(f"{source}: [rules] must be a table, not {shown(table)}.")
        fresh = {name: value_of(source, name, value) for name, value in table.items()}
        changed = Rules({**self.values, **fresh}, {**self.origins, **dict.fromkeys(fresh, source)})
        changed.check(source)
        return changed

    def check(self, source: str) -> None:
        """Raise RulesError if values that are well by themselves cannot go together."""
        for players in (0, *BY_PLAYERS):
            names = [in_force(name, players) for name in ("starting_larvae", "starting_ants")]
            if self.values["difficulty"] == EASY:
                names.append("easy_larvae")
            if sum(self.values[name] for name in names) > self.values["cubes"]:
                what = " and ".join(f"{name} = {self.values[name]}" for name in names)
                raise RulesError(
                    f"{source}: [rules] {what} need more than the {self.values['cubes']} cubes of a player; "
                    "raise cubes or lower one of them."
                )


def standard() -> Rules:
    """Return the rules of the standard game."""
    return Rules(
        {name: parameter.default for name, parameter in PARAMETERS.items()},
        {name: parameter.source for name, parameter in PARAMETERS.items()},
    )


def preset(value: object, source: str = "") -> Rules:
    """Return the rules of a preset or combination, given as a text or list; raises RulesError."""
    rules = standard()
    for part in combined(value, source):
        rules = rules.overlaid(f"preset {part.name}", part.rules)
    return rules


def value_of(source: str, name: str, value: object) -> int:
    """Return the integer of a parameter's value as written in a file; raises RulesError."""
    parameter = PARAMETERS.get(name)
    if parameter is None:
        word = name if name.isprintable() else shown(name)
        raise RulesError(
            f"{source}: [rules] {word}: there is no such parameter (`marchsim rules` lists them)."
            f"{nearest(name, PARAMETERS)}"
        )
    if parameter.type == "bool" and isinstance(value, bool):
        return int(value)
    if parameter.type == "choice" and isinstance(value, str) and value in parameter.choices:
        return parameter.choices.index(value)
    if parameter.type == "int" and type(value) is int and parameter.low <= value <= parameter.high:
        return value
    raise RulesError(
        f"{source}: [rules] {name} {_demand(parameter)}, not {shown(value)}.{_near(parameter, value)}"
    )


def _demand(parameter: Parameter) -> str:
    """Return what a parameter's value must be."""
    if parameter.type == "bool":
        return "must be true or false"
    if parameter.type == "choice":
        return "must be one of " + ", ".join(f'"{word}"' for word in parameter.choices)
    return f"must be a whole number from {parameter.range}"


def _near(parameter: Parameter, value: object) -> str:
    """Return the choices nearest to a wrong one."""
    return nearest(value, parameter.choices) if isinstance(value, str) else ""
