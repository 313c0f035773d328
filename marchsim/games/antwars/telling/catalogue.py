"""Species, animals, boards and layouts as rows and tables, with the source of each number marked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marchsim.errors import ConfigError, nearest
from marchsim.games.antwars.components.data import TRAITS, Animal, Species
from marchsim.games.antwars.rules.parameters import BOOK
from marchsim.games.antwars.rules.variant import PRESETS, AntWarsVariant
from marchsim.games.antwars.words import PIECES
from marchsim.kernel.showing import LEGEND, MARKS, Page, Sheet, share
from marchsim.tabletop.naming import letters
from marchsim.tabletop.telling import rules as sheets

KINDS = ("species", "animals", "boards")
LETTERS = dict(zip(PIECES, "PSDLM", strict=True))
SPECIES_COLUMNS = {
    "Species": "left", "Queens": "left", "Life": "left", "Starts with": "wide", "Costs": "wide",
    "Eats": "left", "Traits": "wide",
}  # fmt: skip
ANIMAL_COLUMNS = {"Animal": "left", "Dice": "right", "Life": "right", "Protein": "right"}
BOARD_COLUMNS = {"Layout": "left", "Players": "right", "Boards": "wide", "Exits (board: q, r)": "wide"}
FIELDS = {"Field": "left", "Value": "wide", "From": "left"}
COSTS = ("major_cost", "pupae_minor_cost", "pupa_major_cost")
READ = (
    "Queens x life; life of Minor / Major; pieces for Minors / Major / Pupae Minor tile / Pupa Major tile.\n"
    "P protein, S sugar, D seed, L leaf, M mushroom."
)


def rows(variant: AntWarsVariant, kind: str, name: str) -> list[dict[str, Any]]:
    """The components of a kind as plain data, or only the one called `name`.

    Raises ConfigError if there is no such component.
    """
    parts = variant.components
    if kind == "boards":
        found = variant.resolved()
        tables = [{"id": key, "kind": "board", **one} for key, one in found["boards"].items()]
        for layout, by_players in found["layouts"].items():
            tables += [{"id": f"{layout}-{n}", "kind": "layout", **one} for n, one in by_players.items()]
        return _named(tables, kind, name)
    if kind == "species":
        listed = [
            {"id": key, **one.plain(), "provenance": dict(one.provenance)}
            for key, one in parts.species.items()
        ]
        return _named(listed, kind, name)
    animals = [
        {"id": key, "name": one.name, **one.numbers, "provenance": dict(one.provenance)}
        for key, one in parts.animals.items()
    ]
    return _named(animals, kind, name)


def _named(found: list[dict[str, Any]], kind: str, name: str) -> list[dict[str, Any]]:
    wanted = letters(name)
    chosen = [
        row for row in found if not name or wanted in (letters(row["id"]), letters(row.get("name", "")))
    ]
    if not chosen:
        known = [row["id"] for row in found]
        raise ConfigError(f"there is no {name!r} among the {kind}.{nearest(name, known)}")
    return chosen


def page(variant: AntWarsVariant, kind: str, name: str) -> Page:
    """The components of a kind as a page, or all data on the one called `name`."""
    chosen = rows(variant, kind, name)
    if name:
        return [_details(chosen[0])]
    parts = variant.components
    if kind == "species":
        species = list(parts.species.values())
        facts = [fact for one in species for fact in one.facts()]
        table = Sheet(f"Species ({len(species)})", SPECIES_COLUMNS, [_species(one) for one in species])
        traits = [f"{trait}: {meaning}." for trait, meaning in TRAITS.items()]
        return [table, f"{READ}\n{LEGEND}", *traits, share(facts, f"{len(species)} species")]
    if kind == "animals":
        animals = list(parts.animals.values())
        facts = [fact for one in animals for fact in one.facts()]
        table = Sheet("Animals and pupae", ANIMAL_COLUMNS, [_animal(one) for one in animals])
        return [table, LEGEND, share(facts, "animals and pupae")]
    return [
        Sheet("Boards", BOARD_COLUMNS, _layouts(variant)),
        f"Boards turned by sixths, then moved. {LEGEND}",
    ]


def rule_rows(variant: AntWarsVariant, name: str) -> list[dict[str, Any]]:
    """The parameters of the rules that match `name`, as rows."""
    return [sheets.row(variant.rules, known) for known in BOOK.named(name)]


def rule_page(variant: AntWarsVariant, name: str, changes: bool) -> Page:
    """The parameters of the rules that match `name`, as tables."""
    return sheets.page(variant.rules, list(PRESETS.values()), name, changes)


def lines(variant: AntWarsVariant) -> list[str]:
    """Two lines on each species, then the legend, for a player who chooses one."""
    found = []
    for one in variant.components.species.values():
        name, queens, life, start, costs, diet, traits = _species(one)
        found.append(f"  {name}: Queens {queens}; life {life}; starts with {start}")
        found.append(f"      costs {costs}; eats {diet}; {traits}")
    return [*found, *(f"  {line}" for line in f"{READ}\n{LEGEND}".splitlines())]


def _species(one: Species) -> Sequence[str]:

    def mark(field: str, value: object) -> str:
        return f"{value}{MARKS[one.provenance[field]]}"

    n = one.numbers
    counts = ((n["minors"], "Minors"), (n["majors"], "Majors"), (n["pupae_tiles"], "pupae tiles"))
    starts = [f"{count} {name if count > 1 else name[:-1]}" for count, name in counts if count]
    if n["mushroom_leaves"]:
        starts.append(f"{n['mushroom_leaves']} leaves")
    minors = f"{n['minor_cost']}" + (f" for {n['minors_for_it']}" if n["minors_for_it"] > 1 else "")
    return (
        one.name + MARKS[one.provenance["name"]],
        f"{mark('queens', n['queens'])} x {mark('queen_life', n['queen_life'])}",
        " / ".join(mark(f"{kind}_life", n[f"{kind}_life"]) for kind in ("minor", "major")),
        mark("minors", ", ".join(starts)) + f", {mark('stored', one.stored)}",
        " / ".join([mark("minor_cost", minors), *(mark(field, n[field]) for field in COSTS)]),
        mark("diet", " ".join(LETTERS[word] for word in one.diet)),
        mark("traits", ", ".join(one.traits) or "none"),
    )


def _animal(one: Animal) -> Sequence[str]:
    cells = [f"{one.numbers[field]}{MARKS[one.provenance[field]]}" for field in ("dice", "life", "protein")]
    return (one.name, *cells)


def _layouts(variant: AntWarsVariant) -> list[Sequence[str]]:
    found: list[Sequence[str]] = []
    for name, table in variant.components.layouts.items():
        for players, one in sorted(table.items()):
            boards = "; ".join(f"{laid.board} turned {laid.turn} at {laid.at}" for laid in one.boards)
            exits = "; ".join(f"{board}: {q}, {r}" for board, q, r in one.exits)
            mark = MARKS[one.provenance["boards"]]
            found.append((name, str(players), boards + mark, exits + MARKS[one.provenance["exits"]]))
    return found


def _details(row: dict[str, Any]) -> Sheet:
    """All data on one component."""
    source = row["provenance"]
    values = [(key, value) for key, value in row.items() if key in source]
    return Sheet(
        str(row.get("name", row["id"])), FIELDS, [(key, _word(value), source[key]) for key, value in values]
    )


def _word(value: object) -> str:
    """A value as text."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
