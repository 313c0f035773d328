"""A complete variant of the game: resolved rules and components, their fingerprint, and data for reports.

The preset `standard` follows the rulebook, `dealt` deals the species (to study species and seats), and
`literal` follows the text of the rulebook to the letter. Only `resolve` makes variants, and checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.games.antwars.components.data import Components, Layout
from marchsim.games.antwars.components.loader import load, overlaid
from marchsim.games.antwars.rules.parameters import BOOK, PARAMETERS
from marchsim.tabletop.rules.overlays import (
    Overlay,
    Preset,
    count_provenance,
    enabled_provenance,
    fingerprint,
    players_of,
    preset_rules,
)
from marchsim.tabletop.rules.parameters import Rules

EVERYBODY = (2, 6)
PRESETS = {
    preset.name: preset
    for preset in (
        Preset("standard", "players choose their species and where their nest lies", {}, EVERYBODY),
        Preset(
            "dealt",
            "species are dealt, nests lie alike and the first player rotates, for fair comparisons",
            {"species_choice": "dealt", "nest_place": "fixed", "first_player": "rotates"},
            EVERYBODY,
            ("ATS-01", "ATS-04", "ATT-01"),
        ),
        Preset(
            "literal",
            "the text to the letter where we rule otherwise",
            {
                "search_tiles": "all",
                "gallery_means": "gallery",
                "lay": "at_once",
                "lay_reach": "area",
                "pheromone_ends": "any",
                "pupae_fight": False,
                "mushrooms_pay": False,
                "stores_stop": True,
            },
            EVERYBODY,
            ("ATM-02", "ATD-01", "ATH-03", "ATM-03", "ATF-01", "ATR-08", "ATM-06"),
        ),
    )
}


# Variants
OVERLAY_KEYS = ("preset", "provenance", "rules", "species", "animals", "boards", "layouts")


@dataclass
class AntWarsVariant:
    """A resolved variant (implements kernel.game.Variant)."""

    name: str
    preset: str
    rules: Rules
    components: Components
    opponent: str = ""
    fingerprint: str = ""

    def __post_init__(self) -> None:
        """Compute the fingerprint."""
        self.fingerprint = fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """Rules and components as plain JSON data, without name and preset."""
        parts = self.components
        return {
            "rules": self.rules.human(),
            "species": {key: _sourced(one.plain(), one.provenance) for key, one in parts.species.items()},
            "animals": {
                key: _sourced({"name": one.name, **one.numbers}, one.provenance)
                for key, one in parts.animals.items()
            },
            "boards": {
                key: _sourced({"hexes": [list(at) for at in one.hexes]}, one.provenance)
                for key, one in parts.boards.items()
            },
            "layouts": {
                name: {str(n): _sourced(one.plain(), one.provenance) for n, one in sorted(table.items())}
                for name, table in parts.layouts.items()
            },
        }

    @property
    def layouts(self) -> dict[int, Layout]:
        """The layouts in force, keyed by number of players."""
        word = str(PARAMETERS["layout"].human(self.rules.values["layout"]))
        return dict(sorted(self.components.layouts[word].items()))

    def players(self) -> tuple[int, int]:
        """The smallest and the largest number of players with a layout."""
        found = list(self.layouts)
        return min(found), max(found)

    def refusal(self, players: int) -> str:
        """The reason why this number of players cannot play, with a remedy ('' if they can)."""
        if players in self.layouts:
            return ""
        if not EVERYBODY[0] <= players <= EVERYBODY[1]:
            return f"Ant Wars is for {players_of(*EVERYBODY)}, not {players}."
        word = PARAMETERS["layout"].human(self.rules.values["layout"])
        known = ", ".join(map(str, self.layouts))
        return f"layout {word} is for {known} players, not {players}; take another, or draw it in an overlay."

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """Warnings about a supply that is too small for the set-up with these numbers of players."""
        rules, values = self.rules, self.rules.values
        if values["pieces"] * 5 < values["start_pieces"] * max(players, default=0):
            return (
                f"start_pieces = {values['start_pieces']}: the supply is too small for all first Pantries",
            )
        if rules.values["supply_gallery"] < max(players, default=0):
            return ("supply_gallery: there are not enough Galleries for all colonies to start with one",)
        return ()

    def items(self) -> list[dict[str, Any]]:
        """A row for each species, animal, board and layout in force.

        `fields` is the number of facts about an item. For each provenance, a column has the number of
        such facts.
        """
        parts = self.components
        rows = [
            _row("species", key, one.name, True, one.facts(), " ".join(one.traits), one.numbers["minor_cost"])
            for key, one in parts.species.items()
        ]
        rows += [_row("animal", key, one.name, True, one.facts()) for key, one in parts.animals.items()]
        laid = {board.board for layout in self.layouts.values() for board in layout.boards}
        rows += [
            _row("board", key, f"board {key}", key in laid, one.provenance.values())
            for key, one in parts.boards.items()
        ]
        for name, table in parts.layouts.items():
            for players, layout in sorted(table.items()):
                mine = self.layouts.get(players) is layout
                title = f"layout {name} for {players}"
                rows.append(_row("layout", f"{name}-{players}", title, mine, layout.provenance.values()))
        return rows

    def provenance(self) -> dict[str, int]:
        """The number of component facts by provenance, summed over the enabled `items`."""
        return enabled_provenance(self.items())


def _sourced(fields: dict[str, Any], provenance: Any) -> dict[str, Any]:
    return {**fields, "provenance": dict(provenance)}


def _row(
    kind: str,
    key: str,
    name: str,
    enabled: bool,
    facts: Iterable[str],
    traits: str = "",
    cost: int | None = None,
) -> dict[str, Any]:
    found = list(facts)
    return {
        "kind": kind, "id": key, "name": name, "type": kind, "cost": cost, "traits": traits,
        "enabled": enabled, "fields": len(found), **count_provenance(found),
    }  # fmt: skip


def resolve(name: str, preset: str = "", overlays: Sequence[Overlay] = ()) -> AntWarsVariant:
    """The variant of a preset ('' for standard) with overlays applied in order.

    An overlay's preset replaces the given one. Raises ConfigError, RulesError or ComponentsError.
    """
    combination, rules = preset_rules(BOOK, PRESETS, OVERLAY_KEYS, preset, overlays)
    parts = load()
    for source, overlay in overlays:
        rules = rules.overlaid(source, overlay.get("rules", {}))
        parts = overlaid(parts, source, overlay)
    return AntWarsVariant(name, combination, rules, parts)
