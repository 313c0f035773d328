"""Play one game on a fresh deal and narrate it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim import files, games
from marchsim.errors import ConfigError, StrategyError, plural
from marchsim.kernel.game import Outcome, Variant
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.kernel.telling import Narrated, Terminal
from marchsim.runner.configuration import config, populations, sources
from marchsim.runner.configuration.populations import Member
from marchsim.studies.sitting import (
    Excerpt,
    Sitting,
    Telling,
    Watched,
    explained_seats,
    form_of,
    name_of,
    outcome_data,
)


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. `ending` has its last lines. `decisions` is None if no explanation was requested."""

    uses: tuple[str, ...]
    seed: int
    players: tuple[str, ...]
    outcome: Outcome
    events: list[dict[str, Any]]
    decisions: list[dict[str, Any]] | None = None
    ending: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The game as plain JSON data, with its explained decisions if they were requested."""
        outcome = outcome_data(self.outcome)
        found = {"players": list(self.players), "seed": self.seed, "outcome": outcome, "events": self.events}
        return found if self.decisions is None else {**found, "decisions": self.decisions}

    def check(self) -> None:
        """Raise StrategyError if the game is void."""
        outcome = self.outcome
        if outcome.void:
            whose = f"strategy {self.uses[outcome.fault_seat]!r}" if outcome.fault_seat >= 0 else "the game"
            raise StrategyError(f"{whose}: {outcome.fault} (the game is void: {outcome.void}).")


def play(
    uses: Sequence[str],
    seed: int = 1,
    players: int | None = None,
    preset: str = "",
    rules: Sequence[str | Path] = (),
    game: str = games.DEFAULT,
    *,
    tell: Callable[[str], None] = lambda line: None,
    warn: Callable[[str], None] = lambda warning: None,
    board: Path | None = None,
    html: Path | None = None,
    at: int | None = None,
    strategy_paths: Sequence[Path] = (),
    explain: str = "",
    terminal: Terminal | None = None,
    population: str = "",
) -> PlayedGame:
    """Play one game and narrate it line by line.

    `board` is a file for a picture of the board, at the end of round `at` if it is given, or else of the
    game. `html` is a file for a page on which you can watch the game. `uses` are strategies by name or path,
    in turn order, repeated if there are more `players`. A `population` defines the strategies that it names.
    The strategy `human` is a person at the `terminal`. `explain` selects the seats whose decisions are
    explained (`explained_seats`). `warn` gets a warning if the rules do not recommend this number of players.
    """
    form = form_of(board) if board else ""
    if at is not None and not board:
        raise ConfigError("--at: works only with --board FILE; give both.")
    playing = games.load(game)
    asked = [("--preset", {"preset": preset})] if preset else []
    overlays = [*asked, *config.read_overlays(rules, game)]
    variant = playing.variant("played", "standard", overlays)
    seats = seated(uses, players, variant)
    for warning in variant.warnings((len(seats),)):
        warn(warning)
    if sources.HUMAN in seats and terminal is None:
        raise ConfigError(f"'{sources.HUMAN}': a person needs a terminal; leave --json out.")
    if sources.HUMAN in seats:
        games.able(game, Narrated, "a person can only play a game that is told")
    folders = sources.opened(strategy_paths)
    strategies = [use for use in dict.fromkeys(seats) if use != sources.HUMAN]
    members = {use: Member(use, use, {}) for use in strategies}
    if population:
        members |= _members(population, strategies, game, len(seats), variant)
    beside = [Path(population).resolve().parent] if population.endswith(populations.ENDING) else []
    found = {
        use: sources.typed(use, folders, game)
        if one.use == use
        else sources.find(one.use, [*beside, *folders], "--population", game)
        for use, one in members.items()
    }
    makers = {
        use: playing.strategy_factory(playing.strategy_class(it), members[use].parameters)
        for use, it in found.items()
    }
    deal = deal_key(seed, "main", len(seats), 0)
    names = tuple(name_of(use) for use in seats)
    sitting = Sitting(
        playing, variant, names, tuple(makers.get(use) for use in seats), deal,
        tuple(seat_key(deal, 0, seat) for seat in range(len(seats))),
        terminal=terminal, explained=explained_seats(explain, names) if explain else (),
        files={source.origin or use: name_of(use) for use, source in found.items()},
    )  # fmt: skip
    called = f"{variant.preset} game, seed {seed}"
    watched = Watched(html, called, plural(len(seats), "player")) if html else None
    reader = Telling(tell, Excerpt(at=at), form, called, watched, playing.title)
    outcome = sitting.play(reader)
    files.put_all(reader.files(board))
    decisions = reader.decisions if explain else None
    players_called = reader.players or names
    return PlayedGame(tuple(seats), seed, players_called, outcome, reader.events, decisions, reader.ending)


def _members(
    population: str, uses: Sequence[str], game: str, players: int, variant: Variant
) -> dict[str, Member]:
    """The members of a population that `uses` names, by name. Raises ConfigError if there are none."""
    found = populations.read(population, "--population", game, [Path.cwd()], typed=True)
    known = [use for use in uses if use in found.names]
    if not known:
        raise ConfigError(
            f"--population: {population}: none of {', '.join(uses)} is in it; it has "
            f"{', '.join(found.names)}."
        )
    return {use: found.member(use, (players,), (variant.preset,)) for use in known}


def seated(uses: Sequence[str], players: int | None, variant: Variant) -> list[str]:
    """The strategy of each seat: those of `uses` in order, repeated if there are more players.

    If `players` is None, the number of players is the only one that the variant allows, or else the number of
    strategies.
    """
    if not uses:
        raise ConfigError("--strategies: name at least one strategy; `marchsim strategies` lists them.")
    low, high = variant.players()
    only = low if low == high else len(uses)
    count = only if players is None else players
    if refusal := variant.refusal(count):
        what = "--players" if players is not None else "--strategies"
        short = f" --players {low} repeats a short list." if players is None and count < low > 1 else ""
        raise ConfigError(f"{what}: {refusal}{short}")
    if len(uses) > count:
        who = plural(count, "player")
        raise ConfigError(f"--strategies: names {len(uses)} strategies for {who}; leave some out.")
    return [uses[seat % len(uses)] for seat in range(count)]
