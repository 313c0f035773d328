"""The metrics by which rules are compared: names, meanings, kinds, default families and default margins.

`marchsim.analysis.variants.blocks` computes them from the tables that every run has.

Margins of the questions that verdicts answer are in points of the wins index (100 x share x players), which
makes numbers of players comparable. You can change them in `[report] margins`. A strategy dominates if it
wins ODDS times as often as each of the others. An index of 150 means three times as often between two
players, but only 1.7 times among five. The default margin for dominance therefore depends on the number of
players.

Components that are dealt to seats have metrics: `cards.ID` for cards, `species.ID` for species. A game deals
items if one of its tables has the key game, seat and item, and a column `round_drawn` with the round in which
the seat drew the item. It deals labels if a column of `seats` has labels.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marchsim.kernel.game import Game, Variant


SHARE, NUMBER = "share", "number"
OF = "share."  # share.NAME: that of a strategy
SEAT = "seat."  # seat.3: share of wins of the third seat
SPECIES = "species."  # species.NAME: share of wins of the seats that are dealt it
ALL_SEATS = "seats"  # in a list of metrics: every seat
SHARE_MARGIN = 0.02  # two points: of shares of games, and of wins where numbers of players are not told apart
OTHER_MARGIN = 0.05  # of the mean
WHOLE = 9.95  # wins from which they are shown without a decimal


@dataclass(frozen=True)
class Metric:
    """A metric: a share (`kind` SHARE) or another number. `even` gives its value in a balanced game."""

    name: str
    meaning: str
    kind: str
    together: bool | None = None  # for players who win or lose together, against each other, or both (None)

    @property
    def bounded(self) -> bool:
        """Whether all values of the metric are between 0 and 1. Some metrics in shares have other values."""
        return self.kind == SHARE and self.name != "seat-trend" and not component(self.name)

    def ends(self, players: int) -> tuple[float, float] | None:
        """The smallest and the largest value that a deal can have. None if there are no limits."""
        if self.name == "seat-trend":
            end = 6 * (players - 1) / (players * (players + 1))  # the last seat wins all
            return -end, end
        return (0.0, 1.0) if self.bounded else None

    def reach(self, players: int) -> float | None:
        """The largest possible difference between two rule sets on one deal. None if there is no limit."""
        ends = self.ends(players)
        return None if ends is None else ends[1] - ends[0]

    def even(self, players: int) -> float | None:
        """The value in a balanced game. None if there is no such value."""
        if self.name.startswith((SEAT, SPECIES)):
            return 1 / players
        return {"first-seat": 1 / players, "seat-trend": 0.0}.get(self.name)


@dataclass(frozen=True)
class Margin:
    """The largest difference that counts as no change: a number, or a fraction of the control's mean."""

    size: float
    of_mean: bool = False

    def at(self, mean: float) -> float:
        """The margin in the unit of the metric. `mean` is that of the control (0 counts as 1)."""
        return self.size * (abs(mean) or 1.0) if self.of_mean else self.size


METRICS = {
    metric.name: metric
    for metric in (
        Metric("first-seat", "share of wins of the first seat", SHARE, False),
        Metric("seat-trend", "last seat's share minus the first's, on a straight line", SHARE, False),
        Metric("turns", "turns of all players in a game", NUMBER),
        Metric("lead-changes", "share of games in which the lead changes", SHARE, False),
        Metric("spread", "points between the best and the last player", NUMBER, False),
        Metric("won", "share of games won against the opponent", SHARE, True),
        Metric("margin", "points ahead of the opponent", NUMBER, True),
        Metric("rounds", "rounds of a game", NUMBER),
        Metric("decisions", "questions asked of all players in a game", NUMBER),
        Metric("score", "mean score of the players", NUMBER),
    )
}
USUAL = (ALL_SEATS, "turns", "lead-changes", "spread")
USUAL_TOGETHER = ("won", "margin", "turns")


def component(name: str) -> str:
    """The id of the dealt component that a metric is about (`cards.army-head`). '' for other metrics.

    The metric of a card is the extra share of wins with the card. The metric of a species is the share of
    wins with the species.
    """
    return "" if name.startswith((OF, SEAT)) else name.partition(".")[2]


def described(name: str) -> Metric:
    """The name, meaning and kind of a metric."""
    if name.startswith(OF):
        return Metric(name, f"share of wins of {name.removeprefix(OF)}, per seat it fills", SHARE, False)
    if name.startswith(SEAT):
        return Metric(name, f"share of wins of seat {name.removeprefix(SEAT)}", SHARE, False)
    if one := component(name):
        extra = ", less that of others" if name.startswith("cards.") else ""
        return Metric(name, f"share of wins of those who are dealt {one}{extra}", SHARE, False)
    return METRICS[name]


def known(together: bool | None, strategies: Iterable[str]) -> list[str]:
    """The names of all metrics of games with these strategies.

    `together` is True for players who win or lose together, False for opponents, and None for either.
    """
    names = [one.name for one in METRICS.values() if together is None or one.together in (None, together)]
    return names if together else [*names, *(OF + name for name in strategies)]


def expanded(names: Iterable[str], players: int) -> tuple[str, ...]:
    """The names, with a metric for each seat in place of ALL_SEATS."""
    seats = [f"{SEAT}{seat + 1}" for seat in range(players)]
    return tuple(dict.fromkeys(one for name in names for one in (seats if name == ALL_SEATS else [name])))


def of_wins(name: str) -> bool:
    """Whether a metric is measured in shares of wins."""
    return name in ("first-seat", "seat-trend") or name.startswith((OF, SEAT))


WINS = "wins are a wins index: 100 x share of wins x players, so 100 is fair"


def shown(name: str, players: int) -> tuple[float, str]:
    """The factor and the unit for display. Shares of wins become the wins index, others % or no unit."""
    if of_wins(name) or component(name):
        return 100.0 * players, "wins"
    return (100.0, "%") if name in ("lead-changes", "won") else (1.0, "")


def spoken(name: str, value: float, players: int, change: bool = False) -> str:
    """A value or a change of a metric as text, with its unit."""
    (times, unit), sign = shown(name, players), "+" if change else ""
    if not unit:
        return f"{value:{sign}.2f}"
    whole = unit == "wins" and abs(times * value) >= WHOLE
    return f"{times * value:{sign}.{0 if whole else 1}f} {'points' if change and unit == '%' else unit}"


def margin(name: str, own: Mapping[str, float], players: int = 0) -> Margin:
    """The margin within which a metric counts as unchanged. `own` are the declared margins.

    If `players` is given, a share of wins has the margin for seats, in points of the wins index
    (recorder.metrics). With four players, 8 points are two percentage points of share.
    """
    declared = own.get(name)
    if declared is None and name.startswith(SEAT) and not players:
        declared = own.get(ALL_SEATS)
    if players and declared is None and component(name):
        return Margin(question_margin(CARDS, own) / (100 * players))
    if players and declared is None and of_wins(name):
        return Margin(question_margin(SEATS, own) / (100 * players))
    if described(name).kind == SHARE:
        return Margin(SHARE_MARGIN if declared is None else declared)
    return Margin(OTHER_MARGIN if declared is None else declared, of_mean=True)


SEATS, STRATEGIES, CARDS, KINDS = "seats", "strategies", "cards", "kinds"
# a seat off 100; a strategy that dominates above 100 (of three players); extra wins of who is dealt a card; a
# kind of seat (species) off 100
MARGINS = {SEATS: 8.0, STRATEGIES: 50.0, CARDS: 20.0, KINDS: 20.0}
ODDS = 2.0  # a strategy dominates that wins so many times as often as each of the others, on average


def dominating(players: Iterable[int]) -> float:
    """How far above 100 a dominating strategy's wins index is, as a mean over these numbers of players."""
    above = [100 * k * ODDS / (ODDS + k - 1) - 100 for k in players]
    return sum(above) / len(above)


def question_margin(question: str, declared: Mapping[str, Any], players: Iterable[int] = ()) -> float:
    """The margin of a question. `declared` are the margins of a configuration, which are untrusted."""
    counts = tuple(players)
    if question == STRATEGIES and counts and question not in declared:
        return dominating(counts)
    value = declared.get(question)
    sound = isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0
    return float(value) if sound and value is not None else MARGINS[question]


ITEM_COLUMNS = ("round_drawn", "fate")
OF_SEAT = {"game", "seat"}
GENERIC = ("strategy",)  # columns of `seats` whose labels are not dealt


def item_column(key: Collection[str], columns: Iterable[str]) -> str:
    """The column of items in a table with this key and these columns. '' if the table has no items."""
    own = [part for part in key if part not in OF_SEAT]
    return own[0] if len(own) == 1 and set(key) > OF_SEAT and set(ITEM_COLUMNS) <= set(columns) else ""


def component_metric(kind: str, component: str) -> str:
    """The name of the metric of a component. `kind` is card or species."""
    return f"{kind}{'' if kind.endswith('s') else 's'}.{component}"


def known_components(game: Game, variant: Variant) -> list[str]:
    """The metrics of all components that seats can be dealt in a variant."""
    found = []
    for table in game.tables(variant, "rounds"):
        item = item_column(table.key, [column.name for column in table.columns])
        for column in table.columns:
            label = table.name == "seats" and column.labels and column.name not in GENERIC
            if label or column.name == item:
                rows = [row for row in variant.items() if row.get("kind") == column.name]
                ids = [str(row["id"]) for row in rows if row.get("enabled", True)] or column.labels
                found += [component_metric(column.name, one) for one in ids]
    return found
