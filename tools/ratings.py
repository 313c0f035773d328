"""Measure the ratings of rare questions of March: plans that answer them plainly, and plans as they are.

Of the 38 questions, 14 are 96.5 % of all decisions. `plain` rates the options of the others by their kind
alone. In each deal one seat of a table of equal plans answers one question, or all of them, by it. The same
deal is also played unchanged, so the difference in wins is the effect. Plans, seats and numbers of players
rotate. A game is only played if the seat is asked that question in the unchanged one.

`python -m tools.ratings 400` plays 400 deals with each number of players and prints the tables of
reports/lab/heuristics.md. Names after the number, as in `400 site,gifts`, choose the questions that are
answered plainly together, on deals of their own.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from marchsim.games.march import words as w
from marchsim.games.march.amounts import G_POINTS
from marchsim.games.march.engine.card import X_PLAIN, X_TRAITOR
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import heuristic, loading
from marchsim.games.march.players.heuristic import card_facts, card_worth
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.questions import BY_NAME
from marchsim.games.march.players.heuristic.questions.cards import Hex
from marchsim.games.march.players.heuristic.questions.rating import Accept
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import Player
from tools import games

FREQUENT = (
    "step", "action", "exchange_card", "gain_larva", "pay", "emerge", "decree", "inhabit", "move_in", "place",
    "ferocity", "turn", "spoils", "lose",
)  # fmt: skip
RARE = tuple(name for name, _, _ in w.QUESTIONS if name not in FREQUENT)
TRIED = tuple(name for name in RARE if not isinstance(BY_NAME[name], Accept))  # `bonus` is plain already
OF_SPECIES = ("species", "evolve", "divide", "raid")  # only the Primitive Species ask these
EVERY, SPECIAL = "together", "special worths of cards"
PLAYERS = (2, 3, 4, 5)
SHARE = 5  # one deal in so many is played again with the Primitive Species
FLAT = 60  # hundredths of a point: a card's effect on average, in place of its special worth
LIMIT = 0.5  # points of share: a larger loss is too much


# the plain rating -----------------------------------------------------------
def plain(e: Judgement, view: View, option: int) -> int:
    """The value of an option by its kind alone, in hundredths of a colony point. To pass is worth 0."""
    code, a, b, c = w.code_of(option), w.part(option, 0), w.part(option, 1), w.part(option, 2)
    if code in (w.O_CARD, w.O_EVOLVE):
        return plain_card(e, view, a)
    if code == w.O_ANT:
        return plain_ant(e, view, a, b, c)
    if code in (w.O_SEAT, w.O_VICTIM):
        seat = a if code == w.O_SEAT else b
        return view.score[seat] + 10 if seat != view.seat else -50
    if code == w.O_SITE:
        gain = e.at_once(e.kit.resource[a * w.SITES + b])
        return e.food_price - gain if view.question == w.Q_SITE and view.context(2) > 0 else gain
    if code in (w.O_HEX, w.O_CENTIPEDE, w.O_SHIFT):
        return others_there(view, b if code == w.O_SHIFT else a)
    if code in (w.O_STEP, w.O_DEPLOY):
        return e.more(c, 1) if code == w.O_STEP else e.more(a, 3) - e.larva_price
    if code == w.O_TWO:
        return sum(card_worth.gift_worth(e, view.context(0), gift) for gift in (a, b))
    return e.hunted(a, view.ants[view.seat * w.HEXES + a]) if code == w.O_HUNT else 0


def plain_card(e: Judgement, view: View, card: int) -> int:
    """The value of choosing a card: its worth if it is played, the negative worth if it is given away."""
    if view.question in (w.Q_FREE_CARD, w.Q_EVOLVE):
        return card_worth.worth(e, card) - card_worth.price(e, card)
    return -card_worth.keep(e, card)


def plain_ant(e: Judgement, view: View, hexno: int, slot: int, owner: int) -> int:
    """The value of choosing an ant: what a rival's site yields, or the loss of the place that ours leaves."""
    if owner != view.seat:
        return e.worth(hexno, slot) if slot < w.OUT else 0
    to = view.context(1) if view.question == w.Q_GATHER else -1
    return (e.more(to, 1) if to >= 0 else 0) - e.leave(hexno, slot)


def others_there(view: View, hexno: int) -> int:
    """The ants of others in a hex less those of the player, 100 for each."""
    return 100 * (view.crowd[hexno] - 2 * view.ants[view.seat * w.HEXES + hexno])


# players ----------------------------------------------------------------------
@cache
def flat_facts(kit: Any) -> card_facts.CardFacts:
    """The facts of a kit in which each special worth is a flat number of points, made once."""
    facts = card_facts.CardFacts(kit)
    for card in range(kit.cards):
        if facts.special[card] not in (X_PLAIN, X_TRAITOR):
            facts.special[card] = X_PLAIN
            facts.add(card, G_POINTS, FLAT)
            facts.gains[card] = 0
            facts.list_kinds(card)
    return facts


def rated_plainly(self: Any, view: View, option: int, value: int) -> int:
    """Rate an option by its kind, whatever the question's own rating says."""
    return int(plain(self.scene, view, int(option)))


def aimed(self: Any, view: View, option: int, value: int) -> int:
    """Rate the hex of a card's effect as ever, although the worth of the card is flat."""
    scene, facts = self.scene, self.scene.facts
    scene.facts = card_facts.SHELF.facts(view.kit)
    own: int = Hex().rate(scene, option)
    scene.facts = facts
    return own


def flat_scene(self: Any, view: View) -> Judgement:
    """A judgement with flat worths of cards."""
    return Judgement(view, flat_facts(view.kit), self.weights_at(view.players, view.rules.horde > 0))


@cache
def changed(plan: str, names: tuple[str, ...]) -> type:
    """The class of a plan that answers these questions by plain ratings."""
    base = loading.strategy_class(sources.find(plan))
    if names == (SPECIAL,):
        return type("Changed", (base,), {"new_scene": flat_scene, "rate_hex": aimed})
    return type("Changed", (base,), {f"rate_{name}": rated_plainly for name in names})


def changed_player(plan: str, names: tuple[str, ...]) -> Player:
    """A player of a plan with plain ratings, whose own ratings are not prepared either."""
    mind = changed(plan, names)()
    assert isinstance(mind, heuristic.Heuristic)
    plainly = Accept()
    plainly.looks = True
    mind.ratings = [plainly if name in names else BY_NAME[name] for name, _, _ in w.QUESTIONS]
    return Player(mind, mind, 0)


@cache
def noting(plan: str) -> type:
    """The class of an unchanged plan that notes the questions it is asked (`asked`, a bit each)."""
    base: Any = loading.strategy_class(sources.find(plan))

    def otherwise(self: Any, view: View) -> int:
        self.asked |= (view.n > 1) << view.question
        return int(base.otherwise(self, view))

    def one_of(self: Any, view: View, few: list[int]) -> int:
        self.asked |= (len(few) > 1) << view.question
        return int(base.one_of(self, view, few))

    return type("Noting", (base,), {"asked": 0, "otherwise": otherwise, "one_of": one_of})


# games ------------------------------------------------------------------------
@dataclass(frozen=True)
class Deal:
    """A deal with one changed seat: the wins that each arm which could differ gained or lost."""

    preset: str
    players: int
    plan: str
    gains: dict[str, float]


def dealt(preset: str, players: int, number: int, together: tuple[str, ...]) -> Deal:
    """Play a deal unchanged, and once for each arm whose question the seat is asked.

    With all of `TRIED` together, each question is an arm of its own, too.
    """
    plans = games.heuristics()
    plan, own = plans[number % len(plans)], number // len(plans) % players
    mind = noting(plan)()
    alone = together == TRIED
    key = deal_key(1, "ratings" if alone else ",".join(together), players, number)
    table = Seats(tables(preset, players), key, number, plan, own)
    base = table.share(Player(mind, mind, 0))
    asked = [name for name in together if mind.asked >> BY_NUMBER[name] & 1]
    arms = {name: (name,) for name in asked if alone and (preset == "standard" or name in OF_SPECIES)}
    if preset == "standard":
        arms |= ({EVERY: together} if asked else {}) | ({SPECIAL: (SPECIAL,)} if alone else {})
    gains = {arm: table.share(changed_player(plan, names)) - base for arm, names in arms.items()}
    return Deal(preset, players, plan, gains)


BY_NUMBER = {name: number for number, (name, _, _) in enumerate(w.QUESTIONS)}


@dataclass(frozen=True)
class Seats:
    """A deal with copies of a plan in all seats but `own`."""

    session: Any
    key: int
    number: int
    plan: str
    own: int

    def share(self, player: Player) -> float:
        """The share of the win that a player has in the seat `own`."""
        seats, make = range(self.session.players), games.maker(self.plan)
        keys = [seat_key(self.key, 0, seat) for seat in seats]
        players = [player if seat == self.own else make() for seat in seats]
        outcome = self.session.play(self.number, self.key, keys, players)
        assert not outcome.void, outcome.fault
        return float(outcome.winners >> self.own & 1) / outcome.winners.bit_count()


@cache
def tables(preset: str, players: int) -> Any:
    """The session of a preset and a number of players, made once in each process."""
    return games.table({"preset": preset}, players)


def some_deals(work: tuple[str, int, range, tuple[str, ...]]) -> list[Deal]:
    """The deals of a part of the work: preset, players, numbers, questions together."""
    preset, players, numbers, together = work
    return [dealt(preset, players, number, together) for number in numbers]


def all_deals(deals: int, together: tuple[str, ...], workers: int = 2) -> list[Deal]:
    """Play `deals` deals with each number of players, and a part of them with the Primitive Species."""
    each = {"standard": deals, "primitive": deals // SHARE if together == TRIED else 0}
    work = [
        (preset, players, range(at, min(at + 50, each[preset])), together)
        for preset in each
        for players in PLAYERS
        for at in range(0, each[preset], 50)
    ]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [deal for part in pool.map(some_deals, work) for deal in part]


# lines ------------------------------------------------------------------------
HEURISTIC = Path(heuristic.__file__).parent


def reached(graph: dict[str, set[str]], roots: Sequence[str]) -> set[str]:
    """All names that can be reached from the roots."""
    found: set[str] = set()
    wait = list(roots)
    while wait:
        name = wait.pop()
        if name not in found and name in graph:
            found.add(name)
            wait += graph[name]
    return found


@cache
def code() -> tuple[dict[str, set[str]], dict[str, int]]:
    """The names that each function, method and rating of the heuristic mentions, and its lines."""
    graph: dict[str, set[str]] = {}
    lines: dict[str, int] = {}
    for file in sorted(HEURISTIC.rglob("*.py")):
        for node in definitions(ast.parse(file.read_text(encoding="utf-8"))):
            inner = {
                one.id if isinstance(one, ast.Name) else one.attr
                for one in ast.walk(node)
                if isinstance(one, ast.Name | ast.Attribute)
            }
            graph[node.name] = graph.get(node.name, set()) | inner
            lines[node.name] = lines.get(node.name, 0) + (node.end_lineno or 0) - node.lineno + 1
    return graph, lines


def definitions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """Yield the functions and ratings of a module, and the methods of its other classes."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node
        elif isinstance(node, ast.ClassDef):
            rates = any(isinstance(base, ast.Name) and base.id == "Rating" for base in node.bases)
            yield from [node] if rates else [one for one in node.body if isinstance(one, ast.FunctionDef)]


def own_lines(arms: Sequence[str]) -> int:
    """The lines that nothing else of the heuristic needs, if these arms are plain."""
    graph, lines = code()
    still = {type(rating).__name__ for name, rating in BY_NAME.items() if name not in arms}
    gone = {type(BY_NAME[name]).__name__ for name in arms if name != SPECIAL} - still
    if SPECIAL in arms:
        gone.add("special_worth")
    below = reached(graph, [*gone])
    rest = {name: graph[name] - gone for name in graph if name not in gone}
    needed = reached(rest, [name for name in rest if name not in below])
    return sum(count for name, count in lines.items() if name not in needed)


# the tables -------------------------------------------------------------------
def interval(gains: Sequence[float]) -> tuple[float, float]:
    """The mean in points of share, and half of its 95 % interval."""
    half = 1.96 * stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return 100 * fmean(gains), 100 * half


def verdict(mean: float, half: float) -> str:
    """What an interval says about a plain rating."""
    if mean - half > -LIMIT:
        return "can go" if mean + half >= 0 else f"loses less than {LIMIT}"
    return "loses" if mean + half < 0 else "open"


def rows(deals: Sequence[Deal], together: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of the table by question: asked, changed, effect, verdict, lines."""
    yield "| Question | Asked in | Result differs in | Points of share | Verdict | Lines |"
    yield "| :-- | --: | --: | --: | :-- | --: |"
    for arm in (*TRIED, SPECIAL, EVERY) if together == TRIED else (EVERY,):
        of = [deal for deal in deals if deal.preset == ("primitive" if arm in OF_SPECIES else "standard")]
        gains = [deal.gains.get(arm, 0.0) for deal in of]
        asked = 100 * fmean(arm in deal.gains for deal in of)
        mean, half = interval(gains)
        differs = 100 * fmean(gain != 0 for gain in gains)
        said = "never asked" if asked == 0 else verdict(mean, half)
        lines = own_lines(together if arm == EVERY else (arm,))
        yield f"| {arm} | {asked:.1f} % | {differs:.1f} % | {mean:+.2f} ± {half:.2f} | {said} | {lines} |"


def by_part(deals: Sequence[Deal]) -> Iterator[str]:
    """Yield the lines of the effect of the plain ratings together, by number of players and by plan."""
    standard = [deal for deal in deals if deal.preset == "standard"]
    arms = [arm for arm in (EVERY, SPECIAL) if any(arm in deal.gains for deal in standard)]
    yield "| Part | " + " | ".join(arm.capitalize() for arm in arms) + " |"
    yield "| :-- |" + " --: |" * len(arms)
    parts: list[tuple[str, list[Deal]]] = [
        (f"{players} players", [deal for deal in standard if deal.players == players]) for players in PLAYERS
    ]
    parts += [(plan, [deal for deal in standard if deal.plan == plan]) for plan in games.heuristics()]
    for title, part in parts:
        cells = [interval([deal.gains.get(arm, 0.0) for deal in part]) for arm in arms]
        yield f"| {title} | " + " | ".join(f"{mean:+.2f} ± {half:.2f}" for mean, half in cells) + " |"


def main(arguments: Sequence[str]) -> int:
    """Play the deals and print the tables."""
    together = tuple(arguments[1].split(",")) if len(arguments) > 1 else TRIED
    if unknown := {*together} - {*TRIED}:
        print(
            f"no rare questions: {', '.join(sorted(unknown))}; there are {', '.join(TRIED)}", file=sys.stderr
        )
        return 2
    deals = all_deals(int(arguments[0]) if arguments else 400, together)
    played = len(deals) + sum(len(deal.gains) for deal in deals)
    print(f"{len(deals):,} deals, {played:,} games\n")
    print("\n".join([*rows(deals, together), "", *by_part(deals)]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
