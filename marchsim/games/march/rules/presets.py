"""Presets: the rulebook's ways to play, as named overlays of the rules that can be combined.

Rules code reads parameters, never presets. Each preset has its numbers of players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.errors import RulesError
from marchsim.games.march.rules.parameters import SPECIES_SEAT
from marchsim.tabletop.rules.presets import Preset, combined, players_of, range_of

EVERYBODY = (1, 5)
COMPETING = (2, 5)  # players without a Horde
AGAINST_THE_HORDE = (1, 4)
RECOMMENDED_SPECIES = (3, 4)  # PRI-14
TOGETHER = {"march_to_battle": True, "horde": True, "end_most": 0, "end_tied": 0, "tokens": 99}
NUMBERS = ("no", "one", "two", "three", "four", "five")


_ALL = (
    Preset("standard", "the standard game", {}, EVERYBODY),
    Preset(
        "first-game",
        "the standard game without Beyond the Meadow hexes, as recommended for a first game",
        {"beyond_hexes": 0, "beyond_hexes_five": 0},
        EVERYBODY,
        ("SET-05",),
    ),
    Preset(
        "long",
        "five rounds with all five Beyond the Meadow hexes, and no Royal Decree in the last two",
        {"rounds": 5, "rounds_without_decree": 2, "beyond_hexes": 5},
        EVERYBODY,
        ("LNG-01", "LNG-02", "LNG-03"),
    ),
    Preset(
        "two",
        "the game for two players: the Great Tunnel's reverse, opening hexes, a final turn after the Rest",
        {},
        (2, 2),
        ("TWO-01", "TWO-02", "TWO-03", "TWO-04", "TWO-05", "TWO-06"),
    ),
    Preset(
        "five",
        "the game for five players: all starting hexes, neighbours alone react, three Rests end the phase",
        {},
        (5, 5),
        ("FIV-01", "FIV-02", "FIV-03"),
    ),
    Preset(
        "primitive",
        "Primitive Species: mats are dealt at random, and each player chooses its mat's species or the "
        "Common Meadow Ant",
        {"species": "choose"},
        EVERYBODY,
        ("PRI-01", "PRI-14"),
    ),
    Preset(
        "solo",
        "Rise of the Centipedes for one player, who plays against the Centipede Horde",
        TOGETHER,
        (1, 1),
        ("HOR-01", "HOR-07", "HOR-09", "HOR-11", "HOR-12"),
    ),
    Preset(
        "coop",
        "Rise of the Centipedes for players who win or lose together against the Centipede Horde",
        TOGETHER,
        (2, 4),
        ("HOR-01", "HOR-07", "HOR-09", "HOR-11", "HOR-14"),
    ),
)
PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}


# players ----------------------------------------------------------------------
def players_for(preset: str, values: Mapping[str, int]) -> tuple[int, int]:
    """The smallest and largest number of players of a combination under the rules in force."""
    low, high = range_of(combined(PRESETS, preset))
    least, most = AGAINST_THE_HORDE if values["horde"] else COMPETING
    return max(low, least), min(high, most)


def check_players(preset: str, values: Mapping[str, int]) -> None:
    """Raise RulesError if the rules in force allow a combination no number of players."""
    low, high = players_for(preset, values)
    if low > high:
        presets = players_of(*range_of(combined(PRESETS, preset)))
        others = (
            "horde = true is for one to four" if values["horde"] else "without the Horde it takes two or more"
        )
        raise RulesError(
            f"preset {preset}: there is no number of players for it: it is for {presets}, {others}."
        )


def refusal(preset: str, values: Mapping[str, int], players: int) -> str:
    """The reason why this many players cannot play, with the remedy. '' if they can."""
    low, high = players_for(preset, values)
    if low <= players <= high:
        return ""
    if players == 1 and range_of(combined(PRESETS, preset))[0] == 1:
        name = "+".join([*(part for part in preset.split("+") if part != "standard"), "solo"])
        return f"one player needs the Centipede Horde to play against; take preset {name}."
    added = values["horde"] and not any(part.rules.get("horde") for part in combined(PRESETS, preset))
    horde = " with horde = true" if added else ""
    return f"preset {preset}{horde} is for {players_of(low, high)}, not {players}."


# what the rulebook does not recommend ----------------------------------------
def warnings(values: Mapping[str, int], players: Sequence[int]) -> tuple[str, ...]:
    """The rulebook's advice against these rules for these numbers of players."""
    if not species_in_play(values):
        return ()
    least, most = RECOMMENDED_SPECIES
    odd = [NUMBERS[count] for count in sorted(set(players)) if not least <= count <= most]
    found = []
    if odd:
        whom = f"{' or '.join(odd)} player{'s' if odd != ['one'] else ''}"
        found.append(f"the rulebook does not recommend Primitive Species for {whom} (PRI-14)")
    if values["horde"]:
        found.append("the rulebook does not speak of Primitive Species against the Centipede Horde")
    return tuple(found)


def species_in_play(values: Mapping[str, int]) -> bool:
    """Whether any player may have a Primitive Species."""
    forced = [value for name, value in values.items() if name.startswith(SPECIES_SEAT)]
    return values["species"] > 0 or any(value > 1 for value in forced)
