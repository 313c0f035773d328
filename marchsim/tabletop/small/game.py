"""The declaration of a small game, and its implementation of kernel.game.Game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from marchsim.errors import ConfigError
from marchsim.kernel.game import Session, StrategySource, Table, Variant
from marchsim.kernel.showing import Page, Profile
from marchsim.kernel.telling import Audience, Teller
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import class_checks, loading, starter
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.door import Door
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.rules import blank
from marchsim.tabletop.rules.overlays import Overlay, count_provenance, fingerprint
from marchsim.tabletop.rules.parameters import Book, Parameter, Rules
from marchsim.tabletop.rules.presets import Preset, players_of, preset_rules
from marchsim.tabletop.small.events import Words, kinds_of
from marchsim.tabletop.small.play import Play, Strategy, parameters_of
from marchsim.tabletop.small.session import SmallRecorder, SmallSession
from marchsim.tabletop.small.wording import SmallStory
from marchsim.tabletop.telling import rules as sheets

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
    """The rules of one variant of a small game (kernel.game.Variant); it has no components."""

    name: str
    preset: str
    rules: Rules
    range: tuple[int, int]
    opponent: str = ""

    def __post_init__(self) -> None:
        """Compute the fingerprint of the rules."""
        self.fingerprint = fingerprint(self.resolved())

    def resolved(self) -> dict[str, Any]:
        """The complete content of the variant."""
        return {"rules": self.rules.human()}

    def players(self) -> tuple[int, int]:
        """The smallest and largest number of players."""
        return self.range

    def refusal(self, players: int) -> str:
        """The reason why this number of players cannot play, '' if they can."""
        low, high = self.range
        return "" if low <= players <= high else f"it is for {players_of(low, high)}, not {players}."

    def warnings(self, players: Sequence[int]) -> tuple[str, ...]:
        """No warnings: a small game has none."""
        return ()

    def items(self) -> list[dict[str, Any]]:
        """No rows: a small game has no components."""
        return []

    def provenance(self) -> dict[str, int]:
        """No counts: a small game has no component numbers."""
        return count_provenance([])


class SmallGame(Door):
    """A game with rules, questions and events, each declared once.

    `players` are the smallest and largest number, `play` the class with the rules, `strategy` the base of its
    strategies, `rules` the parameters of the rules. `events` has a sentence for each kind of event, and
    `words` the words of their values, by name (`kinds_of` in wording.py explains both).
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
        """Resolve a preset and overlays."""
        chosen, rules = preset_rules(self.book, self.presets, KEYS, preset, overlays)
        for source, overlay in overlays:
            rules = rules.overlaid(source, overlay.get("rules", {}))
        return SmallVariant(name, chosen, rules, self.players)

    def tables(self, variant: Variant, record: str) -> tuple[Table, ...]:
        """The tables that a session fills."""
        return tuple(rows.table for rows in SmallRecorder(record, self.events).tables)

    def session(self, variant: Variant, players: int, record: str) -> Session:
        """Create a session for games of a variant and number of players."""
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

        loading.made(self.kind, cls).configure(parameters)
        return make

    # abilities ----------------------------------------------------------------
    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games."""
        return SmallStory(session, strategies, audience)

    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """No rows: a small game has no components."""
        return []

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """An empty page."""
        return []

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """Parameters of the rules as rows."""
        return [sheets.row(own(variant).rules, known) for known in self.book.named(name)]

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """Parameters of the rules for a reader."""
        return sheets.page(own(variant).rules, list(self.presets.values()), name, changes)

    def profile(self, source: StrategySource) -> Profile:
        """The class of a strategy, its parameters and the questions that it answers."""
        cls = self.strategy_class(source)
        numbers: dict[str, float | list[float]] = dict(parameters_of(cls))
        return class_checks.profile(self.kind, cls, self.kind.base, numbers)

    def new_strategy(self, name: str) -> tuple[str, str]:
        """The file name and the text of a strategy to start from, with a method for each question."""
        named, base = starter.named(name), self.kind.base
        about = {hook: inspect.cleandoc(getattr(base, hook).__doc__ or "Answer.") for hook in self.kind.hooks}
        hooks = "".join(HOOK.format(hook=hook, about=about[hook]) for hook in self.kind.hooks)
        return named.file, NEW.format(
            title=named.title, game=self.title, module=base.__module__, base=base.__name__,
            name=named.class_name, hooks=hooks,
        )  # fmt: skip

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """An overlay with every rule as a comment. Raises ConfigError for assumed numbers."""
        if assumed:
            raise ConfigError(
                f"--assumed: {self.title} has no components with assumed numbers; leave it out."
            )
        mine = own(variant)
        return blank.rules_overlay(self.book, f"# Rules of {self.title}.\n", mine.preset, mine.rules.values)

    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The parameters of a strategy as weights for a search, up to four times their size."""
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
        """Parameters with these weights. Whole numbers are written without decimals."""
        whole = {name: int(each[0]) if each[0] == int(each[0]) else each[0] for name, each in values.items()}
        return {**parameters, **whole}


def own(variant: Variant) -> SmallVariant:
    """The variant, as one of a small game."""
    assert isinstance(variant, SmallVariant)
    return variant
