"""`marchsim play`: one game, told in sentences."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption, PresetOption, RulesOption
from marchsim.errors import ConfigError, StrategyError
from marchsim.games.march.presets import players_of
from marchsim.kernel.game import Variant


def command(
    strategies: Annotated[
        str, typer.Option(metavar="A,B,C,...", help="Who plays, in turn order: names or paths of .py files.")
    ],
    seed: Annotated[int, typer.Option(min=0, help="The seed of the deal.")] = 1,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players; a shorter list of strategies is gone through again."),
    ] = None,
    rules: RulesOption = None,
    preset: PresetOption = "",
    as_json: JsonOption = False,
) -> None:
    """Play one game and tell it in sentences, with how everybody stands after each round.

    marchsim play --strategies warlord,forager,explorer,random
    marchsim play --strategies forager --preset solo
    marchsim play --strategies warlord,forager --preset long+primitive --players 4
    marchsim play --strategies random,mine.py --players 4 --seed 7 --rules my-rules.toml
    """
    from marchsim.cli.main import warn
    from marchsim.games.march.game import MARCH
    from marchsim.games.march.outfit import outfit
    from marchsim.games.march.session import MarchSession
    from marchsim.games.march.story import Story, player_names
    from marchsim.kernel.streams import deal_key, seat_key
    from marchsim.runner import sources

    variant = show.variant_of(preset, rules)
    uses = seated(strategies, players, variant)
    found = {use: sources.typed(use) for use in dict.fromkeys(uses)}
    makers = {use: MARCH.strategy_factory(MARCH.strategy_class(source), {}) for use, source in found.items()}
    for warning in variant.warnings((len(uses),)):
        warn(warning)
    session = MarchSession(outfit(variant), len(uses), "rounds")
    names = player_names([use.removesuffix(".py").rpartition("/")[2] for use in uses])
    events: list[dict[str, Any]] = []
    story = Story(
        session, names, (lambda line: None) if as_json else _tell, events.append if as_json else None
    )
    deal = deal_key(seed, "main", len(uses), 0)
    minds = [makers[use]() for use in uses]
    with show.interruptible():
        outcome = session.play(0, deal, [seat_key(deal, 0, seat) for seat in range(len(uses))], minds)
    story.over(outcome)
    if as_json:
        show.write_json({"players": names, "seed": seed, "outcome": show.outcome(outcome), "events": events})
    if outcome.void:
        whose = f"strategy {uses[outcome.fault_seat]!r}" if outcome.fault_seat >= 0 else "the game"
        raise StrategyError(f"{whose}: {outcome.fault} (the game is void: {outcome.void}).")


def seated(strategies: str, players: int | None, variant: Variant) -> list[str]:
    """Return who sits where: the strategies in order, gone through again where there are more players.

    Unless `players` says otherwise there are as many as are named, or as the variant's only number.
    """
    uses = [use.strip() for use in strategies.split(",") if use.strip()]
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
        raise ConfigError(
            f"--strategies: names {len(uses)} strategies for {players_of(count, count)}; leave some out."
        )
    return [uses[seat % len(uses)] for seat in range(count)]


def _tell(line: str) -> None:
    show.story([line])
