"""`marchsim replay`: a recorded game played again, checked and told."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli import show
from marchsim.cli.show import JsonOption
from marchsim.errors import StateMismatch

if TYPE_CHECKING:
    from marchsim.kernel.game import Outcome
    from marchsim.runner.replay import RecordedGame


def command(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder.")],
    game: Annotated[int, typer.Argument(metavar="GAME", help="The game's id in its tables.")],
    strategy_path: Annotated[
        list[Path] | None,
        typer.Option(help="A further folder that strategies may come from; may be repeated."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a recorded game again, tell it in sentences, and check that it is the same game.

    marchsim replay runs/demo 12
    marchsim replay runs/mine 3 --strategy-path my-strategies

    Exit code 6: the game differs from what was recorded.
    """
    from marchsim.games.march.session import MarchSession
    from marchsim.games.march.story import Story, player_names
    from marchsim.runner.replay import game_of
    from marchsim.runner.watch import Watch

    recorded = game_of(run, game, [Path.cwd(), *(strategy_path or [])])
    for notice in recorded.notices:
        sys.stderr.write(f"marchsim: notice: {notice}\n")
    session = recorded.game.session(recorded.variant, len(recorded.makers), recorded.record)
    events: list[dict[str, Any]] = []
    story = None
    names = player_names(recorded.names)
    if isinstance(session, MarchSession):
        story = Story(
            session, names, (lambda line: None) if as_json else _tell, events.append if as_json else None
        )
    minds = [make() for make in recorded.makers]
    watch = Watch(recorded.decision_seconds, [-1, 0, 0])
    with show.interruptible(), watch if recorded.stopped else nullcontext():
        watch.enter(session, game, 0)
        outcome = session.play(game, recorded.deal_key, recorded.seat_keys, minds)
    if story is not None:
        story.over(outcome)
    if as_json:
        show.write_json({"players": names, "game": game, "outcome": show.outcome(outcome), "events": events})
    verdict = compare(recorded, outcome)
    if not as_json:
        _tell(verdict)


def compare(recorded: RecordedGame, outcome: Outcome) -> str:
    """Return that a game is the one that was recorded; raises StateMismatch if it is not."""
    row = recorded.row
    if row is None:
        return "This game of the run's plan has not been stored, so there is nothing to compare it with."
    stored = row["void"] or row["digest"]
    found = outcome.void or outcome.digest
    if stored == "time":
        how = f"{found} ({outcome.fault})" if outcome.void else found
        return f"Recorded was a game stopped by the clock, which may differ; now it came out as {how}."
    if stored != found:
        raise StateMismatch(
            f"game {recorded.entry.game}: recorded was {stored}, but it came out as {found}; the engine or a "
            "strategy is not what it was when the run was played."
        )
    return f"The same game as recorded ({stored})."


def _tell(line: str) -> None:
    show.story([line])
