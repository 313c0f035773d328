"""Play the field and write reports/field.md: who wins, how strong each strategy is, and how it plays.

`python -m tools.field_page` plays the configurations field-* into runs/field (games of the same run that are
there are kept, so it can be interrupted and resumed) and writes the page and its figures. `--workers 2` uses
two processes, and the page is the same. A number replaces the configurations' own numbers of blocks: `python
-m tools.field_page 9` prints the page and writes nothing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from marchsim.analysis.course.profile import APART, StyleProfile
from marchsim.analysis.tournament import PanelResult
from marchsim.errors import MarchsimError
from marchsim.reporting.cards.items import drawn_and_played
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import SectionBuilder, section
from marchsim.reporting.pages.document import (
    Block,
    Bullets,
    Column,
    Document,
    Figure,
    Section,
    Table,
    Text,
    Value,
)
from marchsim.reporting.pages.format import name as shown
from marchsim.reporting.pages.format import percent
from marchsim.reporting.pages.saving import markdown
from marchsim.reporting.sections.design import design_line
from marchsim.reporting.sections.profile import TITLE, means_table, picture
from marchsim.reporting.sections.winrates import best_and_worst, winrate
from tools.field_claims import Claim, better, claims, demanded, heuristic_pairs, verdict
from tools.field_runs import Found, Played, fewest, missing, play, row
from tools.field_runs import ItemPlays as Drawn
from tools.games import FLOOR, LIMITED, PLAIN
from tools.strength import PLAYERS as SEATED

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "reports/field.md"
DECISION = "D-47"
PICTURED = 4  # players of the picture of profiles; the tables of 3 and 5 say much the same
ANSWERED = (
    "The plan that does best as it is was tuned for 130,000 games against all others (the limited ones "
    "left out), chosen and confirmed on deals that the search had not seen: “marchsim best-response "
    "field-4 --search none --plans 1”. It is a lower bound of what somebody wins who knows the field."
)
MADE = (
    "Each but the slow strategies' is a shipped configuration (“marchsim run field-4”), whose report has "
    "more: “marchsim report all runs/field/field-4”. Every interval is by deal: the games of a deal are "
    "its line-up turned through all seats, and the next block has a fresh one.",
    "The best heuristic is the one whose share of wins times the number of players is highest on average "
    "over 3, 4 and 5 players; duels and slow strategies play on deals of their own.",
)
SHARES = ("strategy", "n_games", "n_deals", "share", "interval", "score", "score_interval", "rank")
RUN_COLUMNS = (
    Column("name", "Run"), Column("seed", "Seed"), Column("games", "Games", "count"),
    Column("deals", "Deals", "count"), Column("void", "Void", "count"), Column("digest", "Digest"),
)  # fmt: skip
CLAIM_COLUMNS = (Column("claim", "Claim"), Column("verdict", "Verdict"), Column("told", "Measured"))


def document(found: Found) -> Document:
    """The page as plain data."""
    told = claims(found)
    return Document(
        title="The field",
        about={},
        summary=[f"{words.capital(one.verdict)}: {one.claim}." for one in told],
        notices=[Text(_made(found))],
        sections=[
            claims_of(told),
            *([answers(found, ANSWERED)] if found.answers else []),
            *(section for players in found.fields for section in field_of(found, players)),
            _floor(found),
            _duels(found),
            *(_slow(found, name) for name in found.slow),
            *([_strength(found)] if found.strength else []),
            *([_horde(found)] if found.horde else []),
            runs_of(found.runs, MADE),
        ],
    )


def _made(found: Found) -> str:
    limited = words.listed([words.quoted(one) for one in LIMITED])
    return (
        "Made by “make field”, and the same bytes whenever it is made of the same sources. The field is "
        f"every shipped plan: {len(found.names)} heuristics, of them {limited} deliberately limited. Each "
        f"also meets {words.quoted(PLAIN)} (points at hand, no plan) and {words.quoted(FLOOR)}. "
        f"The numbers of cards and tiles are mostly assumed (“marchsim cards”). {DECISION} in docs/decisions "
        "says what the verdicts mean."
    )


def claims_of(told: Sequence[Claim]) -> Section:
    rows: list[dict[str, Value]] = [
        {"claim": words.capital(one.claim), "verdict": one.verdict, "told": one.told} for one in told
    ]
    return Section("claims", "Claims", 2, [Table("claims", "What was claimed", CLAIM_COLUMNS, rows)])


def answers(found: Found, told: str) -> Section:
    """A section on tuning against the whole field, whose gain shows how exploitable the field is at least."""
    columns = (
        Column("players", "Players", "count"), Column("plan", "Answer"),
        Column("share", "Share of wins", "percent"), Column("interval", "95 % interval", "percents"),
        Column("even", "Of equals", "percent"), Column("gain", "More than equals", "points"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = [
        {"players": k, "plan": one.chosen.words, "share": one.confirmed.value,
         "interval": words.interval(one.confirmed), "even": one.equal, "gain": one.gain}
        for k, one in found.answers.items()
    ]  # fmt: skip
    table = Table("answers", "Answers to the field", columns, rows)
    return Section("answers", "How exploitable the field is", 2, [Text(told), table])


def field_of(found: Found, players: int, stem: str = "field") -> list[Section]:
    result, made = found.fields[players], found.profiles[players]
    build = SectionBuilder(f"{stem}-k{players}", words.plural(players, "player"))
    played, best = words.capital(design_line(result.layout)), best_and_worst(result)
    head = section(build.ident, words.capital(build.where), 2, played, best)
    shares = [_narrow(block) for block in winrate(result, build).blocks if _kept(block, build)]
    did = (means_table(made, build), _apart_words(found, players), _apart(found, made, players))
    return [
        head,
        build.section("wins", "Who wins", *shares, _ahead(result, build.where)),
        build.section("profile", TITLE, picture(made, build) if players == PICTURED else None, *did),
        *([_cards(found.cards[players], build)] if players in found.cards else []),
    ]


def _cards(found: Drawn, build: SectionBuilder) -> Section:
    """A section on the cards that each strategy draws and plays (with 3 and 5 players, on unplayed ones)."""
    whole = drawn_and_played(build, found.kind, found.items, found.plays, found.strategies)
    return whole if found.players == PICTURED else replace(whole, blocks=whole.blocks[:1])


def _kept(block: Block, build: SectionBuilder) -> bool:
    """Whether a part of the report on wins is also on this page: the figure and its table."""
    return isinstance(block, Figure | Table) and block.id in (build.id("forest"), build.id("shares"))


def _narrow(block: Block) -> Block:
    if not isinstance(block, Table):
        return block
    return replace(block, columns=tuple(column for column in block.columns if column.key in SHARES))


def _ahead(result: PanelResult, where: str) -> Table:
    """A square table with how often each strategy finished ahead of each other one."""
    assert result.standing is not None
    names = result.standing.names
    cells: dict[str, dict[str, Value]] = {name: {"strategy": name} for name in names}
    place = {name: f"s{at}" for at, name in enumerate(names)}
    widest = 0.0
    for (first, second), share in result.standing.ahead.items():
        value = share.value or 0.0
        cells[first][place[second]] = value
        cells[second][place[first]] = 1 - value
        if share.low is not None and share.high is not None:
            widest = max(widest, (share.high - share.low) / 2)
    columns = [Column(place[name], shown(name), "percent") for name in names]
    note = (
        "How often the strategy of the line finished ahead of that of the column where both sat; equal "
        f"places count half. No 95 % interval is wider than ± {percent(widest)}."
    )
    title = f"Who finishes ahead of whom, {where}"
    return Table("ahead", title, (Column("strategy", "Ahead"), *columns), list(cells.values()), note)


def _apart_words(found: Found, players: int) -> str:
    met = heuristic_pairs(found, players)
    closest = min(met, key=lambda pair: len(pair.contrasts))
    told = [f"{one.measure.column.replace('_', ' ')} ({one.measure.how})" for one in closest.contrasts[:4]]
    return (
        f"A measure tells two strategies apart if their means differ by {percent(APART)} of the larger or "
        f"more and the intervals are disjoint. Fewest tell {words.quoted(closest.first)} from "
        f"{words.quoted(closest.second)}: {len(closest.contrasts)}, the clearest {words.listed(told)}."
    )


def _apart(found: Found, made: StyleProfile, players: int) -> Table:
    """A square table with the number of measures that distinguish each pair of heuristics."""
    names = [name for name in made.strategies if name in found.names]
    cells: dict[str, dict[str, Value]] = {name: {"strategy": name} for name in names}
    for pair in heuristic_pairs(found, players):
        cells[pair.first][f"s{names.index(pair.second)}"] = len(pair.contrasts)
        cells[pair.second][f"s{names.index(pair.first)}"] = len(pair.contrasts)
    columns = [Column(f"s{at}", shown(name), "count") for at, name in enumerate(names)]
    title = f"Measures of {len(made.measures)} that tell two heuristics apart, {players} players"
    return Table("apart", title, (Column("strategy", "From"), *columns), list(cells.values()))


def _floor(found: Found) -> Section:
    """A section on games at tables of random players."""
    columns = [Column("strategy", "Strategy")]
    rows: dict[str, dict[str, Value]] = {n: {"strategy": n} for n in (*found.names, PLAIN)}
    for players, result in found.floor.items():
        columns += [
            Column(f"share_{players}", f"{players} players", "percent"),
            Column(f"interval_{players}", "95 % interval", "percents"),
            Column(f"verdict_{players}", "Verdict"),
        ]
        for name, cells in rows.items():
            share = row(result, name).share
            cells[f"share_{players}"], cells[f"interval_{players}"] = share.value, words.interval(share)
            asked = name in found.names
            cells[f"verdict_{players}"] = verdict(share, demanded(name)) if asked else "not asked"
    columns.append(Column("least", "Demanded", "percent"))
    for name in found.names:
        rows[name]["least"] = demanded(name)
    lines = [
        Text(f"{players} players: {design_line(result.layout)}") for players, result in found.floor.items()
    ]
    note = "Share of wins of one seat against all others played by random; joint winners share a win."
    table = Table("floor", "Against random", tuple(columns), list(rows.values()), note)
    return Section("floor", "At tables of random", 2, [*lines, table])


def _duels(found: Found) -> Section:
    assert found.duels is not None
    columns = (
        Column("strategy", "Strategy"), Column("n_games", "Duels", "count"),
        Column("n_deals", "Deals", "count"), Column("share", "Share of wins", "percent"),
        Column("interval", "95 % interval", "percents"), Column("verdict", "Better than even"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for name in sorted(found.names, key=lambda one: -(row(found.duels, one).share.value or 0.0)):
        share = row(found.duels, name).share
        rows.append({
            "strategy": name, "n_games": share.entries, "n_deals": share.deals, "share": share.value,
            "interval": words.interval(share), "verdict": better(share, 0.5),
        })  # fmt: skip
    table = Table("duels", f"Duels with {PLAIN}", columns, rows)
    return Section(
        "duels", f"Duels with {PLAIN}", 2, [Text(words.capital(design_line(found.duels.layout))), table]
    )


def _slow(found: Found, name: str) -> Section:
    """A section on a slow strategy against the best heuristic."""
    columns = (
        Column("players", "Players", "count"), Column("n_games", "Games", "count"),
        Column("n_deals", "Deals", "count"), Column("share", "Share of wins", "percent"),
        Column("interval", "95 % interval", "percents"), Column("even", "Of equals", "percent"),
        Column("score", "Mean score", "number"), Column("theirs", f"Of {found.best}", "number"),
        Column("verdict", "Better"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = []
    for players, result in found.slow[name].items():
        own, other = row(result, name), row(result, found.best)
        rows.append({
            "players": players, "n_games": own.share.entries, "n_deals": own.share.deals,
            "share": own.share.value, "interval": words.interval(own.share), "even": 1 / players,
            "score": own.score.value, "theirs": other.score.value, "verdict": better(own.share, 1 / players),
        })  # fmt: skip
    title = f"{words.capital(name)} among copies of {found.best}"
    return Section(f"slow-{name}", title, 2, [Table(f"slow-{name}", title, columns, rows)])


def _strength(found: Found) -> Section:
    """A section on the wins of a searcher against the field, by the number of games that it imagines."""
    columns = (
        Column("title", "Imagined games of each action, at most"), Column("deals", "Deals", "count"),
        Column("share", "Share of wins", "percent"), Column("half", "95 % interval: ±", "percent"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = [
        {"title": one.title, "deals": one.deals, "share": one.share, "half": one.half}
        for one in found.strength
    ]
    told = (
        f"One searcher at a table of {SEATED} with plans of the field, three at a time (the limited ones "
        "left out), all settings on the same deals. How many games a second each setting plays is in "
        "reports/bench.txt and reports/lab/search.md; “python -m tools.strength” measures both."
    )
    table = Table("strength", "What thinking buys", columns, rows)
    return Section("strength", "What thinking buys", 2, [Text(told), table])


def _horde(found: Found) -> Section:
    """A section on teams against the Horde, to show whether the rules are hard or the players weak."""
    columns = (
        Column("players", "Players", "count"), Column("team", "Team"), Column("deals", "Deals", "count"),
        Column("share", "Won", "percent"), Column("interval", "95 % interval", "percents"),
        Column("margin", "Mean margin, points", "number"), Column("half", "95 % interval: ±", "number"),
    )  # fmt: skip
    rows: list[dict[str, Value]] = [
        {"players": one.players, "team": one.team, "deals": one.deals, "share": one.share,
         "interval": (one.low, one.high), "margin": one.margin, "half": one.half}
        for one in found.horde
    ]  # fmt: skip
    told = (
        "The preset coop. The first team of each size plays the shipped plan that does best there, chosen "
        "on other deals; “lookahead” imagines that all play by weights tuned for a team (“python -m "
        "tools.team”). The last team sees every hand, deck and all later chance, which no "
        "strategy may: where it loses too, the rules are hard with these numbers, and better players of this "
        "kind would not change that; where it wins and the others do not, sight decides. It is no strict "
        "bound, as it searches one answer at a time. “python -m tools.horde_bound” plays more deals."
    )
    table = Table("horde", "Teams against the Horde", columns, rows)
    return Section("horde", "Against the Horde", 2, [Text(told), table])


def runs_of(runs: Sequence[Played], told: Sequence[str]) -> Section:
    rows: list[dict[str, Value]] = [
        {"name": one.name, "seed": str(one.seed), "games": one.games, "deals": one.deals, "void": one.void,
         "digest": one.digest}
        for one in runs
    ]  # fmt: skip
    table = Table(
        "runs", "Runs", RUN_COLUMNS, rows, "Digests are of the tables of games, their first digits."
    )
    return Section("runs", "How it was made", 2, [Bullets(tuple(told)), table])


def main(arguments: Sequence[str]) -> int:
    """Write the page, or print a smaller one."""
    parser = argparse.ArgumentParser(prog="tools.field_page")
    parser.add_argument("blocks", nargs="?", type=int)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args(arguments)
    if asked.blocks is not None and asked.blocks < fewest():
        parser.error(
            f"{asked.blocks} blocks are too few for all strategies to sit down; {fewest()} are enough."
        )
    for name in ("field-3", "field-4", "field-5"):
        if missing(name):
            print(
                f"configs/{name}.toml differs from what is shipped: {', '.join(missing(name))}",
                file=sys.stderr,
            )
            return 2
    try:
        if asked.blocks:
            with tempfile.TemporaryDirectory() as folder:
                print(markdown(document(play(Path(folder), asked.workers, asked.blocks))))
            return 0
        made = document(play(ROOT / "runs" / "field", asked.workers, None))
    except MarchsimError as error:
        print(f"{error}\nIf runs/field is of another version, remove it and play again.", file=sys.stderr)
        return error.exit_code
    write(made, PAGE)
    return 0


def write(made: Document, page: Path) -> None:
    """Write a page and its figures, whose names begin with the page's name, and remove older figures."""
    figures = page.parent / "figures"
    figures.mkdir(exist_ok=True)
    for old in figures.glob(f"{page.stem}-k*.svg"):
        old.unlink()
    for figure in made.figures():
        (figures / f"{figure.id}.svg").write_bytes(figure.exported("svg"))
    page.write_text(markdown(replace(made, files="svg")), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
