"""Plays the tournaments that reports/field.md is made of, and reduces them to what the page tells.

Who is in the field is found, not listed: every shipped strategy but the frozen policies. Slow ones (they say
so themselves) only play against the best heuristic, which the games of the field decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from marchsim.analysis.cards import plays
from marchsim.analysis.course.profile import StyleProfile, profile
from marchsim.analysis.field.winrates import Share
from marchsim.analysis.reading.panels import PanelLayout, panels
from marchsim.analysis.tournament import PanelResult, analyse
from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.schema import Configuration
from marchsim.studies.responding.answering import RoundAnswer
from marchsim.studies.responding.field import Sought
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
class Played:
    """What a run was made of, for whoever makes it again."""

    name: str
    seed: int
    games: int
    deals: int
    void: int
    digest: str


@dataclass(frozen=True)
class Found:
    """All that the page tells of: results by player count, the best heuristic, and the runs behind them.

    `slow` has the results of each slow strategy, by its name, against the best heuristic; `answers` what the
    best plan wins that was tuned against all others, by number of players; `strength` what a searcher wins by
    how many games it imagines; `horde` what teams do against the Horde; `claimed` how many claims the plans'
    files make, and `unmet` those that do not hold.
    """

    names: tuple[str, ...]
    best: str
    fields: Mapping[int, PanelResult]
    profiles: Mapping[int, StyleProfile]
    floor: Mapping[int, PanelResult]
    duels: PanelResult | None = None
    slow: Mapping[str, Mapping[int, PanelResult]] = field(default_factory=dict)
    runs: list[Played] = field(default_factory=list)
    cards: Mapping[int, plays.ItemPlays] = field(default_factory=dict)
    answers: Mapping[int, RoundAnswer] = field(default_factory=dict)
    strength: Sequence[Strength] = ()
    horde: Sequence[Score] = ()
    claimed: int = 0
    unmet: Sequence[str] = ()


def missing(name: str) -> list[str]:
    """Return the heuristics that a shipped configuration lacks, and what it has beside them."""
    held = {entry.use for entry in configs.load(name).strategies}
    return sorted(held.symmetric_difference(heuristics()))


def fewest() -> int:
    """Return the number of blocks in which every strategy sits down with every number of players."""
    return -(-len(heuristics()) // min(PLAYERS))


def play(folder: Path, workers: int | None, blocks: int | None) -> Found:
    """Play everything into a folder, with so many blocks if not the configurations' own, and reduce it."""
    runs: list[Played] = []
    cards: dict[int, plays.ItemPlays] = {}
    fields: dict[int, PanelResult] = {}
    profiles: dict[int, StyleProfile] = {}
    for players in PLAYERS:
        results, made = play_one(f"field-{players}", folder, workers, blocks, runs)
        cards |= {one.players: one for one in plays.tables(RunFolder(folder / f"field-{players}"))}
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
    """Return what a plan wins that is tuned against the plans of the field, the limited ones left out.

    With `blocks` a search of hardly any games, for a page that is only looked at.
    """
    little = {} if blocks is None else {"budget": 500, "choose": 2, "confirm": 30, "meta": 200}
    sought = Sought(against=plans(), players=players, plans=1, search=(), **little)
    out = folder / f"answer-{players}.toml"
    print(f"an answer with {players} players ...", flush=True)
    return best_response(populations("field-4", sought), sought, out, workers=workers)[0].answers[0]


def strongest(fields: Mapping[int, PanelResult], names: Sequence[str]) -> str:
    """Return the plan whose shares of wins, times the number of players, are highest on average."""

    def strength(name: str) -> float:
        return sum(k * (row(result, name).share.value or 0.0) for k, result in fields.items())

    return max(names, key=strength)


def row(result: PanelResult, name: str) -> Share:
    """Return what a strategy achieved in a panel."""
    return next(share for share in result.shares if share.strategy == name)


def against(name: str, best: str) -> Configuration:
    """Return the configuration of a slow strategy's games with the best heuristic on all other chairs."""
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
    """Play one tournament, note it, and return its results and profiles by player count."""
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
