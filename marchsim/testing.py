"""Laws that every game must obey, for its tests.

    python -m marchsim.testing NAME

checks an installed game, and shows the first view of each seat: no law is about hidden information. The
game's own tests call `law(subject(NAME))` for each law of `LAWS`. A broken law raises BrokenLaw.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from marchsim import errors, games
from marchsim.errors import ConfigError
from marchsim.kernel.game import Game, Outcome, Session, Variant
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.kernel.showing import Shown
from marchsim.runner.configuration import sources
from marchsim.tabletop.small import Play, SmallGame

__all__ = ["LAWS", "BrokenLaw", "Subject", "dealt", "subject"]

RECORD = "events"
DEALS = 6
COMMON = ("seat", "round", "scores", "question", "options")  # what every view has
CHANCE = "chance comes from elsewhere than `roll` and `shuffled`"
Maker = Callable[[], object]
CHILD = """
import random, sys
from marchsim import games, testing
name, where = sys.argv[1:]
games.register(name, where)
random.seed(hash(name))
print("digests", *testing.digests(testing.subject(name)))
"""


class BrokenLaw(AssertionError):
    """Raised if a game breaks a law."""


class _Unplayable(BrokenLaw):
    """Raised if a game cannot be played to its end, so that no other law can be checked."""


@dataclass(frozen=True)
class Subject:
    """A game whose laws are checked, with the means to play it.

    `makers` create the players of a game, a fresh player at each call. `failing` creates a player that
    raises. `presets` are the ways to play, with the standard one first. `overlay` changes a rule.
    """

    name: str
    game: Game
    makers: Sequence[Maker]
    failing: Maker
    presets: tuple[str, ...]
    overlay: Mapping[str, Any]
    deals: int = DEALS

    @property
    def variant(self) -> Variant:
        """The variant "law" with the first preset and no overlay."""
        return self.game.variant("law", self.presets[0], ())


def subject(name: str, players: int = 0) -> Subject:
    """A game with its shipped strategies, or with the base of its strategies if none is shipped.

    If `players` is 0, there are three players, or the nearest number that the game allows. Raises ConfigError
    for an unknown name.
    """
    game: Any = games.load(name)
    variant = game.variant("law", "", ())
    low, high = variant.players()
    count = players or min(high, max(low, 3))
    classes = [game.strategy_class(sources.typed(one, (), name)) for one in sources.quick(name)]
    classes = classes or [game.kind.base]
    makers = [game.strategy_factory(classes[seat % len(classes)], {}) for seat in range(count)]
    hooks = dict.fromkeys((*game.kind.hooks, "otherwise"), _fail)
    failing = type("Failing", (classes[0],), {"__module__": "failing", **hooks})
    presets = tuple(getattr(game, "presets", ())) or ("standard",)
    changed = _changed(games.able(name, Shown, "it does not show its rules").rule_rows(variant, ""))
    return Subject(name, game, makers, game.strategy_factory(failing, {}), presets, {"rules": changed})


def dealt(
    name: str, players: int = 2, dice: Sequence[int] = (), rules: Mapping[str, Any] | None = None
) -> Any:
    """A `Play` of a small game after its set-up, for tests that play parts of a game.

    Each seat has a player of the game's base strategy class, which gives default answers. `dice` are the
    first rolls after `set_up`. `rules` changes rules by name. Raises ConfigError if the game is not small.
    """
    game = _small(games.load(name))
    if game is None:
        raise ConfigError(f"{name} is not a small game; set up a position of it by a scenario.")
    variant = game.variant("test", "", [("test", {"rules": dict(rules or {})})])
    play: Play = game.plays(variant.rules.human(), players, deal_key(1, "test", players, 0), game.events)
    play.seat([game.kind.base() for _ in range(players)])
    play.set_up()
    left = list(dice)
    chance = play.roll
    play.roll = lambda sides=6: left.pop(0) if left else chance(sides)  # type: ignore[method-assign]
    return play


def _small(game: object) -> SmallGame | None:
    """The game if it is a small one, otherwise None."""
    return game if isinstance(game, SmallGame) else None


def _fail(strategy: object, view: object) -> int:
    """Raise an error. This function serves as every hook of a failing strategy."""
    raise ValueError("fails on purpose")


def _changed(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A new value for the first rule that can have one, by the rule's name, or {} if no rule can."""
    for row in rows:
        if row["type"] == "bool":
            return {row["name"]: not row["value"]}
        if row["type"] == "int" and row["low"] < row["high"]:
            return {row["name"]: row["low"] if row["value"] != row["low"] else row["high"]}
    return {}


def _must(holds: bool, sentence: str) -> None:
    """Raise BrokenLaw with this sentence unless `holds`."""
    if not holds:
        raise BrokenLaw(sentence)


def _play(session: Session, deal: int, makers: Sequence[Maker], game_id: int = 0) -> Outcome:
    """Play one deal with fresh strategies."""
    key = deal_key(1, "law", len(makers), deal)
    keys = [seat_key(key, 0, seat) for seat in range(len(makers))]
    return session.play(game_id, key, keys, [make() for make in makers])


def digests(of: Subject) -> list[str]:
    """The digests of a subject's games, one for each deal."""
    session = of.game.session(of.variant, len(of.makers), RECORD)
    return [_play(session, deal, of.makers).digest for deal in range(of.deals)]


# the laws -----------------------------------------------------------------------
def same_keys_same_game(of: Subject) -> None:
    """A deal gives the same game in a fresh session and after other games. Different deals differ."""
    used = of.game.session(of.variant, len(of.makers), RECORD)
    first = [_play(used, deal, of.makers) for deal in range(of.deals)]
    for deal, outcome in enumerate(first):
        if outcome.void:
            raise _Unplayable(f"deal {deal} is void ({outcome.void}): {outcome.fault}")
    for deal in reversed(range(of.deals)):
        fresh = of.game.session(of.variant, len(of.makers), RECORD)
        same = _play(fresh, deal, of.makers) == first[deal]
        _must(
            same,
            f"deal {deal} is another game at a fresh table: something is kept between games, or {CHANCE}",
        )
    distinct = len({outcome.digest for outcome in first})
    _must(
        distinct == of.deals, f"{of.deals} deals gave {distinct} different games: nothing is left to chance"
    )


def every_process_plays_alike(of: Subject) -> None:
    """Other processes play the same games, whatever their clock, order of sets and global random state."""
    found = []
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", CHILD, of.name, games.where(of.name)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        last = told.stderr.rstrip().rpartition("\n")[2]
        _must(told.returncode == 0, f"its games cannot be played in a process of their own: {last[-500:]}")
        found.append(told.stdout.split())
    _must(found[0] == found[1], "another process plays other games: a set's order or global chance decides")


def recording_changes_nothing(of: Subject) -> None:
    """Games recorded in less detail are the same games."""
    for deal in range(of.deals):
        less, more = (
            _play(of.game.session(of.variant, len(of.makers), record), deal, of.makers)
            for record in ("rounds", RECORD)
        )
        _must(less == more, f"deal {deal} is another game if its events are recorded")


def outcomes_add_up(of: Subject) -> None:
    """Check that each game ends with a digest, scores and ranks, and that the right seats win.

    The winners are the seats of rank 1. Against an opponent, either all seats win or none does. A game with
    `unwon` may also end without a winner.
    """
    session = of.game.session(of.variant, len(of.makers), RECORD)
    seats = len(of.makers)
    for deal in range(of.deals):
        outcome = _play(session, deal, of.makers)
        _must(not outcome.void, f"deal {deal} is void ({outcome.void}): {outcome.fault}")
        _must(bool(outcome.digest), "a game has no digest")
        _must(outcome.decisions > 0, "a game has no decision")
        _must(outcome.rounds > 0, "a game has no round: call begin_round")
        whole = len(outcome.scores) == len(outcome.ranks) == seats and min(outcome.ranks) == 1
        _must(whole, "not every seat has a score and a rank, or nobody has rank 1")
        first = sum(1 << seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
        alone = (first, 0) if hasattr(of.game, "unwon") else (first,)
        allowed = (0, (1 << seats) - 1) if of.variant.opponent else alone
        _must(outcome.winners in allowed, "the winners are not the seats of rank 1")


def every_game_ends(of: Subject) -> None:
    """A game ends even if all players always take the first option, or always the last.

    The strategies `first` and `last` choose in this way. Every small game has them. Others may ship them.
    """
    for word, at in (("first", 0), ("last", -1)):
        if (make := _stubborn(of, word, at)) is None:
            continue
        for players in dict.fromkeys((len(of.makers), *of.variant.players())):
            outcome = _play(of.game.session(of.variant, players, RECORD), 0, [make] * players)
            _must(
                not outcome.void,
                f"if all of {players} players take the {word} option, a game does not end: {outcome.fault}",
            )


def _stubborn(of: Subject, word: str, at: int) -> Maker | None:
    """A maker of players that always take the option at place `at`, or None if the game ships none."""
    game = _small(of.game)
    if game is not None:
        hooks = dict.fromkeys(game.kind.hooks, lambda self, view: view.options[at])
        return game.strategy_factory(type(word.capitalize(), (game.kind.base,), hooks), {})
    if word not in sources.available(of.name):
        return None
    return of.game.strategy_factory(of.game.strategy_class(sources.typed(word, (), of.name)), {})


def rows_are_as_described(of: Subject) -> None:
    """The rows of each table fit its columns, keys and labels. Rows that were taken are not kept."""
    session = of.game.session(of.variant, len(of.makers), RECORD)
    for deal in range(of.deals):
        _play(session, deal, of.makers, deal)
    taken = session.take()
    for table in of.game.tables(of.variant, RECORD):
        rows = taken[table.name]
        _must(rows.shape[1] == len(table.columns), f"table {table.name}: rows have {rows.shape[1]} columns")
        names = [column.name for column in table.columns]
        if table.name != "seats":  # the runner adds to its rows, and its key
            keys = rows[:, [names.index(name) for name in table.key]]
            _must(
                len(np.unique(keys, axis=0)) == len(rows), f"table {table.name}: two rows have the same key"
            )
        for at, column in enumerate(table.columns):
            if column.labels and len(rows):
                fits = rows[:, at].min() >= -1 and rows[:, at].max() < len(column.labels)
                _must(bool(fits), f"table {table.name}: {column.name} has a number without a label")
    _must(not any(len(rows) for rows in session.take().values()), "rows that were taken are still there")


def a_failure_is_void_and_leaves_nothing(of: Subject) -> None:
    """If a strategy raises, the game is void and has no rows. The strategy's seat is at fault.

    Later games stay the same.
    """
    session = of.game.session(of.variant, len(of.makers), RECORD)
    alone = _play(of.game.session(of.variant, len(of.makers), RECORD), 0, of.makers)
    outcome = _play(session, 0, [*of.makers[:-1], of.failing])
    _must(bool(outcome.void and outcome.fault), "a game whose strategy raised is not void")
    _must(outcome.fault_seat == len(of.makers) - 1, "the wrong seat is named for a void game")
    _must(not any(len(rows) for rows in session.take().values()), "a void game leaves rows")
    _must(_play(session, 0, of.makers) == alone, "the game after a void one is another game")


def a_variant_tells_itself(of: Subject) -> None:
    """The fingerprint of a variant depends on its rules: an overlay changes it, another name does not."""
    prints = [of.game.variant("x", preset, ()).fingerprint for preset in of.presets]
    again = [of.game.variant("y", preset, ()).fingerprint for preset in of.presets]
    _must(prints == again, "the name of a variant changes its fingerprint")
    changed = of.game.variant("x", of.presets[0], [("overlay", of.overlay)])
    if of.overlay.get("rules"):
        _must(changed.fingerprint not in prints, "a changed rule leaves the fingerprint as it was")
    low, high = changed.players()
    fits = changed.refusal(high + 1) and not changed.refusal(low) and not changed.refusal(high)
    _must(bool(fits), "a number of players is refused that is in its range, or the other way round")


LAWS: tuple[Callable[[Subject], None], ...] = (
    same_keys_same_game,
    every_process_plays_alike,
    recording_changes_nothing,
    outcomes_add_up,
    every_game_ends,
    rows_are_as_described,
    a_failure_is_void_and_leaves_nothing,
    a_variant_tells_itself,
)


def views(of: Subject) -> list[str]:
    """The view of each seat at its first question, a line each. Empty unless the game is small."""
    game = _small(of.game)
    found: dict[int, str] = {}

    def looking(hook: str) -> Callable[[Any, Any], Any]:
        def look(strategy: Any, view: Any) -> Any:
            parts = [f"{name} {value}" for name, value in vars(view).items() if name not in COMMON]
            found.setdefault(view.seat, f"  seat {view.seat} sees at {hook}: {', '.join(parts)}")
            return getattr(strategy, f"_{hook}")(view)

        return look

    if game is not None:
        base = game.kind.base
        own = {f"_{hook}": getattr(base, hook) for hook in game.kind.hooks}
        spy = type("Spy", (base,), {**own, **{hook: looking(hook) for hook in game.kind.hooks}})
        _play(
            of.game.session(of.variant, len(of.makers), RECORD),
            0,
            [game.strategy_factory(spy, {})] * len(of.makers),
        )
    return [found[seat] for seat in sorted(found)]


def main(words: Sequence[str]) -> int:
    """Check the laws of some games. Print views and a line for each law, and return the exit code."""
    if not words or {"-h", "--help"} & {*words}:
        print(f"name a game: python -m marchsim.testing NAME. There are {', '.join(games.names())}.")
        return 0 if words else 2
    broken = 0
    for name in words:
        of = subject(name)
        print(f"{of.game.title}: {errors.plural(len(of.makers), 'player')}, {of.deals} deals")
        for law in LAWS:
            fault: Exception | None = None
            try:
                with games.own_errors():
                    law(of)
            except (BrokenLaw, errors.RulesError) as error:
                fault = error
            verdict = errors.plain(f"BROKEN: {fault}") if fault else "kept"
            print(f"  {law.__name__.replace('_', ' '):40} {verdict}")
            broken += fault is not None
            if isinstance(fault, _Unplayable | errors.RulesError):
                print("  Mend this first; the other laws need games that are played to their end.")
                break
        else:
            print(*views(of), sep="\n")
    return 3 if broken else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except errors.MarchsimError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
