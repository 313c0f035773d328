"""Plays the studies of Ant Wars and writes reports/antwars/README.md: what a designer learns from them.

`python -m tools.antstudies` plays configs/antwars.toml (as reports/field-antwars.md does), the species
study and the six studies of rules into runs/field-antwars; what lies there of the same runs is kept. With a
number, that many blocks and deals: `python -m tools.antstudies 30` prints the page and writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from marchsim.analysis.field.kinds import Kinds, Worth, kinds, measured
from marchsim.analysis.reading.estimates import Estimate, array, share_of
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.recorder import RunFolder
from marchsim.reporting.pages.document import Column, Document, Section, Table, Text, Value
from marchsim.reporting.pages.rendering import markdown
from marchsim.runner import run
from marchsim.studies.exchanged import exchange_study
from tools.antfield_page import BLOCKS, page_of

WITHDRAWN = (
    "Withdrawn: who wins here, by species, plan and seat, is no finding about Ant Wars. A ruling of this "
    "program, which the rulebook does not have, gave the game at a cap of 30 rounds to the strongest "
    "colony, and with 3 to 6 players nearly all games ended so. Now nobody wins at a cap of 60 rounds "
    "(D-411), and these plans leave 99 of 100 games of 3 to 6 players undecided."
)
ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "reports" / "antwars" / "README.md"
DEALS = 400
STUDIES = ("rounds", "famine", "breach", "start", "dice", "pupae")
ABOUT = {
    "rounds": "last round (ATE-04)", "famine": "round from which the weakest starves (ATE-08; 0: never)",
    "breach": "dice that open a closed gate (ATB-08; 0: none do)", "start": "pieces at the start (ATS-05)",
    "dice": "faces of the search dice (ATR-01)", "pupae": "pupae of a Pupae Minor tile (ATH-01)",
}  # fmt: skip
ENDS = ("last_queen", "no_queen", "rounds", "famine")
HUNDRED = 100.0
NONE = "\N{EN DASH}"
EDGE = 8.0  # wins that matter, as in every verdict


@dataclass(frozen=True)
class Games:
    """The games of one ruleset with one number of players: endings, rounds, and wins by what."""

    variant: str
    players: int
    games: int
    ends: Mapping[str, float]
    rounds: tuple[int, int, int]
    mean: float
    seats: Sequence[Estimate]
    plans: Mapping[str, Estimate]
    species: Sequence[Worth]


@dataclass(frozen=True)
class Learned:
    """What the page is made of."""

    field: Sequence[Games]
    exchanged: Sequence[Kinds]
    studies: Mapping[str, Sequence[Games]]
    played: int


def play(folder: Path, workers: int | None, blocks: int | None) -> Learned:
    """Play everything into a folder, with so many blocks and deals if not the page's own, and reduce it."""
    field = run("antwars", folder / "antwars", workers=workers, blocks=blocks or BLOCKS).folder
    found = exchange_study("antwars", folder / "species", deals=blocks or DEALS, workers=workers)
    exchanged = [
        measured(part, found.column, int(str(key[0])))
        for key, part in sorted(found.rows.partition_by("players", as_dict=True).items())
    ]
    studies = {}
    for name in STUDIES:
        print(f"study-antwars-{name} ...", file=sys.stderr, flush=True)
        made = run(f"study-antwars-{name}", folder / name, workers=workers, blocks=blocks).folder
        studies[name] = told(made)
    own = told(field)
    played = found.games + sum(one.games for part in (own, *studies.values()) for one in part)
    return Learned(own, exchanged, studies, played)


def told(folder: RunFolder) -> list[Games]:
    """Return the games of a run, by ruleset and number of players."""
    return [_games(folder, panel) for panel in panels(folder)]


def _games(folder: RunFolder, panel: Panel) -> Games:
    kept = panel.kept
    low, middle, high = (int(kept["rounds"].quantile(q, "nearest") or 0) for q in (0.1, 0.5, 0.9))
    entries = panel.entries.join(kept.select("game", "deal"), on="game")
    own = kinds(folder, panel)
    return Games(
        panel.variant, panel.players, kept.height,
        {end: float((kept["decided_by"] == end).sum()) / kept.height for end in ENDS}, (low, middle, high),
        float(kept["rounds"].sum()) / kept.height,
        [_wins(entries.filter(pl.col("seat") == seat), panel.players) for seat in range(panel.players)],
        {
            name: _wins(entries.filter(pl.col("strategy").cast(pl.String) == name), panel.players)
            for name in panel.strategies
        },
        own.worths if own else [],
    )  # fmt: skip


def _wins(entries: pl.DataFrame, players: int) -> Estimate:
    """Return the wins of some entries where 100 are fair."""
    sums = entries.group_by("deal").agg(pl.col("credit").sum() / CREDIT, n=pl.len()).sort("deal")
    share = share_of(array(sums, "credit"), array(sums, "n"))
    ends = (None if end is None else HUNDRED * players * end for end in (share.value, share.low, share.high))
    value, low, high = ends
    return Estimate(value, low, high, entries=share.entries, deals=share.deals)


# the page -----------------------------------------------------------------------
def document(made: Learned) -> Document:
    """Return the page as plain data."""
    return Document(
        title="Ant Wars: what its studies say",
        about={},
        summary=summary(made),
        notices=[Text(WITHDRAWN), Text(
            f"{made.played:,} games, made by “make antwars-studies”; the same bytes whenever it is made of "
            "the same sources. Nearly all numbers of components are assumed, and the players are six "
            "scripted "
            "plans (reports/field-antwars.md): an owner's overlay or other players may change any of it."
        )],
        sections=[
            Section("learned", "What a designer learns", 2, [Text(text) for text in lessons(made)]),
            Section("species", "Species", 2, [_species(made.exchanged)]),
            Section("seats", "Seats", 2, [_seats(made.field)]),
            Section("ends", "How games end", 2, [_ends(made.field)]),
            *(_study(name, games) for name, games in made.studies.items()),
        ],
        games=made.played,
    )  # fmt: skip


def summary(made: Learned) -> list[str]:
    """Return what was asked, in a line each."""
    every = [one for k in made.exchanged for one in k.worths]
    strong, weak = ({one.kind for one in every if off(one.wins)} for off in (above, below))
    seats = [one for k in made.field for one in k.seats]
    count = sum(above(one) or below(one) for one in seats)
    mean = {one.players: one.mean for one in made.field}
    return [
        f"Too strong, with some number of players, {_are(strong)}; too weak {_are(weak)}.",
        f"Seats that are off by more than {EDGE:.0f} wins: {count} of {len(seats)}.",
        f"Rounds of a game: {', '.join(f'{length:.1f} with {k}' for k, length in mean.items())} players.",
    ]


def lessons(made: Learned) -> tuple[str, str]:
    """Return the two paragraphs: species and seats, and what shortens the game."""
    every = [(one, k.players) for k in made.exchanged for one in k.worths]
    most, most_at = max(every, key=lambda pair: pair[0].wins.value or 0.0)
    least, least_at = min(every, key=lambda pair: pair[0].wins.value or HUNDRED)
    strong = {one.kind for one, _ in every if above(one.wins)}
    weak = {one.kind for one, _ in every if below(one.wins)}
    seats = [(one, seat + 1, k.players) for k in made.field for seat, one in enumerate(k.seats)]
    off = sum(above(one) or below(one) for one, _, _ in seats)
    far, seat, players = max(seats, key=lambda found: abs((found[0].value or HUNDRED) - HUNDRED))
    first = (
        f"On the same deals with species exchanged, {most.kind} wins most ({most.wins.value:.0f} where 100 "
        f"are "
        f"fair, with {most_at} players) and {least.kind} least ({least.wins.value:.0f}, with {least_at}). "
        f"More "
        f"than {EDGE:.0f} wins above 100 with the whole interval, with some number of players, "
        f"{_are(strong)}; so "
        f"far below {_are(weak)}. So species do differ with these numbers, and the life and the prices of "
        f"ants "
        "are what to turn first: at the cap the strongest colony wins by life, where half the life of Tiny "
        "ants "
        "counts against them (strength = dice counts them in full). "
        f"Seats {'do too' if off else 'hardly do'}: of {len(seats)} seats with 2 to 6 players {off} lie "
        f"more than {EDGE:.0f} wins from 100 with the whole interval; "
        f"the farthest is seat {seat} of {players} with {_told(far)}."
    )
    return first, _shorter(made)


def above(one: Estimate) -> bool:
    """Return whether wins lie clearly above 100, by more than the edge that matters."""
    return one.low is not None and one.low > HUNDRED + EDGE


def below(one: Estimate) -> bool:
    """Return whether wins lie clearly below 100, by more than the edge that matters."""
    return one.high is not None and one.high < HUNDRED - EDGE


def _shorter(made: Learned) -> str:
    base = next(one for one in made.field if one.players == 4)
    cap = min(made.studies["rounds"], key=lambda one: one.mean)
    hunger = min(made.studies["famine"], key=lambda one: one.mean)
    starved = min(hunger.species, key=lambda one: one.wins.value or 0.0)
    rest = [name for name in made.studies if name not in ("rounds", "famine")]
    still = ", ".join(
        f"{name} {min(one.mean for one in made.studies[name]):.1f} to "
        f"{max(one.mean for one in made.studies[name]):.1f}"
        for name in rest
    )
    best, plan, rules = max(
        (wins.value or 0.0, plan, one.variant)
        for name in rest
        for one in made.studies[name]
        for plan, wins in one.plans.items()
    )
    return (
        f"With 4 players a game takes {base.mean:.1f} rounds of 30, and "
        f"{HUNDRED * base.ends['rounds']:.0f} % of "
        "games end at the cap: who attacks loses ants while all others gain, so plans that want to win wait "
        "(reports/field-antwars.md has the figures), and the cap is the length of the game. What shortens it "
        "is to "
        f"say so: an earlier cap ({cap.variant}: {cap.mean:.1f} rounds, of which "
        f"{HUNDRED * cap.ends['last_queen']:.0f} "
        f"% end by a last Queen) or a famine ({hunger.variant}: {hunger.mean:.1f} rounds, and "
        f"{HUNDRED * (1 - hunger.ends['rounds']):.0f} % end by a Queen's fall). A famine takes the same "
        f"life from "
        f"every Queen: {starved.kind} wins {starved.wins.value:.0f} there, so famine_life is to be looked "
        f"at with it. "
        f"The other studies hardly move the mean ({still} rounds), but they move who wins: {plan} reaches "
        f"{best:.0f} with {rules}."
    )


def _are(names: set[str]) -> str:
    listed = sorted(names)
    return f"are {', '.join(listed)}" if len(listed) > 1 else f"is {listed[0]}" if listed else "is none"


def _told(one: Estimate) -> str:
    if one.value is None or one.low is None or one.high is None:
        return NONE
    return f"{one.value:.0f} ({one.low:.0f} to {one.high:.0f})"


def _species(found: Sequence[Kinds]) -> Table:
    rows: dict[str, dict[str, Value]] = {}
    for k in found:
        for one in k.worths:
            rows.setdefault(one.kind, {"species": one.kind})[f"k{k.players}"] = _told(one.wins)
    columns = (Column("species", "Species"), *_players(one.players for one in found))
    note = (
        "Wins where 100 are fair with 95 % intervals, each by itself; each species sits once in every seat "
        "of "
        f"its deal, {found[0].deals} deals for each number of players."
    )
    return Table("species", "Wins by species", columns, list(rows.values()), note)


def _players(counts: object) -> list[Column]:
    return [Column(f"k{k}", f"{k} players") for k in counts]  # type: ignore[attr-defined]


def _seats(field: Sequence[Games]) -> Table:
    rows: list[dict[str, Value]] = [{"seat": seat + 1} for seat in range(max(one.players for one in field))]
    for one in field:
        for seat, wins in enumerate(one.seats):
            rows[seat][f"k{one.players}"] = _told(wins)
    columns = (Column("seat", "Seat", "count"), *_players(one.players for one in field))
    return Table("seats", "Wins by seat", columns, rows, "Wins where 100 are fair, with 95 % intervals.")


END_COLUMNS = (
    Column("games", "Games", "count"), Column("last_queen", "Last Queen", "percent"),
    Column("no_queen", "No Queen", "percent"), Column("famine", "Famine", "percent"),
    Column("rounds", "At the cap", "percent"), Column("mean", "Rounds", "number"),
    Column("length", "Median (10 %, 90 %)"),
)  # fmt: skip


def _end(one: Games) -> dict[str, Value]:
    low, middle, high = one.rounds
    return {"games": one.games, **one.ends, "mean": one.mean, "length": f"{middle} ({low}, {high})"}


def _ends(field: Sequence[Games]) -> Table:
    columns = (Column("players", "Players", "count"), *END_COLUMNS)
    return Table("ends", "Endings", columns, [{"players": one.players, **_end(one)} for one in field])


def _study(name: str, games: Sequence[Games]) -> Section:
    """Return a study of a rule: each ruleset's endings, and who gains by it."""
    columns = (
        Column("rules", "Rules"), *END_COLUMNS, Column("first", "First seat"), Column("best", "Best species"),
        Column("worst", "Worst species"), Column("plan", "Best plan"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for one in games:
        by = sorted(one.species, key=lambda worth: worth.wins.value or 0.0)
        plan = max(one.plans, key=lambda key: one.plans[key].value or 0.0)
        rows.append({
            "rules": one.variant, **_end(one), "first": _told(one.seats[0]),
            "best": f"{by[-1].kind} {_told(by[-1].wins)}", "worst": f"{by[0].kind} {_told(by[0].wins)}",
            "plan": f"{plan} {_told(one.plans[plan])}",
        })  # fmt: skip
    note = "4 players, the same deals for all rulesets; wins where 100 are fair, with 95 % intervals."
    table = Table(name, f"study-antwars-{name}", columns, rows, note)
    return Section(name, f"{name}: {ABOUT[name]}", 2, [table])


def made(folder: Path, workers: int | None, blocks: int | None) -> Document:
    """Play everything into a folder and return the page."""
    return document(play(folder, workers, blocks))


def written(page: Document) -> None:
    """Write the page; it has no figures of its own."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(markdown(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(page_of("tools.antstudies", made, written, sys.argv[1:]))
