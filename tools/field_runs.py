"""Play the tournaments behind reports/field.md, and reduce them to the page's data.

The field is not listed but found: it has every shipped strategy except the frozen policies. Strategies that
declare themselves slow play only against the best heuristic, which the games of the field determine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from marchsim.analysis.cards.items import Item, Plays, counted, is_idle, item_rows, items_of, seen
from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.field.winrates import Share
from marchsim.analysis.reading.panels import PANEL, PanelLayout, classify, panels
from marchsim.analysis.reading.source import GENERIC_SEATS, Run, scan
from marchsim.analysis.tournament import PanelResult, analyse
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.studies.responding.field import RoundAnswer, Sought
from marchsim.studies.responding.responding import best_response, populations
from tools.claims import claims, failed, measured
from tools.games import FLOOR, heuristics, plans, slow_ones
from tools.horde_bound import Score, scores
from tools.strength import Strength, curve

PLAYERS = (3, 4, 5)
CLAIM_GAMES = 4000  # of four, in which the claims of the plans' files must hold
DEALS = 400  # on which a searcher is measured at each setting
TEAM_DEALS = 40  # on which each team meets the Horde
ANSWERED = (2, 3, 4, 5)  # players of the games against which an answer is sought
SLOW_BLOCKS = 60
SLOW_PLAYERS = (2, 3, 4, 5)


@dataclass(frozen=True)
class ItemPlays:
    """The draws and plays of all items under one rule set with one number of players.

    `items` is sorted by id. `plays` has the key (item, strategy), with '' for all strategies.
    """

    variant: str
    players: int
    kind: str
    items: list[Item]
    strategies: list[str]
    plays: dict[tuple[str, str], Plays]

    def idle(self) -> list[Item]:
        """The items that hardly any holder played."""
        return [item for item in self.items if is_idle(self.plays[item.id, ""].rate)]


@dataclass(frozen=True)
class Played:
    """The parts of a run, for anyone who wants to repeat it."""

    name: str
    seed: int
    games: int
    deals: int
    void: int
    digest: str


@dataclass(frozen=True)
class Found:
    """The data of the page: results by number of players, the best heuristic, and the runs behind them.

    `slow` has each slow strategy's results against the best heuristic, by its name. `answers` has the wins of
    the best plan tuned against all others, by number of players. `strength` has the wins of a searcher by the
    number of games that it imagines, and `horde` the results of teams against the Horde. `claimed` is the
    number of claims in the plans' files, and `unmet` has those that do not hold.
    """

    names: tuple[str, ...]
    best: str
    fields: Mapping[int, PanelResult]
    profiles: Mapping[int, StyleProfile]
    floor: Mapping[int, PanelResult]
    duels: PanelResult | None = None
    slow: Mapping[str, Mapping[int, PanelResult]] = field(default_factory=dict)
    runs: list[Played] = field(default_factory=list)
    cards: Mapping[int, ItemPlays] = field(default_factory=dict)
    answers: Mapping[int, RoundAnswer] = field(default_factory=dict)
    strength: Sequence[Strength] = ()
    horde: Sequence[Score] = ()
    claimed: int = 0
    unmet: Sequence[str] = ()


def missing(name: str) -> list[str]:
    """The heuristics missing from a shipped configuration, and anything else that it has."""
    held = {entry.use for entry in configs.load(name).strategies}
    return sorted(held.symmetric_difference(heuristics()))


def fewest() -> int:
    """The smallest number of blocks in which every strategy plays with every number of players."""
    return -(-len(heuristics()) // min(PLAYERS))


def play(folder: Path, workers: int | None, blocks: int | None) -> Found:
    """Play everything into a folder, with `blocks` blocks (None: as configured), and reduce it."""
    runs: list[Played] = []
    cards: dict[int, ItemPlays] = {}
    fields: dict[int, PanelResult] = {}
    profiles: dict[int, StyleProfile] = {}
    for players in PLAYERS:
        results, made = play_one(f"field-{players}", folder, workers, blocks, runs)
        cards |= {one.players: one for one in drawn_and_played(RunFolder(folder / f"field-{players}"))}
        fields |= results
        profiles |= made
    floor, _ = play_one("field-random", folder, workers, blocks, runs)
    duels, _ = play_one("field-duels", folder, workers, blocks, runs)
    best = strongest(fields, heuristics())
    slow = {
        name: play_one(against(name, best), folder, workers, blocks, runs)[0]
        for name in slow_ones()
    }  # fmt: skip
    answers = {players: answered(folder, players, workers, blocks) for players in ANSWERED}
    strength: list[Strength] = []
    if slow:
        print("strength by games imagined ...", flush=True)
        strength += curve(plans(), DEALS if blocks is None else 4)
    print("teams against the Horde ...", flush=True)
    horde = list(scores(TEAM_DEALS if blocks is None else 2))
    made = claims("march", heuristics())
    unmet = failed(measured(range(CLAIM_GAMES if blocks is None else 40)), made, loose=blocks is not None)
    return Found(
        heuristics(), best, fields, profiles, floor, duels[2], slow, runs, cards, answers, strength, horde,
        sum(map(len, made.values())), unmet,
    )  # fmt: skip


def answered(folder: Path, players: int, workers: int | None, blocks: int | None) -> RoundAnswer:
    """The answer of a tuned plan to the plans of the field, without the handicapped ones.

    If `blocks` is given, the search has hardly any games, for a page that is only a preview.
    """
    little = {} if blocks is None else {"budget": 500, "choose": 2, "confirm": 30, "meta": 200}
    sought = Sought(against=plans(), players=players, plans=1, search=(), **little)
    out = folder / f"answer-{players}.toml"
    print(f"an answer with {players} players ...", flush=True)
    return best_response(populations("field-4", sought), sought, out, workers=workers)[0].answers[0]


def strongest(fields: Mapping[int, PanelResult], names: Sequence[str]) -> str:
    """The plan with the highest wins index, on average over the numbers of players."""

    def strength(name: str) -> float:
        return sum(k * (row(result, name).share.value or 0.0) for k, result in fields.items())

    return max(names, key=strength)


def row(result: PanelResult, name: str) -> Share:
    """The result of a strategy in a group."""
    return next(share for share in result.shares if share.strategy == name)


def against(name: str, best: str) -> Configuration:
    """The configuration for games of a slow strategy with the best heuristic in all other seats."""
    data = {
        "name": f"field-{name}", "game": "march", "preset": "standard", "seed": 4,
        "decision_seconds": 60,
        "design": {
            "kind": "gauntlet", "players": list(SLOW_PLAYERS), "blocks": SLOW_BLOCKS,
            "focal": [name], "opponents": "copies",
        },
        "strategies": [{"use": name}, {"use": best}],
    }  # fmt: skip
    return configs.parse(data, "make field")


def play_one(
    what: str | Configuration,
    folder: Path,
    workers: int | None,
    blocks: int | None,
    runs: list[Played],
) -> tuple[dict[int, PanelResult], dict[int, StyleProfile]]:
    """Play one tournament, record it, and return its results and profiles by number of players."""
    configuration = configs.load(what) if isinstance(what, str) else what
    print(f"{configuration.name} ...", flush=True)
    played = run(configuration, folder / configuration.name, workers=workers, blocks=blocks).folder
    held = panels(played)
    results = {result.players: result for result in analyse(played, held)}
    made = {
        panel.players: one
        for panel in held
        if (one := profile(played, panel, [name for name in panel.strategies if name != FLOOR])) is not None
    }
    layouts: Sequence[PanelLayout] = [result.layout for result in results.values()]
    runs.append(
        Played(
            configuration.name, configuration.seed, sum(one.n_games for one in layouts),
            sum(one.n_deals for one in layouts), sum(one.n_void for one in layouts),
            played.digests()["games"][:16],
        )
    )  # fmt: skip
    return results, made


def drawn_and_played(run: Run) -> list[ItemPlays]:
    """The draws and plays of all items in each panel of a run, over all games that somebody won."""
    rows, kind = item_rows(run)
    games = classify(run)
    if games.is_empty():
        return []
    kept = games.lazy().filter(pl.col("state") == "kept").select("game", *PANEL)
    seats = scan(run, "seats", GENERIC_SEATS).select("game", "seat", "strategy", "credit")
    seats = seats.drop_nulls("credit").join(kept, on="game")
    met = seen(rows.join(seats, on=("game", "seat")), kind).collect(engine="streaming")
    order = games.select(PANEL).unique(maintain_order=True)
    return [_table(run, kind, met, variant, players) for variant, players in order.iter_rows()]


def _table(run: Run, kind: str, met: pl.DataFrame, variant: str, players: int) -> ItemPlays:
    here = met.filter((pl.col("variant") == variant) & (pl.col("players") == players))
    items = items_of(run, variant, kind, here[kind].unique().to_list())
    plays = counted(here, kind, [item.id for item in items])
    return ItemPlays(variant, players, kind, items, sorted(here["strategy"].unique().to_list()), plays)
