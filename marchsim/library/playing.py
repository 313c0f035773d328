"""Functions that play a configuration and return the run, or play one game and return its events.

`evaluate` plays a changed game and measures it, for any optimiser. The measures are those that targets can
have.
"""

from __future__ import annotations

import json
import math
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from marchsim import games
from marchsim.analysis.reading.source import look_words
from marchsim.errors import ConfigError
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import frame
from marchsim.library.run_data import LoadedRun
from marchsim.recorder.manifest import called
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.fields import Fields
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import Quiet, shown
from marchsim.runner.tournament import run as run_tournament
from marchsim.studies import measuring
from marchsim.studies import play as single
from marchsim.studies import replay as replaying
from marchsim.studies.optimize import targets as files
from marchsim.studies.optimize.preparation import prepare
from marchsim.studies.sitting import outcome_data
from marchsim.studies.stages import StagePlayer

Paths = Sequence[str | Path]
Rules = Paths | Mapping[str, Any]
EVENTS = Table(
    "events",
    "One row for each event of a game, in order.",
    (
        Column("number", "i64", "number of the event, from 0"),
        Column("round", "i16", "round, 0 is the set-up"),
        Column("phase", "str", "phase of the round, '' where the game has none"),
        Column("event", "str", "what happened"),
        Column("player", "str", "player of the event, null if none"),
        Column("text", "str", "the event in a sentence, or in brief if the story omits it"),
    ),
    ("number",),
)


def run(
    config: str | Path,
    out: str | Path | None = None,
    *,
    blocks: int | None = None, seed: int | None = None, players: int | None = None,
    rules: Rules = (), population: str = "", record: str = "", strategy_paths: Paths = (),
    workers: int | str | None = None, progress: bool = False,
) -> LoadedRun:  # fmt: skip
    """Play a configuration into a run folder and return the run: `marchsim.run("demo", blocks=20)`.

    `config` is a path or a shipped name, `out` the folder (by default runs/ with its name). Stored games are
    not played again, so a finished run is returned at once. `blocks`, `seed` and `players` replace those of
    the configuration. `rules` are overlay files or a dictionary, {"march_steps": 4}. `population` gives other
    players to the same names. `record="events"` also records every event, for `run.events`, and
    `record="rounds"` records none. Results are the same for any number of `workers` (by default one for each
    processor, 0 for none but this process), or of those at the address of a Dask scheduler. `progress`
    shows a line on standard error. Raises MarchsimError with one line, like `marchsim run`: a StateMismatch
    if the folder holds another run. After Ctrl-C the same call resumes the run. Advice is issued as
    UserWarning.
    """
    with interrupt.noted():
        asked = configs.load(str(config), population).changed(players=players)
        if record:
            asked = replace(asked, record=Fields({"record": record}, "run").choice("record", configs.RECORDS))
        result = run_tournament(
            asked, out, workers=workers, blocks=blocks, seed=seed, rules=overlays(rules),
            strategy_paths=[Path(path) for path in strategy_paths], progress=shown(not progress), warn=warned,
        )  # fmt: skip
        if told := look_words(result.folder.manifest):
            warned(told)
    return LoadedRun(result.folder.path)


def play(
    strategies: str | Sequence[str],
    *,
    seed: int = 1,
    players: int | None = None,
    preset: str = "",
    rules: Rules = (),
    game: str = games.DEFAULT,
    population: str = "",
    strategy_paths: Paths = (),
    explain: str = "",
    board: str | Path | None = None,
    html: str | Path | None = None,
) -> Game:
    """Play one game and return it: `print(marchsim.play("warlord,forager,explorer", seed=7))`.

    `strategies` are names or .py files in turn order, as a list or with commas. They are repeated if there
    are more `players`. The same seed deals the same game. `preset` and `rules` (overlay files, or a
    dictionary such as {"march_steps": 4, "cards.army-head.cost": 3}) change the rules. `explain` (`all`, a
    seat from 1 or a name) keeps the reasons of decisions. `board` is a file for a picture of the final board,
    `html` one for a page that shows the game step by step. Raises MarchsimError with one clear line, like
    `marchsim play`: a StrategyError if a strategy failed, so that the game is void.
    """
    uses = [use.strip() for use in (strategies.split(",") if isinstance(strategies, str) else strategies)]
    if sources.HUMAN in uses:
        raise ConfigError(f"{sources.HUMAN!r}: a person needs a terminal; use `marchsim play --strategies`.")
    story: list[str] = []
    with interrupt.noted():
        played = single.play(
            [use for use in uses if use], seed, players, preset, overlays(rules), game,
            tell=story.append, warn=warned, board=_path(board), html=_path(html),
            strategy_paths=[Path(path) for path in strategy_paths], explain=explain, population=population,
        )  # fmt: skip
    played.check()
    return _game(played, story)


@dataclass(frozen=True)
class Game:
    """A played game. `str(game)` is its description. Lists are by seat, from the first in turn order.

    `players` are the names at the table, and `strategies` the names as requested. `scores` are points,
    `ranks` are numbers from 1, and `winners` are seats (from 0). In a game against a common opponent,
    `opponent` is its score and `margin` the players' lead over it. Both are None in other games. `story` has
    the lines of `marchsim play`. `events` has a row for each event (number, round, phase, event, player,
    text), and `decisions` one for each explained decision.
    """

    players: tuple[str, ...]
    strategies: tuple[str, ...]
    seed: int
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    turns: int
    decided_by: str
    opponent: int | None
    margin: int | None
    digest: str
    story: tuple[str, ...] = field(repr=False)
    events: pl.DataFrame = field(repr=False, compare=False)  # the digest is of them
    decisions: tuple[dict[str, Any], ...] = field(repr=False)

    def __str__(self) -> str:
        """The description, line by line."""
        return "\n".join(self.story)

    def _repr_html_(self) -> str:
        """The result, and the description to unfold, for a notebook."""
        ending = ", ".join(f"{name} {score}" for name, score in zip(self.players, self.scores, strict=True))
        told = escape("\n".join(self.story))
        return f"<details><summary>{escape(ending)}</summary><pre>{told}</pre></details>"


def replay(run: str | Path | LoadedRun, game: int, *, strategy_paths: Paths = (), explain: str = "") -> Game:
    """Replay a recorded game and return it: `marchsim.replay("runs/demo", 12)`.

    Raises StateMismatch if the replay differs from the record. Possible reasons are issued as UserWarnings.
    """
    story: list[str] = []
    path = run.path if isinstance(run, LoadedRun) else called(Path(run))
    folders = [Path(one) for one in strategy_paths]
    with interrupt.noted():
        found = replaying.replay(path, game, folders, explain=explain, tell=story.append, notice=warned)
    found.check()
    played = single.PlayedGame(
        found.recorded.names, found.recorded.entry.game, found.players, found.outcome, found.events,
        found.reader.decisions if explain else None,
    )  # fmt: skip
    return _game(played, story)


def overlays(rules: Rules) -> tuple[str, ...]:
    """Convert files, or a dictionary of names and values, to arguments for `read_overlays`.

    Tables may be nested or have dotted names. A tuple gives several values to try.
    """
    if not isinstance(rules, Mapping):
        return tuple(str(path) for path in rules)
    found = []
    for name, value in rules.items():
        if isinstance(value, Mapping):
            found += [f"{name}.{inner}" for inner in overlays(value)]
        else:
            values = value if isinstance(value, tuple) else (value,)
            found.append(f"{name}={','.join(json.dumps(one, ensure_ascii=False) for one in values)}")
    return tuple(found)


def _game(played: single.PlayedGame, story: Sequence[str]) -> Game:
    outcome = played.outcome
    rows = [
        {**dict.fromkeys(("phase", "player")), **event, "text": event.get("text") or event.get("brief", "")}
        for event in played.events
    ]
    return Game(
        players=played.players, strategies=played.uses, seed=played.seed, scores=outcome.scores,
        ranks=outcome.ranks, winners=tuple(outcome_data(outcome)["winners"]), rounds=outcome.rounds,
        turns=outcome.turns, decided_by=outcome.decided_by, opponent=outcome.opponent, margin=outcome.margin,
        digest=outcome.digest, story=tuple(story), events=frame(EVENTS, rows),
        decisions=tuple(played.decisions or ()),
    )  # fmt: skip


def _path(path: str | Path | None) -> Path | None:
    return None if path is None else Path(path)


def warned(message: str) -> None:
    """Issue advice as a UserWarning."""
    warnings.warn(message, UserWarning, stacklevel=2)


EVALUATION = Table(
    "evaluation",
    "One row for each quantity and number of players of a changed game.",
    (
        Column("quantity", "str", "name as in a file of targets: turns, seat.1, strategy.warlord"),
        Column("players", "i8", "number of players"),
        Column("value", "f64", "mean over deals: wins index of seats and strategies, else as recorded"),
        Column("error", "f64", "standard error of the mean over deals"),
        Column("deals", "i64", "deals that it rests on: the independent unit"),
    ),
    ("quantity", "players"),
)


def evaluate(
    overlay: Mapping[str, Any] | None = None,
    games: int = 2_000,
    seed: int | None = None,
    *,
    config: str | Path = "field-4",
    targets: str | Path | None = None,
    workers: int | None = None,
) -> pl.DataFrame:
    """Play a changed game and measure it: `marchsim.evaluate({"rules": {"march_steps": 4}})`.

    `overlay` is a dictionary and `games` the approximate number of games (in whole blocks). `targets`, a file
    of `marchsim optimize`, gives the configuration and the quantities. Without it, all metrics, seats and
    strategies of `config` are measured. No file is written. Columns: quantity, players, value, error (the
    standard error), deals.
    """
    change = ("overlay", dict(overlay or {}))
    if games < 1:
        raise ConfigError(f"games: {games} is below 1.")
    if targets is not None:
        file = files.read(Path(targets))
        prepared = prepare(file, configs.load(file.config))
        played, wanted = prepared.configuration, prepared.quantities
    else:
        played = configs.load(str(config))
        wanted = [one for players in played.design.players for one in measuring.usual(played, players)]
    played = replace(played, variants=(), stop=Stop(), record="rounds").changed(seed=seed, overlays=[change])
    played = played.changed(blocks=math.ceil(games / measuring.games_each(played, wanted)))
    with tempfile.TemporaryDirectory(prefix="marchsim-") as folder:
        player = StagePlayer(Path(folder), Quiet(), {"workers": workers})
        found = measuring.played(player, "run", played, wanted, "main")
    rows = [
        {
            "quantity": one.quantity.name, "players": one.quantity.players, "value": float(one.means[0]),
            "error": float(np.sqrt(one.variances[0] / max(1.0, one.deals[0]))), "deals": int(one.deals[0]),
        }
        for one in found
    ]  # fmt: skip
    return frame(EVALUATION, rows)
