"""The declaration of a small game, and its implementation of kernel.game.Game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any

from marchsim.errors import ConfigError
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome, Session, StrategySource, Table, Variant
from marchsim.kernel.numbers import Weight
from marchsim.kernel.rng import Stream
from marchsim.kernel.showing import Page, Profile
from marchsim.kernel.telling import Audience, Teller
from marchsim.tabletop import sessions
from marchsim.tabletop.players import class_checks, loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.door import Door
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.recording import Columns, Recorder, RoundsTable, SeatsTable, round_columns
from marchsim.tabletop.rules import overlays
from marchsim.tabletop.rules.overlays import (
    Overlay,
    Preset,
    count_provenance,
    fingerprint,
    players_of,
    preset_rules,
)
from marchsim.tabletop.rules.parameters import Book, Parameter, Rules
from marchsim.tabletop.small.play import ROUND, EventKind, Play, Strategy, Words, kinds_of, parameters_of
from marchsim.tabletop.telling import rules as sheets

if TYPE_CHECKING:
    import numpy as np


from marchsim.kernel.telling import Terminal
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.small.play import View
from marchsim.tabletop.telling.asker import Asker, numbered
from marchsim.tabletop.telling.narrator import Chronicle, Event, Language, Narrator, Story

KEYS = ("preset", "rules")
PACE = 30_000  # decisions of examples/cant-stop that two cores take in a second, for `marchsim try`
NEW = '''"""{title}: a strategy of {game}."""

from {module} import {base}


class {name}({base}):
    """Say in a sentence how it plays."""
{hooks}'''
HOOK = '''
    def {hook}(self, view):
        """{about}"""
        return self.pick(view.options)  # one of the options; the view has scores, round and more
'''


@dataclass
class SmallVariant:
    """A variant of a small game (kernel.game.Variant). It has rules but no components."""

    name: str
    preset: str
    rules: Rules
    range: tuple[int, int]
    opponent: str = ""

    def __post_init__(self) -> None:
        """Compute the fingerprint of the rules."""
        self.fingerprint = fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """The complete contents of the variant."""
        return {"rules": self.rules.human()}

    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return self.range

    def refusal(self, players: int) -> str:
        """The reason why this number of players cannot play, or '' if they can."""
        low, high = self.range
        return "" if low <= players <= high else f"it is for {players_of(low, high)}, not {players}."

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """Warnings about this variant. A small game has none."""
        return ()

    def items(self) -> list[dict[str, Any]]:
        """The rows of components. A small game has none."""
        return []

    def provenance(self) -> dict[str, int]:
        """The number of component facts by provenance. A small game has none."""
        return count_provenance([])


class SmallGame(Door):
    """A game with rules, questions and events, each declared once.

    `players` has the smallest and the largest number of players. `play` is the class with the rules,
    `strategy` the base of the game's strategies, and `rules` the parameters of the rules. `events` has a
    sentence for each kind of event. `words` has the words of values by name (see `kinds_of`).
    """

    overlay_keys = KEYS[1:]
    kinds: tuple[str, ...] = ()
    pace = PACE

    def __init__(
        self,
        name: str,
        title: str,
        *,
        players: tuple[int, int],
        play: type[Play],
        strategy: type[Strategy],
        rules: Sequence[Parameter] = (),
        events: Mapping[str, str],
        words: Words | None = None,
        presets: Sequence[Preset] = (),
    ) -> None:
        self.name, self.title, self.players, self.plays = name, title, players, play
        self.book = Book({"Rules": tuple(rules)})
        standard = Preset("standard", "the game as it is", {}, players)
        self.presets = {preset.name: preset for preset in (standard, *presets)}
        self.events = kinds_of(events, words or {})
        hooks = [key for key, value in vars(strategy).items() if isinstance(value, FunctionType)]
        self.kind = StrategyKind(strategy, tuple(key for key in hooks if not key.startswith("_")))

    # kernel.game.Game ---------------------------------------------------------
    def variant(self, name: str, preset: str, overlays: Sequence[Overlay]) -> SmallVariant:
        """The variant that results from a preset and overlays."""
        chosen, rules = preset_rules(self.book, self.presets, KEYS, preset, overlays)
        for source, overlay in overlays:
            rules = rules.overlaid(source, overlay.get("rules", {}))
        return SmallVariant(name, chosen, rules, self.players)

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills if it keeps the records that `record` names."""
        return tuple(rows.table for rows in SmallRecorder(record, self.events).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """A new session for games of this variant with this many players."""
        rules = own(variant).rules.human()

        def deal(seats: int, deal_key: int) -> Play:
            return self.plays(rules, seats, deal_key, self.events)

        return SmallSession(deal, self.kind, self.events, players, record)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """A function that makes a fresh strategy for each game."""

        def make() -> Player:
            user: Any = cls()
            user.configure(parameters)
            return Player(user, user, 0)

        loading.create(self.kind, cls).configure(parameters)
        return make

    # abilities ----------------------------------------------------------------
    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games, which describes them to an audience."""
        return SmallStory(session, strategies, audience)

    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """The rows of components. A small game has none."""
        return []

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """The page of components. It is empty, since a small game has none."""
        return []

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """The parameters of the rules that match `name`, as rows."""
        return [sheets.row(own(variant).rules, known) for known in self.book.named(name)]

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """The parameters of the rules that match `name`, for a reader."""
        return sheets.page(own(variant).rules, list(self.presets.values()), name, changes)

    def profile(self, source: StrategySource) -> Profile:
        """The description of a strategy: its class, its parameters, and the questions that it answers."""
        cls = self.strategy_class(source)
        numbers: dict[str, float | list[float]] = dict(parameters_of(cls))
        return class_checks.profile(self.kind, cls, self.kind.base, numbers)

    def new_strategy(self, name: str) -> tuple[str, str]:
        """The file name and the text of a new strategy, with a method for each question."""
        named, base = loading.named(name), self.kind.base
        about = {hook: inspect.cleandoc(getattr(base, hook).__doc__ or "Answer.") for hook in self.kind.hooks}
        hooks = "".join(HOOK.format(hook=hook, about=about[hook]) for hook in self.kind.hooks)
        return named.file, NEW.format(
            title=named.title, game=self.title, module=base.__module__, base=base.__name__,
            name=named.class_name, hooks=hooks,
        )  # fmt: skip

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """An overlay file with every rule as a comment. Raises ConfigError if `assumed` is true."""
        if assumed:
            raise ConfigError(
                f"--assumed: {self.title} has no components with assumed numbers; leave it out."
            )
        mine = own(variant)
        return overlays.rules_overlay(
            self.book, f"# Rules of {self.title}.\n", mine.preset, mine.rules.values
        )

    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The parameters of a strategy as weights for a search, each from 0 to four times its value."""
        own = parameters_of(self.strategy_class(source))
        values = {**own, **parameters}
        return tuple(
            Weight(
                name, (float(value),), min(0.0, 4.0 * value), max(4.0 * value, 1.0),
                0 if type(value) is type(own.get(name)) is int else 2, max(abs(value) / 4, 0.3), name,
            )
            for name, value in values.items()
        )  # fmt: skip

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """The parameters with new values of some weights. Whole numbers are written without decimals."""
        whole = {name: int(each[0]) if each[0] == int(each[0]) else each[0] for name, each in values.items()}
        return {**parameters, **whole}


def own(variant: Variant) -> SmallVariant:
    """The variant itself, which must be one of a small game."""
    assert isinstance(variant, SmallVariant)
    return variant


Dealing = Callable[[int, int], Play]  # from the number of players and the key of a deal to a game


class SmallRecorder(Recorder):
    """The records of a session: the number of answers by seat, the scores by round, and the events."""

    def __init__(self, record: str, kinds: Mapping[str, EventKind]) -> None:
        seats = Columns()
        seats.number("answers", "i32", "questions that the seat answered")
        self.seats = SeatsTable(seats)
        self.rounds = RoundsTable(round_columns("points after the round", "points"))
        super().__init__(
            record, self.seats, [self.rounds], {kind.number: name for name, kind in kinds.items()}
        )

    def ended(self, g: Play) -> None:
        """Record the scores after a round."""
        if self.with_rounds:
            for seat in g.seats:
                self.rounds.begin(self.game, g.round, seat, g.scores[seat])
                self.rounds.keep()

    def finished(self, g: Play) -> None:
        """Record the number of answers of each seat, and the events."""
        for seat in g.seats:
            values = self.seats.room()
            values[self.seats.count] = g.answers[seat]
            self.seats.keep()
        self.write_events(g._events, ROUND)


class SmallSession:
    """A session that plays games of one variant and number of players (kernel.game.Session)."""

    def __init__(
        self, deal: Dealing, kind: StrategyKind, kinds: Mapping[str, EventKind], players: int, record: str
    ):
        self.deal, self.kind, self.kinds, self.players = deal, kind, kinds, players
        self.recorder = SmallRecorder(record, kinds)
        self.watcher: Watcher | None = None
        self._play: Play | None = None
        self._game = -1

    @property
    def game(self) -> Play:
        """The game in progress, or the last one."""
        assert self._play is not None
        return self._play

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end. If a strategy fails, the outcome is void."""
        g = self._play = self.deal(self.players, deal_key)
        self._game = game_id
        g._events.watcher = self.watcher
        self.recorder.begin(game_id, g._events)
        g._round_ended = lambda: self.recorder.ended(g)  # type: ignore[method-assign]
        users: list[Any] = [player.user for player in strategies if isinstance(player, Player)]
        for user, key in zip(users, seat_keys, strict=True):
            user.rng = Stream(key)
        g.seat(users)

        def begin(seat: int) -> None:
            users[seat].begin(g._seen(seat, question="", options=()))

        def where(seat: int, error: BaseException) -> str:
            hooks = self.kind.hooks
            if g._view.question not in hooks:
                return ""
            number = hooks.index(g._view.question)
            return class_checks.where(self.kind, type(users[seat]), number, error.__traceback__)

        if fault := sessions.attempt(g._table, self.players, begin, g._run, where):
            self.recorder.forget()
            return sessions.void(fault, g.round, g.round, g._table.decisions)
        self.recorder.finished(g)
        return outcome(g)

    def take(self) -> dict[str, np.ndarray]:
        """Return the rows of all tables, and forget them."""
        return sessions.taken({rows.table.name: rows for rows in self.recorder.tables})

    def position(self) -> tuple[int, int]:
        """(game id, decisions so far) of the game in progress."""
        return self._game, 0 if self._play is None else self._play._table.decisions


def outcome(g: Play) -> Outcome:
    """The outcome of a game. The winners have rank 1, and the others are ranked by their points."""
    won = set(g.winners())
    if not won:
        raise ValueError(f"{type(g).__name__}.winners names no winner; every game has at least one")
    standing = [(seat in won, g.scores[seat]) for seat in g.seats]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    ranks = tuple(1 if seat in won else rank for seat, rank in enumerate(ranks))
    return Outcome(
        tuple(g.scores), ranks, sum(1 << seat for seat in won), g.round, g.round, g._table.decisions,
        g._events.digest(), tuple(g._events.digests), "score",
    )  # fmt: skip


def narrator(kinds: Mapping[str, EventKind], players: Sequence[str]) -> Narrator:
    """The narrator of events in a game between these players."""
    by_number = {kind.number: kind for kind in kinds.values()}
    values = [(kind, value) for kind in kinds.values() for value in kind.values]
    letters = {chr(ord("A") + at): one for at, one in enumerate(values)}  # one for each value of each kind
    words = {word for kind in kinds.values() for each in kind.words.values() for word in each}

    def who(seat: int) -> str:
        return players[seat] if seat >= 0 else ""

    def say(letter: str, numbers: Sequence[int]) -> str:
        kind, value = letters[letter]
        return kind.worded(value, numbers[0])

    def sentence(event: Event) -> str:
        return by_number[event[0]].sentence_of(who(event[1]), event[2:])

    language = Language(
        {kind.number: kind.name for kind in kinds.values()},
        {
            number: "".join(letter for letter, (one, _) in letters.items() if one is kind)
            for number, kind in by_number.items()
        },
        who=who, say=say, sentence=sentence, vocabulary=lambda: (*players, *words),
        levels={ROUND: 0}, opening=(ROUND,),
    )  # fmt: skip
    return Narrator(language)


class SmallStory(Story):
    """Describes the games of a session by the sentences of their events (kernel.telling.Teller)."""

    def __init__(self, session: Any, strategies: Sequence[str], audience: Audience) -> None:
        names = player_names(strategies, [str(seat + 1) for seat in range(len(strategies))])
        super().__init__(session, names, audience)

    def fresh(self) -> Chronicle:
        """A chronicle that puts the events of one game into words, with their rounds."""
        return Chronicle(narrator(self.session.kinds, self.players), ("",), ROUND)

    def summary(self) -> list[str]:
        """A line with the points of all players."""
        scores = zip(self.players, self.session.game.scores, strict=True)
        return [f"  {', '.join(f'{player} {score}' for player, score in scores)}"]

    def ending(self, outcome: Outcome) -> list[str]:
        """The lines about the winners, and the digest of the game."""
        return [f"{self.winners(outcome)}.", f"Digest {outcome.digest}."]

    def explain(self, seats: Sequence[int]) -> None:
        """Raise an error: the strategies of a small game do not rate options, so nothing can be explained."""
        raise ConfigError("--explain: the strategies of this game give no reasons; leave it out.")

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy with which a person plays a seat."""
        person = Person(Asker(terminal, seat, self.players[seat]))
        return Player(person, person, 0)


class Person(Strategy):
    """A strategy that answers every question with the input of a person."""

    def __init__(self, asker: Asker) -> None:
        super().__init__()
        self.asker = asker

    def otherwise(self, view: View) -> Any:
        """Show the question and the view. Returns the option that the person chooses."""
        fixed = ("seat", "round", "options", "question")
        shown = [f"  {name}: {value}" for name, value in vars(view).items() if name not in fixed]
        choices = [(str(option),) for option in view.options]
        question = view.question.replace("_", " ")
        self.asker.tell([f"{self.asker.player}: {question}?", *shown, *numbered(choices)])
        return view.options[self.asker.answer(choices, {})]
