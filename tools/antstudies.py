"""Play the studies of Ant Wars and write reports/antwars/README.md, which has their lessons for a designer.

`python -m tools.antstudies` plays configs/antwars.toml (as reports/field-antwars.md does), the species study,
the studies of rules, levels seats and draws the assumed numbers, all into runs/field-antwars. Games of the
same runs that are there are kept. A number sets the numbers of blocks and deals, and leaves out the last two:
`python -m tools.antstudies 30` prints the page and writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from marchsim.analysis.field.kinds import Kinds, Worth, kinds, measured
from marchsim.analysis.reading.estimates import Estimate, array, by_deal, mean_of, share_of
from marchsim.analysis.reading.panels import Panel, panels
from marchsim.analysis.reading.tallies import CREDIT
from marchsim.analysis.variants.blocks import by_block
from marchsim.recorder import RunFolder
from marchsim.recorder.metrics import SPECIES
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Column, Document, Section, Table, Text, Value
from marchsim.reporting.pages.saving import markdown
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.studies.exchange import exchange_study
from marchsim.studies.levelling.level import Levelled, level
from marchsim.studies.levelling.level import prepare as prepare_level
from marchsim.studies.levelling.output import answer
from marchsim.studies.sensitivity.preparation import prepare as prepare_boxes
from marchsim.studies.sensitivity.sensitivity import Sensitivity, sensitivity
from tools.antfield_page import BLOCKS, page_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "reports" / "antwars" / "README.md"
DEALS, LEVEL_DEALS, DRAWS, DRAW_DEALS, PLAYERS = 250, 60, 100, 60, 4
STUDIES = ("rounds", "famine", "breach", "start", "dice", "pupae")
ABOUT = {
    "rounds": "last round (ATE-04)", "famine": "round from which the weakest starves (ATE-08; 0: never)",
    "breach": "dice that open a closed gate (ATB-08; 0: none do)", "start": "pieces at the start (ATS-05)",
    "dice": "faces of the search dice (ATR-01)", "pupae": "pupae of a Pupae Minor tile (ATH-01)",
}  # fmt: skip
TRAITS = {
    "no-mushrooms": "atta", "no-raid": "eciton", "no-aphids": "lasius", "no-granaries": "messor",
    "no-big-heads": "pheidole", "no-polygyny": "solenopsis", "no-tiny": "solenopsis",
}  # fmt: skip
KINDS = sorted(set(TRAITS.values()))
ORDERS = {"rotates": "another player begins each round", "fixed": "the same player begins every round"}
LEVELLED = ("rotates",)  # orders of play in which seats are levelled: a fixed one takes an hour more
ENDS = ("last_queen", "no_queen", "rounds", "famine")
HUNDRED = 100.0
NONE = "\N{EN DASH}"
EDGE = 8.0  # wins that matter, as in every verdict
FALLEN = (
    "Until version 0.2.0 this page said that lasius wins 203 to 330 with three to six players, solenopsis "
    "0 to 13. That has fallen. A ruling of this program gave the game to the strongest at a cap of 30 "
    "rounds, so all plans waited, and the life of colonies at the cap decided (D-411)."
)


@dataclass(frozen=True)
class Games:
    """The games of one rule set with one number of players: endings, rounds, and wins by kind."""

    variant: str
    players: int
    games: int
    ends: Mapping[str, float]
    rounds: tuple[int, int, int]
    mean: float
    seats: Sequence[Estimate]
    plans: Mapping[str, Estimate]
    species: Sequence[Worth]

    @property
    def decided(self) -> float:
        """The share of games that somebody won."""
        return 1 - self.ends["rounds"]


@dataclass(frozen=True)
class Effect:
    """The effect of a rule change on a species: its wins before and after, and the difference by deal."""

    variant: str
    species: str
    before: Estimate
    after: Estimate
    change: Estimate


@dataclass(frozen=True)
class Learned:
    """The data of the page. `levels` and `boxes` are left out of a small trial."""

    field: Sequence[Games]
    exchanged: Sequence[Kinds]
    order: Sequence[Games]
    literal: Sequence[Games]
    read: Sequence[Effect]
    traits: Sequence[Effect]
    studies: Mapping[str, Sequence[Games]]
    played: int
    levels: Mapping[str, Levelled]
    boxes: Sensitivity | None = None


def play(folder: Path, workers: int | None, blocks: int | None) -> Learned:
    """Play everything into a folder, with `blocks` blocks and deals (None: the page's own), and reduce it."""

    def studied(name: str) -> RunFolder:
        print(f"study-antwars-{name} ...", file=sys.stderr, flush=True)
        return run(f"study-antwars-{name}", folder / name, workers=workers, blocks=blocks).folder

    field = told(run("antwars", folder / "antwars", workers=workers, blocks=blocks or BLOCKS).folder)
    found = exchange_study("antwars", folder / "species", deals=blocks or DEALS, workers=workers)
    exchanged = [
        measured(part, found.work.column, int(str(key[0])))
        for key, part in sorted(found.counted.partition_by("players", as_dict=True).items())
    ]
    order, literal, traits = told(studied("first")), studied("literal"), studied("traits")
    studies = {name: told(studied(name)) for name in STUDIES}
    levels = {} if blocks else {name: levelled(folder, name, workers) for name in LEVELLED}
    boxes = None if blocks else drawn(folder, workers)
    plain = told(literal)
    counted = (field, order, plain, told(traits), *studies.values())
    played = found.games + sum(one.games for part in counted for one in part)
    played += sum(one.played.games for one in levels.values()) + (boxes.played.games if boxes else 0)
    read = [effect(literal, "literal", kind) for kind in KINDS]
    off = [effect(traits, name, kind) for name, kind in TRAITS.items()]
    return Learned(field, exchanged, order, plain, read, off, studies, played, levels, boxes)


def levelled(folder: Path, order: str, workers: int | None) -> Levelled:
    """Level the seats of four players for one order of play."""
    overlays = configs.read_overlays([f"first_player={order}"], "antwars")
    asked = configs.load("antwars").changed(overlays=overlays)
    prepared = prepare_level(asked, players=PLAYERS, blocks=LEVEL_DEALS)
    return level(prepared, folder / f"level-{order}", workers=workers)


def drawn(folder: Path, workers: int | None) -> Sensitivity:
    """Draw the assumed numbers at random, and measure the species' wins with four players."""
    metrics = [SPECIES + kind for kind in KINDS]
    asked = prepare_boxes("antwars", players=PLAYERS, draws=DRAWS, deals=DRAW_DEALS, metrics=metrics)
    return sensitivity(asked, folder / "sensitivity", workers=workers)


def effect(folder: RunFolder, variant: str, kind: str) -> Effect:
    """The effect of a rule set on a species' wins, on the same deals and line-ups."""
    metric = SPECIES + kind
    blocks = by_block(folder, (metric,)).with_columns(pl.col("variant").cast(pl.String))
    other = blocks.filter(pl.col("variant") == variant)
    base = blocks.filter(pl.col("variant") == "base")
    both = base.join(other, on=["players", "deal", "line_up"], suffix=" then").drop_nulls()
    index = HUNDRED * pl.col("players")
    ways = (pl.col(metric), pl.col(f"{metric} then"), pl.col(f"{metric} then") - pl.col(metric))
    before, after, change = (mean_of(*by_deal(both, way * index)) for way in ways)
    return Effect(variant, kind, before, after, change)


def told(folder: RunFolder) -> list[Games]:
    """The games of a run, by rule set and number of players."""
    return [_games(folder, panel) for panel in panels(folder)]


def _games(folder: RunFolder, panel: Panel) -> Games:
    kept = panel.valid
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
    """The wins index of some entries."""
    sums = (
        entries.group_by("deal").agg(pl.col("credit").sum() / CREDIT, n=pl.col("credit").count()).sort("deal")
    )
    share = share_of(array(sums, "credit"), array(sums, "n"))
    ends = (None if end is None else HUNDRED * players * end for end in (share.value, share.low, share.high))
    value, low, high = ends
    return Estimate(value, low, high, entries=share.entries, deals=share.deals)


# the page -----------------------------------------------------------------------
def document(made: Learned) -> Document:
    """The page as plain data."""
    return Document(
        title="Ant Wars: what its studies say",
        about={},
        summary=summary(made),
        notices=[Text(
            f"{made.played:,} games, made by “make antwars-studies”; the same bytes whenever it is made of "
            "the same sources. Nearly all numbers of components are assumed, and the players are seven "
            "scripted plans (reports/field-antwars.md): an owner's overlay or other players may change all. "
            "Nobody wins a game that reaches 60 rounds. Shares are of the games that were won, and 100 "
            "wins are fair."
        )],
        sections=[
            Section("species", "Species", 2, [Text(_strong(made)), _species(made.exchanged)]),
            *_boxes(made.boxes),
            Section("traits", "Each trait off", 2, [
                Text(_off(made.traits)),
                _effects("traits", made.traits),
            ]),
            Section("seats", "Seats, and what rotating does", 2, [Text(_last(made)), _seats(made.order)]),
            *_levels(made.levels),
            Section("literal", "The text to the letter", 2, [
                Text(_letter(made)), _ends("literal", made.literal), _effects("read", made.read),
            ]),
            Section("ends", "How games end", 2, [_ends("field", made.field)]),
            *(_study(name, games) for name, games in made.studies.items()),
            Section("fallen", "Fallen", 2, [Text(FALLEN)]),
        ],
        games=made.played,
    )  # fmt: skip


def summary(made: Learned) -> list[str]:
    """The answers to the questions of the page, one a line."""
    decided = [f"{HUNDRED * one.decided:.0f} % with {one.players}" for one in made.field]
    lines = [f"Games that somebody won: {words.listed(decided)} players.", _strong(made)]
    if made.boxes:
        lines.append(_survive(made.boxes))
    return [*lines, _off(made.traits), _last(made), _shorter(made)]


def _off(traits: Sequence[Effect]) -> str:
    """A sentence on each trait's value to its species, largest first, if it is beyond chance."""
    clear = [one for one in traits if not _holds(one.change, 0.0)]
    ordered = sorted(clear, key=lambda one: -abs(one.change.value or 0.0))
    said = [f"{one.species} {one.change.value:+.0f} ({one.variant})" for one in ordered]
    return (
        f"Wins of a species without its trait, with {PLAYERS} players: {words.listed(said) or 'no change'}."
    )


def above(one: Estimate) -> bool:
    """Whether wins are clearly above 100, by more than the margin."""
    return one.low is not None and one.low > HUNDRED + EDGE


def below(one: Estimate) -> bool:
    """Whether wins are clearly below 100, by more than the margin."""
    return one.high is not None and one.high < HUNDRED - EDGE


def _strong(made: Learned) -> str:
    """A sentence on the species that are too strong or too weak, with the numbers of players."""
    parts = []
    for word, off in (("too strong", above), ("too weak", below)):
        counts: dict[str, list[str]] = {}
        for k in made.exchanged:
            for one in k.worths:
                if off(one.wins):
                    counts.setdefault(one.kind, []).append(f"{k.players} ({one.wins.value:.0f})")
        named = [f"{kind} with {words.listed(many)}" for kind, many in sorted(counts.items())]
        parts.append(f"{word} is {words.listed(named)}" if named else f"{word} is none")
    return (
        f"On the same deals with species exchanged, {parts[0]}, and {parts[1]} players: the whole interval "
        f"lies more than {EDGE:.0f} wins from 100."
    )


def _survive(boxes: Sensitivity) -> str:
    """A sentence on the results that hold if the assumed numbers are drawn at random."""
    said = [
        f"{row.tried.text}: {row.verdict} (true in {HUNDRED * cell.right.share:.0f} %, "
        f"{HUNDRED * PLAYERS * cell.model.mean:.0f} wins on average)"
        for row in boxes.rows
        for cell in list(row.cells.values())[-1:]
    ]
    first = boxes.worth.first[0] if boxes.worth and boxes.worth.first else None
    names = [one.rpartition(".")[2] for one in first.numbers[:3]] if first else []
    look = f" To look up first: {', '.join(names)} of {first.item}." if first else ""
    left = [one.text for one in boxes.left]
    rest = f" Not tried, as they are not clear of chance here: {'; '.join(left)}." if left else ""
    return (
        f"With the {len(boxes.prepared.priors.drawn)} assumed numbers of species and traits drawn anew "
        f"({boxes.draws} plausible component sets, {PLAYERS} players): "
        f"{'; '.join(said) or 'nothing was tried'}."
        f"{rest}{look}"
    )


def _last(made: Learned) -> str:
    """A sentence on the last seat's wins in each order of play."""
    told = {}
    for order in ORDERS:
        here = [one for one in made.order if one.variant.endswith(order)]
        told[order] = words.listed([f"{one.seats[-1].value or 0:.0f} with {one.players}" for one in here])
    return (
        f"The last to act strikes after every Queen has moved: where the same player begins every round the "
        f"last seat wins {told['fixed']} players; where another begins each round it wins {told['rotates']}."
    )


def _letter(made: Learned) -> str:
    """A sentence on the effect of following the text to the letter."""
    ours, letter = (next(one for one in made.literal if one.variant == name) for name in ("base", "literal"))
    moved = [one for one in made.read if one.change.low is not None and not _holds(one.change, 0.0)]
    said = [f"{one.species} by {one.change.value:+.0f}" for one in moved]
    return (
        f"With eight rules read to the letter (preset literal) {HUNDRED * letter.decided:.0f} % of games of "
        f"four are won, in {letter.mean:.1f} rounds; with our rulings {HUNDRED * ours.decided:.0f} %, in "
        f"{ours.mean:.1f}. Species whose wins change, each by itself: {words.listed(said) or 'none'}."
    )


def _holds(one: Estimate, value: float) -> bool:
    return one.low is not None and one.high is not None and one.low <= value <= one.high


def _shorter(made: Learned) -> str:
    """A sentence on the rule set that shortens games most, and on the plan that wins most under any."""
    every = [(name, one) for name, games in made.studies.items() for one in games if name != "rounds"]
    name, short = min(every, key=lambda pair: pair[1].mean)
    base = next(one for one in made.field if one.players == PLAYERS)
    best, plan, rules = max(
        (wins.value or 0.0, plan, one.variant) for _, one in every for plan, wins in one.plans.items()
    )
    return (
        f"A game of four takes {base.mean:.1f} rounds; of the studies of rules {name} shortens it most "
        f"({short.variant}: {short.mean:.1f} rounds, {HUNDRED * short.decided:.0f} % won). The most that a "
        f"plan wins there is {best:.0f} ({plan}, {rules})."
    )


def _told(one: Estimate) -> str:
    if one.value is None or one.low is None or one.high is None:
        return NONE
    return f"{one.value:.0f} ({one.low:.0f} to {one.high:.0f})"


def _signed(one: Estimate) -> str:
    if one.value is None or one.low is None or one.high is None:
        return NONE
    return f"{one.value:+.0f} ({one.low:+.0f} to {one.high:+.0f})"


def _species(found: Sequence[Kinds]) -> Table:
    rows: dict[str, dict[str, Value]] = {}
    for k in found:
        for one in k.worths:
            rows.setdefault(one.kind, {"species": one.kind})[f"k{k.players}"] = _told(one.wins)
    columns = (Column("species", "Species"), *_players([one.players for one in found]))
    note = (
        "Wins with 95 % intervals, each by itself; each species sits once in every seat of its deal, "
        f"{found[0].deals} deals for each number of players."
    )
    return Table("species", "Wins by species", columns, list(rows.values()), note)


def _players(counts: Sequence[int]) -> list[Column]:
    return [Column(f"k{k}", f"{k} players") for k in counts]


def _boxes(found: Sensitivity | None) -> list[Section]:
    """Sections with the species' wins if the assumed numbers are different."""
    if found is None:
        return []
    times, rows = HUNDRED * PLAYERS, []
    for row in found.rows:
        cell = list(row.cells.values())[-1]
        low, high = (times * end for end in (cell.theta.low, cell.theta.high))
        rows.append({
            "claim": row.tried.text, "assumed": f"{times * row.tried.assumed:.0f}",
            "mean": f"{times * cell.model.mean:.0f}", "boxes": f"{low:.0f} to {high:.0f}",
            "right": f"{HUNDRED * cell.right.share:.0f} %", "label": row.verdict,
        })  # fmt: skip
    columns = (
        Column("claim", "Claim"), Column("assumed", "Wins, assumed numbers"), Column("mean", "Mean of draws"),
        Column("boxes", "In 95 % of draws"), Column("right", "True in"), Column("label", "Label"),
    )  # fmt: skip
    note = (
        f"{found.draws} draws of {found.deals} deals, with species as dealt; any wrong label with a chance "
        "of at most 5 % (docs/howto/sensitivity.md). Costs, life, ants and leaves at the start, and the "
        "strength of traits are drawn one or so more or less; traits, diets, boards and printed numbers stay."
    )
    table = Table("boxes", "What species win in plausible component sets", columns, rows, note)
    return [Section("boxes", "Does it hold if the guesses are wrong?", 2, [Text(_survive(found)), table])]


def _effects(key: str, found: Sequence[Effect]) -> Table:
    """A table of the effects of changes on species."""
    columns = (
        Column("rules", "Rules"), Column("species", "Species"), Column("before", "Before"),
        Column("after", "After"), Column("change", "Change"), Column("deals", "Deals", "count"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = [
        {
            "rules": one.variant, "species": one.species, "before": _told(one.before),
            "after": _told(one.after), "change": _signed(one.change), "deals": one.change.deals,
        }
        for one in found
    ]  # fmt: skip
    note = (
        "Wins by block of the same deal and line-up, with 95 % intervals by deal, each by itself. Species "
        "stay as dealt, so their wins differ from “Wins by species”, which exchanges them."
    )
    return Table(f"{key}-effects", "Wins of species before and after", columns, rows, note)


def _seats(order: Sequence[Games]) -> Table:
    """A table with each seat's wins and the number of games won, for both orders of play."""
    counts = sorted({one.players for one in order})
    rows: list[dict[str, Value]] = []
    for one in sorted(order, key=lambda games: (games.players, games.variant)):
        seats = {f"s{seat + 1}": _told(wins) for seat, wins in enumerate(one.seats)}
        rows.append({
            "players": one.players, "order": one.variant.rpartition("-")[2], "won": one.decided, **seats,
        })  # fmt: skip
    columns = (
        Column("players", "Players", "count"), Column("order", "Who begins"), Column("won", "Won", "percent"),
        *(Column(f"s{seat}", f"Seat {seat}") for seat in range(1, max(counts) + 1)),
    )  # fmt: skip
    note = "Wins with 95 % intervals, each by itself; the same deals in both orders."
    return Table("seats", "Wins by seat and order of play", columns, rows, note)


def _levels(found: Mapping[str, Levelled]) -> list[Section]:
    """Sections on the starting amounts that level seats, in each order of play."""
    parts = [Text(f"Where {ORDERS[name]}: {' '.join(answer(one))}") for name, one in found.items()]
    return [Section("level", "Levelling four seats by pieces and Minors", 2, parts)] if parts else []


END_COLUMNS = (
    Column("games", "Games", "count"), Column("last_queen", "Last Queen", "percent"),
    Column("no_queen", "No Queen", "percent"), Column("famine", "Famine", "percent"),
    Column("rounds", "At the cap", "percent"), Column("mean", "Rounds", "number"),
    Column("length", "Median (10 %, 90 %)"),
)  # fmt: skip


def _end(one: Games) -> dict[str, Value]:
    low, middle, high = one.rounds
    return {"games": one.games, **one.ends, "mean": one.mean, "length": f"{middle} ({low}, {high})"}


def _ends(key: str, field: Sequence[Games]) -> Table:
    columns = (Column("players", "Players", "count"), Column("rules", "Rules"), *END_COLUMNS)
    rows: list[dict[str, Value]] = [
        {"players": one.players, "rules": one.variant, **_end(one)} for one in field
    ]
    return Table(f"{key}-ends", "Endings", columns, rows)


def _study(name: str, games: Sequence[Games]) -> Section:
    """A section on a rule study: the endings under each rule set, and the plans that gain."""
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
    """Write the page, which has no figures of its own."""
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(markdown(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(page_of("tools.antstudies", made, written, sys.argv[1:]))
