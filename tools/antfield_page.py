"""Play the field of Ant Wars and write reports/field-antwars.md: who wins, how games end, which species win.

`python -m tools.antfield_page` plays configs/antwars.toml with more blocks into runs/field-antwars (games of
the same run that are there are kept) and writes the page and its figures. A number sets the number of blocks,
with hardly any search: `python -m tools.antfield_page 30` prints the page and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from marchsim.analysis.reading.estimates import Estimate, array, share_of
from marchsim.analysis.reading.panels import panels
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.tournament import PanelResult
from marchsim.errors import MarchsimError
from marchsim.recorder import RunFolder
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Document, Section, Table, Text, Value
from marchsim.reporting.pages.format import percent
from marchsim.reporting.pages.saving import markdown
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.studies.responding.field import RoundAnswer, Sought
from marchsim.studies.responding.responding import best_response, populations
from tools import antclaims, antgames
from tools.antgames import FLOOR, PLANS, PLAYERS
from tools.claims import claims as claimed
from tools.claims import failed
from tools.field_claims import (
    FAIL,
    HEURISTIC,
    PASS,
    Claim,
    better,
    dominance_claim,
    exploited_claim,
    floor_claim,
    profile_claim,
    worst,
)
from tools.field_page import ROOT, answers, claims_of, field_of, runs_of, write
from tools.field_runs import Found, Played, play_one, row, strongest

PAGE = ROOT / "reports/field-antwars.md"
FOLDER = ROOT / "runs" / "field-antwars"
BLOCKS, FLOOR_BLOCKS, HASTY_BLOCKS, LONE_BLOCKS = 400, 20, 60, 20
HELD_GAMES = 400  # by which each plan's own claims are measured
DECIDED, WAITING = 0.5, 0.5  # at least this share of games decided; at most this share of a share by waiting
HASTY = {"rally": 10, "strike": 1.1, "home": 5, "moment": 0, "wait": 0}  # as the trial's heuristics marched
STAYING = {**HASTY, "flee": 0}  # and their Queens stayed
NEVER = {"wait": 100}  # marches on nobody
LONE = "harvester"  # the plan that is tried alone among others
BUDGET = 2_000  # games of each search for an answer
ENDS = ("last_queen", "no_queen", "rounds")
# The trial that set the assumed numbers, by players: ended by the last Queen, by no Queen, at the cap (%);
# rounds: median, 10 %, 90 %. 400 games each, with four heuristics of its own.
TRIAL = {
    2: (84, 9, 8, 14, 9, 24),
    3: (86, 3, 12, 18, 13, 30),
    4: (83, 6, 11, 19, 13, 30),
    5: (82, 6, 12, 22, 16, 30),
    6: (84, 6, 10, 21, 16, 30),
}
ANSWERED = (
    f"The plan that does best as it is was tuned for {BUDGET:,} games against all six, chosen and confirmed "
    "on deals that the search had not seen: “marchsim best-response antwars --players 4 --search none "
    f"--plans 1 --games {BUDGET}”. It is a lower bound of what somebody wins who knows the field."
)
MADE = (
    "The field is configs/antwars.toml with more blocks: preset dealt, seven plans, line-ups drawn at "
    "random, each turned through all seats; every interval is by deal.",
    "Each plan is an idea (the first call of “weigh” in its file) with other weights set by hand, after a "
    "search on wins against the others (“python -m tools.antplans --players 4 --scale 0.25”).",
)


@dataclass(frozen=True)
class Ending:
    """How games of one number of players ended, as shares, and the rounds by which 10, 50 and 90 % ended."""

    games: int
    shares: Mapping[str, Estimate]
    rounds: tuple[int, int, int]


@dataclass(frozen=True)
class Field:
    """The data of the page: results, and the runs of the field and of the same plans in a hurry.

    In `staying`, Queens do not flee. In the field, the plan `waits` marches on nobody, and `hurries` is in a
    hurry.
    """

    found: Found
    run: RunFolder
    hasty: RunFolder
    staying: RunFolder
    waits: Mapping[int, PanelResult]
    hurries: Mapping[int, PanelResult]


def play(folder: Path, workers: int | None, blocks: int | None) -> Field:
    """Play everything into a folder, with `blocks` blocks (None: the page's own), and reduce it."""
    runs: list[Played] = []
    fields, profiles = play_one("antwars", folder, workers, blocks or BLOCKS, runs)
    for name, weights in (("hasty", HASTY), ("staying", STAYING)):
        play_one(in_a_hurry(name, weights), folder, workers, blocks or HASTY_BLOCKS, runs)
    waits, _ = play_one(alone("waits", NEVER, {}), folder, workers, blocks or LONE_BLOCKS, runs)
    hurries, _ = play_one(alone("hurries", HASTY, {}), folder, workers, blocks or LONE_BLOCKS, runs)
    floor, _ = play_one(at_random(), folder, workers, blocks or FLOOR_BLOCKS, runs)
    found = {k: answered(folder, k, workers, blocks) for k in PLAYERS}
    best = strongest(fields, PLANS)
    told = Found(PLANS, best, fields, profiles, floor, runs=runs, answers=found)
    field, hasty, staying = (RunFolder(folder / f"antwars{of}") for of in ("", "-hasty", "-staying"))
    return Field(told, field, hasty, staying, waits, hurries)


def in_a_hurry(name: str, weights: Mapping[str, float]) -> Configuration:
    """The configuration with the same plans, which march with the weights of the trial."""
    data = {
        "name": f"antwars-{name}", "game": "antwars", "preset": "dealt", "seed": 1,
        "design": {"kind": "random", "players": list(PLAYERS), "blocks": HASTY_BLOCKS},
        "strategies": [{"use": plan, "weights": weights} for plan in PLANS],
    }  # fmt: skip
    return configs.parse(data, "make field-antwars")


def alone(name: str, own: Mapping[str, float], others: Mapping[str, float]) -> Configuration:
    """The configuration of one plan with weights `own` among all plans with weights `others`."""
    data = {
        "name": f"antwars-{name}", "game": "antwars", "preset": "dealt", "seed": 2,
        "design": {"kind": "gauntlet", "players": list(PLAYERS), "blocks": LONE_BLOCKS, "focal": [name]},
        "strategies": [
            {"use": LONE, "name": name, "weights": own},
            *({"use": plan, "weights": others} for plan in PLANS),
        ],
    }  # fmt: skip
    return configs.parse(data, "make field-antwars")


def at_random() -> Configuration:
    """The configuration for each plan's games at tables of random players."""
    data = {
        "name": "antwars-random", "game": "antwars", "preset": "dealt", "seed": 4,
        "design": {
            "kind": "gauntlet", "players": list(PLAYERS), "blocks": FLOOR_BLOCKS,
            "focal": list(PLANS), "opponents": "copies",
        },
        "strategies": [{"use": name} for name in (*PLANS, FLOOR)],
    }  # fmt: skip
    return configs.parse(data, "make field-antwars")


def answered(folder: Path, players: int, workers: int | None, blocks: int | None) -> RoundAnswer:
    """The answer to the field by a tuned plan. If `blocks` is given, the search has hardly any games."""
    little = (
        {"budget": BUDGET} if blocks is None else {"budget": 500, "choose": 2, "confirm": 30, "meta": 200}
    )
    sought = Sought(against=PLANS, players=players, plans=1, search=(), **little)
    print(f"an answer with {players} players ...", flush=True)
    out = folder / f"answer-{players}.toml"
    return best_response(populations("antwars", sought), sought, out, workers=workers)[0].answers[0]


# what is special about the game -------------------------------------------------
def endings(run: RunFolder) -> dict[int, Ending]:
    """The ending of games, by number of players."""
    found = {}
    for panel in panels(run):
        kept = panel.valid
        shares = {}
        for end in ENDS:
            per_deal = (
                kept.group_by("deal")
                .agg(holds=(pl.col("decided_by") == end).sum(), entries=pl.len())
                .sort("deal")
            )
            shares[end] = share_of(array(per_deal, "holds"), array(per_deal, "entries"))
        low, middle, high = (int(kept["rounds"].quantile(q, "nearest") or 0) for q in (0.1, 0.5, 0.9))
        found[panel.players] = Ending(kept.height, shares, (low, middle, high))
    return found


def species(run: RunFolder) -> dict[int, dict[str, Estimate]]:
    """Each species' share of wins per seat that leads it, by number of players."""
    led = run.scan("seats").select("game", "seat", pl.col("species").cast(pl.String)).collect()
    found: dict[int, dict[str, Estimate]] = {}
    for panel in panels(run):
        deals = panel.valid.select("game", "deal")
        entries = panel.entries.join(led, on=("game", "seat")).join(deals, on="game")
        sums = entries.group_by("species", "deal").agg(pl.col("credit").sum() / CREDIT, n=pl.len())
        found[panel.players] = {
            str(name): share_of(array(rows, "credit"), array(rows, "n"))
            for (name,), rows in sorted(sums.sort("deal").group_by("species", maintain_order=True))
        }
    return found


# the page -----------------------------------------------------------------------
def document(made: Field) -> Document:
    """The page as plain data."""
    found = made.found
    told = claims(made)
    return Document(
        title="The field of Ant Wars",
        about={},
        summary=[f"{words.capital(one.verdict)}: {one.claim}." for one in told],
        notices=[Text(
            "Made by “make field-antwars”, and the same bytes whenever it is made of the same sources. "
            "Nearly all numbers of the game's components are assumed (“marchsim components --game antwars”): "
            "what is said of species, seats and lengths is said of those numbers, as these plans play them."
        )],
        sections=[
            claims_of(told),
            _standing(found),
            _endings(made),
            _waiting(made),
            _seats(found),
            _species(made.run),
            answers(found, ANSWERED),
            *(section for k in found.fields for section in field_of(found, k, "field-antwars")),
            runs_of(found.runs, MADE),
        ],
    )  # fmt: skip


def claims(made: Field) -> list[Claim]:
    """All claims, in the order of the page."""
    found = made.found
    return [
        decided_claim(made),
        waiting_claim(made),
        plays_claim(),
        floor_claim(found, found.names, HEURISTIC),
        dominance_claim(found),
        exploited_claim(found),
        profile_claim(found),
    ]


def decided_claim(made: Field) -> Claim:
    """The claim that enough games with three or more players are decided by Queens."""
    shares = {k: one.shares["rounds"] for k, one in endings(made.run).items() if k > 2}
    decided = [Estimate(1 - (a.value or 0), 1 - (a.high or 0), 1 - (a.low or 0)) for a in shares.values()]
    verdicts = [better(one, DECIDED) for one in decided]
    parts = [f"{percent(1 - (a.value or 0.0))} with {k} players" for k, a in shares.items()]
    return Claim(
        f"at least {100 * DECIDED:.0f} % of games with three to six players are decided before the cap",
        worst(verdicts), f"Decided are {words.listed(parts)}.",
    )  # fmt: skip


def waiting_claim(made: Field) -> Claim:
    """The claim that a plan that marches on nobody wins little."""
    shares = {k: k * (row(result, "waits").share.value or 0.0) for k, result in made.waits.items() if k > 2}
    parts = [f"{share:.2f} with {k} players" for k, share in shares.items()]
    return Claim(
        f"who marches on nobody wins at most {WAITING} times an equal share of the games that are won",
        PASS if max(shares.values()) <= WAITING else FAIL, f"It wins {words.listed(parts)}.",
    )  # fmt: skip


def plays_claim() -> Claim:
    """The claim that each plan plays as its file says."""
    found = antclaims.measured(range(HELD_GAMES))
    made = claimed("antwars", antgames.PLANS)
    wrong = failed(found, made)
    number = sum(map(len, made.values()))
    told = f"{number - len(wrong)} of {number} claims hold in {HELD_GAMES} games of four."
    if wrong:
        told += f" These do not: {words.listed(wrong)}."
    return Claim("each plan plays as its file claims", FAIL if wrong else PASS, told)


def _standing(found: Found) -> Section:
    """A section with each plan's wins for every number of players, as multiples of an equal share."""
    columns = [Column("strategy", "Plan")]
    rows: dict[str, dict[str, Value]] = {name: {"strategy": name} for name in found.names}
    for k, result in found.fields.items():
        columns.append(Column(f"k{k}", f"{k} players", "number"))
        for name, cells in rows.items():
            cells[f"k{k}"] = k * (row(result, name).share.value or 0.0)
    ordered = sorted(rows.values(), key=lambda cells: -sum(float(cells[f"k{k}"] or 0) for k in found.fields))
    note = "Times the share of wins of equals: 1 is as many as its seats. Intervals stand below."
    table = Table("standing", "Share of wins by number of players", tuple(columns), ordered, note)
    return Section("standing", "Plans by number of players", 2, [table])


def _endings(made: Field) -> Section:
    """A section on how games end, beside the trial that set the assumed numbers."""
    columns = (
        Column("who", "Who"), Column("players", "Players", "count"), Column("games", "Games", "count"),
        Column("last_queen", "Last Queen", "percent"), Column("interval", "95 % interval", "percents"),
        Column("no_queen", "No Queen", "percent"), Column("rounds", "At the cap", "percent"),
        Column("length", "Rounds: median (10 %, 90 %)"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for who, run in (
        ("the field", made.run), ("in a hurry", made.hasty), ("in a hurry, Queens stay", made.staying),
    ):  # fmt: skip
        for k, one in endings(run).items():
            low, middle, high = one.rounds
            rows.append({
                "who": who, "players": k, "games": one.games, "length": f"{middle} ({low}, {high})",
                "interval": words.interval(one.shares["last_queen"]),
                **{end: share.value for end, share in one.shares.items()},
            })  # fmt: skip
    for k, (last, none, cap, middle, low, high) in TRIAL.items():
        rows.append({
            "who": "trial", "players": k, "games": 400, "last_queen": last / 100, "no_queen": none / 100,
            "rounds": cap / 100, "length": f"{middle} ({low}, {high})",
        })  # fmt: skip
    told = (
        "The assumed numbers were set by a trial with four simple heuristics of its own, whose Queens never "
        "moved. “In a hurry” are the seven plans with small armies that strike at once, and once more with "
        "Queens that stay in a nest that falls."
    )
    table = Table("endings", "Endings", columns, rows)
    return Section("endings", "How games end, beside the trial", 2, [Text(told), table])


def _waiting(made: Field) -> Section:
    """A section on waiting where others march, and on marching where others wait."""
    columns = (
        Column("players", "Players", "count"), Column("waits", "Waits among the field", "number"),
        Column("waits_within", "95 % interval"), Column("hurries", "In a hurry among the field", "number"),
        Column("hurries_within", "95 % interval"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for k in PLAYERS:
        cells: dict[str, Value] = {"players": k}
        for name, results in (("waits", made.waits), ("hurries", made.hurries)):
            share = row(results[k], name).share
            cells[name] = k * (share.value or 0.0)
            cells[f"{name}_within"] = f"{k * (share.low or 0.0):.2f} to {k * (share.high or 0.0):.2f}"
        rows.append(cells)
    told = (
        f"“{LONE}” sits among the field, once with weights with which it marches on nobody (“waits”), and "
        "once in a hurry. Nobody wins at the cap, so a plan that waits wins only where the others kill each "
        "other."
    )
    note = "Times the share of wins of equals: 1 is as many as its seats."
    table = Table("waiting", "What waiting wins", columns, rows, note)
    return Section("waiting", "What waiting wins", 2, [Text(told), table])


def _seats(found: Found) -> Section:
    """A section with the wins of each seat."""
    columns = [Column("seat", "Seat", "count")]
    rows: list[dict[str, Value]] = [{"seat": seat + 1} for seat in range(max(found.fields))]
    widest = 0.0
    for k, result in found.fields.items():
        columns.append(Column(f"k{k}", f"{k} players", "number"))
        for one in result.seats:
            rows[one.seat][f"k{k}"] = k * (one.share.value or 0.0)
            if one.share.low is not None and one.share.high is not None:
                widest = max(widest, k * (one.share.high - one.share.low) / 2)
    note = f"Times the share of wins of equals; no 95 % interval is wider than ± {widest:.2f}."
    table = Table("seats", "Wins by seat", tuple(columns), rows, note)
    return Section("seats", "Seats", 2, [table])


def _species(run: RunFolder) -> Section:
    """A section with the wins of each species."""
    found = species(run)
    columns = [Column("species", "Species")]
    rows: dict[str, dict[str, Value]] = {}
    widest = 0.0
    for k, shares in found.items():
        columns.append(Column(f"k{k}", f"{k} players", "number"))
        for name, share in shares.items():
            rows.setdefault(name, {"species": name})[f"k{k}"] = k * (share.value or 0.0)
            if share.low is not None and share.high is not None:
                widest = max(widest, k * (share.high - share.low) / 2)
    note = (
        "Wins by seats that lead the species, 1 is as many as its share of seats; no 95 % interval is wider "
        f"than ± {widest:.2f}. In the trial they lay between 0.73 and 1.24."
    )
    table = Table("species", "Wins by species", tuple(columns), list(rows.values()), note)
    return Section("species", "Species", 2, [table])


def made(folder: Path, workers: int | None, blocks: int | None) -> Document:
    """Play everything into a folder and return the page."""
    return document(play(folder, workers, blocks))


def page_of(
    program: str, make: Callable[[Path, int | None, int | None], Document], keep: Callable[[Document], None],
    arguments: Sequence[str],
) -> int:  # fmt: skip
    """Write a page about Ant Wars, or print a smaller one. The exit code is 1 if a gate is missed."""
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("blocks", nargs="?", type=int)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args(arguments)
    try:
        if asked.blocks:
            with tempfile.TemporaryDirectory() as folder:
                page = make(Path(folder), asked.workers, asked.blocks)
                print(markdown(page))
        else:
            page = make(FOLDER, asked.workers, None)
            keep(page)
    except MarchsimError as error:
        print(f"{error}\nIf {FOLDER} is of another version, remove it and play again.", file=sys.stderr)
        return error.exit_code
    missed = gates_missed(page)
    print("".join(f"{line}\n" for line in missed), end="", file=sys.stderr)
    return 1 if missed else 0


def gates_missed(page: Document) -> list[str]:
    """The claims that failed, beyond doubt or not, in the words of the page's summary."""
    return [line for line in page.summary if line.startswith(words.capital(FAIL))]


if __name__ == "__main__":
    sys.exit(page_of("tools.antfield_page", made, lambda page: write(page, PAGE), sys.argv[1:]))
