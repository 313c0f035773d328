"""The page of one card: its text, its strength, the strategies that gain from it, and games that show it.

If the run has several rule sets, it also compares the card's effect before and after a change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.analysis.cards.dealt_effects import Use
from marchsim.analysis.cards.showings import Showing, showings
from marchsim.analysis.field.pooled import FAIR
from marchsim.analysis.judging.verdict import CARDS, GREY, figure, signed
from marchsim.analysis.reading.estimates import LEVEL
from marchsim.reporting.drawing.palette import StrategyLook
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler
from marchsim.reporting.drawing.strips import StripPoint, placed
from marchsim.reporting.front import figures
from marchsim.reporting.front.commands import Command, faces, tries, watching
from marchsim.reporting.front.gather import CardRow, Front, Value, scaled
from marchsim.reporting.front.page import Fold, Picture, environment
from marchsim.reporting.front.tables import DEALT, card_paths, strength
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table
from marchsim.reporting.pages.format import name
from marchsim.reporting.sections.head import called
from marchsim.stats.intervals import t_interval

HIDDEN = ("id", "name", "text", "provenance", "enabled", "stand_in", "coded")
PART = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^|{}]*)|\?([^{}]*))?\}")
GUESS = "assumed"
UNTOLD = "too few games to tell"
PLAIN = StrategyLook("var(--s-other)", "ring")
EXACT = (
    DEALT,
    "The number compares seats dealt the card at the start with seats of the same strategy and place that "
    "were not, in share of wins x 100 x players, averaged over numbers of players. Errors are by deal.",
    "The number over all is drawn towards the other cards, as the largest of many is too large. A verdict "
    "needs its 95 % interval, and one without the others that holds for all cards at once. Those by number "
    "of players and by strategy are not drawn together, each of 95 % by itself: exploratory.",
)


@dataclass(frozen=True)
class Field:
    """A number or word on a card. `guess` marks an assumed number."""

    label: str
    value: str
    guess: bool


@dataclass(frozen=True)
class CardPage:
    """The page of a card as data for its template."""

    title: str
    name: str
    run: str
    headline: str
    chip: tuple[str, str]
    number: str
    around: str
    group: str
    text: str
    fields: Sequence[Field]
    guesses: str
    points: Sequence[str]
    figures: Sequence[Picture]
    commands: Sequence[Command]
    folds: Sequence[Fold]
    before: tuple[str, str] | None
    after: tuple[str, str] | None


def pages(front: Front, run: str, look: Mapping[str, StrategyLook]) -> dict[str, str]:
    """The pages of a run's cards by path, strongest card first."""
    if not front.cards:
        return {}
    where, best = card_paths(front), {one.item.id: one for one in showings(front.run)}
    known = {ident: face for _, ident, face in faces(front)}
    template = environment().get_template("card.html")
    made = {}
    for at, row in enumerate(front.cards):
        near = [front.cards[n] if 0 <= n < len(front.cards) else None for n in (at - 1, at + 1)]
        links = [(where[one.id].removeprefix("cards/"), one.name) if one else None for one in near]
        found = _page(front, row, at, known.get(row.id, {}), best.get(row.id), run, look, links)
        made[where[row.id]] = template.render(page=found, look=look)
    return made


def _page(
    front: Front,
    row: CardRow,
    at: int,
    face: Mapping[str, Any],
    best: Showing | None,
    run: str,
    look: Mapping[str, StrategyLook],
    near: Sequence[tuple[str, str] | None],
) -> CardPage:
    judged = row.mark or strength(row.chip, row.value)
    own = by_strategy(front, row.id)
    tables = [
        COUNTS.table("by-players", "By number of players", counts(front, row.id)),
        GAINS.table("by-strategy", "By strategy", own),
    ]
    fields = card_fields(face)
    guesses = sum(one.guess for one in fields)
    return CardPage(
        title=f"{row.name}: {judged}",
        name=row.name,
        run=called(front.run.manifest),
        headline=f"{name(row.name)}: {UNTOLD if row.chip == GREY and not row.mark else judged}",
        chip=(GREY if row.mark else row.chip, words.capital(judged)),
        number=signed(row.value),
        around=_around(front, row),
        group=row.group,
        text=card_text(face),
        fields=fields,
        guesses=f"{guesses} of these are guesses. Look them up first." if guesses else "",
        points=_points(front, row, at),
        figures=_figures(front, row, own, look),
        commands=[*tries(front, run, row), *_watch(front, best, run)],
        folds=[
            Fold("All numbers", tables=[table for table in tables if table.rows]),
            Fold("Methods, in exact terms", points=EXACT),
        ],
        before=near[0],
        after=near[1],
    )


def _around(front: Front, row: CardRow) -> str:
    told = "wins for a player dealt it at the start, where 100 are fair, drawn towards the other cards."
    if row.low is not None and row.high is not None:
        told += f" 95 % sure: {signed(row.low)} to {signed(row.high)}."
    return f"{told} Up to ±{front.margin(CARDS):g} would not matter."


def _points(front: Front, row: CardRow, at: int) -> list[str]:
    said = [f"Number {at + 1} of {len(front.cards)} cards, strongest first."]
    each = counts(front, row.id)
    if each:
        by_itself = [f"{signed(one.value)} with {words.plural(one.players, 'player')}" for one in each]
        said.append(f"Measured by itself, as a try shows it: {words.listed(by_itself)}.")
        one = each[(len(each) - 1) // 2]
        size, more = figure(abs(row.value) / one.players), "more" if row.value >= 0 else "fewer"
        said.append(
            f"In plain games: of 100 with {words.plural(one.players, 'player')}, who starts with it wins "
            f"about {size} {more}."
        )
    if row.rate is not None:
        said.append(f"Players who drew it played it in {figure(100 * row.rate)} of 100 cases.")
    if row.mark:
        said.append("These strategies hardly play it, so it is not judged.")
    return said


def counts(front: Front, card: str) -> list[Value]:
    """The extra wins of a card by number of players, each with its 95 % interval."""
    found = []
    for one in front.screened:
        raw = next((row.raw for row in one.values.rows if row.item.id == card), None)
        if raw is not None and raw.value is not None and raw.se:
            found.append(scaled(one.players, raw, FAIR * one.players))
    return found


@dataclass(frozen=True)
class Gain:
    """A strategy's gain from being dealt a card, averaged over numbers of players, with its play rate."""

    strategy: str
    value: float
    low: float
    high: float
    rate: float | None
    dealt: int


def by_strategy(front: Front, card: str) -> list[Gain]:
    """Each strategy's gain from a card, largest first, as the plain mean over numbers of players."""
    held: dict[str, list[tuple[int, Use]]] = {}
    for one in front.screened:
        for use in one.uses:
            if use.item == card and use.effect.value is not None and use.effect.se:
                held.setdefault(use.strategy, []).append((one.players, use))
    found = []
    for strategy, uses in held.items():
        value = sum(FAIR * k * (use.effect.value or 0.0) for k, use in uses) / len(uses)
        error = math.hypot(*(FAIR * k * (use.effect.se or 0.0) for k, use in uses)) / len(uses)
        dealt = sum(use.dealt for _, use in uses)
        played = sum((use.play_rate or 0.0) * use.dealt for _, use in uses)
        at = t_interval(value, error, min(use.effect.deals for _, use in uses) - 1, LEVEL)
        found.append(Gain(strategy, value, at.low, at.high, played / dealt if dealt else None, dealt))
    return sorted(found, key=lambda one: (-one.value, one.strategy))


def _figures(
    front: Front, row: CardRow, own: Sequence[Gain], look: Mapping[str, StrategyLook]
) -> list[Picture]:
    margin = front.margin(CARDS)
    ruler = Ruler(0.0, "no effect", (-margin, margin), signed=True)
    each = counts(front, row.id)
    whole = figures.card_row(row)
    rows = [DotRow("All", whole.dots, bold=True, number=whole.number)]
    if len(each) > 1:
        rows += [
            DotRow(f"With {words.plural(one.players, 'player')}",
                [Dot(one.value, one.low, one.high, colour="var(--mute)")], number=signed(one.value))
            for one in each
        ]  # fmt: skip
    told = "; ".join(f"{one.players} players {signed(one.value)}" for one in each)
    alt = f"Extra wins of {row.name}: all {signed(row.value)}; {told}."
    drawn = Rows(rows, ruler, 1 if len(rows) > 1 else 0).svg(alt)
    made = [Picture("Extra wins when dealt it, where 100 are fair.", "Grey: too small to matter.", drawn)]
    if len(own) > 1:
        gains = [
            DotRow(name(one.strategy), [Dot(one.value, one.low, one.high, colour=own_look.colour)],
                own_look.colour, own_look.shape, number=signed(one.value))
            for one in own for own_look in (look.get(one.strategy, PLAIN),)
        ]  # fmt: skip
        alt = f"Extra wins by strategy: {'; '.join(f'{one.strategy} {signed(one.value)}' for one in own)}."
        note = "Extra wins by strategy. Each line is a 95 % interval."
        made.append(Picture("Who gains from it.", note, Rows(gains, ruler).svg(alt)))
    points = [StripPoint(other.value) for other in front.cards if other.id != row.id]
    ends = f"from {signed(front.cards[-1].value)} to {signed(front.cards[0].value)}"
    alt = f"{row.name} at {signed(row.value)} among {len(front.cards)} cards {ends}."
    main = StripPoint(row.value, None, None, figures.COLOURS[row.chip], True)
    drawn = placed(points, main, name(row.name), margin, alt)
    return [*made, Picture("Among the other cards.", "Each dot is a card.", drawn)]


def _watch(front: Front, best: Showing | None, run: str) -> list[Command]:
    if best is None:
        return []
    game = best.game
    who = game.strategies[game.winner]
    why = f"{name(who)} plays it and wins by {figure(game.margin)}"
    return [watching(front, run, game.game, " it", why)]


COUNTS = (
    Columns[Value]()
    .column("players", "Players", lambda one: one.players, "count")
    .column("wins", "Extra wins", lambda one: one.value, "tenth")
    .range("interval", "95 % sure", lambda one: one, "tenth")
)
GAINS = (
    Columns[Gain]()
    .column("strategy", "Strategy", lambda one: one.strategy)
    .column("wins", "Extra wins", lambda one: one.value, "tenth")
    .range("interval", "95 % sure", lambda one: one, "tenth")
    .column("rate", "Played when dealt", lambda one: one.rate, "percent")
    .column("dealt", "Times dealt", lambda one: one.dealt, "count")
)


def tables(front: Front) -> list[Table]:
    """The numbers of all card pages: by number of players and by strategy."""
    by_players = Columns[tuple[str, Value]]().column("id", "Id", lambda row: row[0])
    by_players = by_players.of(COUNTS, lambda row: row[1])
    own = Columns[tuple[str, Gain]]().column("id", "Id", lambda row: row[0]).of(GAINS, lambda row: row[1])
    each = [(row.id, one) for row in front.cards for one in counts(front, row.id)]
    gains = [(row.id, one) for row in front.cards for one in by_strategy(front, row.id)]
    found = [
        by_players.table("first-card-players", "Cards by number of players", each),
        own.table("first-card-strategies", "Cards by strategy", gains),
    ]
    return [table for table in found if table.rows]


# the card as it is printed -------------------------------------------------------------
def card_text(face: Mapping[str, Any]) -> str:
    """The text of a card with its amounts filled in.

    {n} is an amount, {n:one|many} depends on it, and {n?words} appears only if it is not 0.
    """
    amounts = face.get("amounts")
    known = amounts if isinstance(amounts, Mapping) else {}

    def filled(found: re.Match[str]) -> str:
        value = known.get(found[1])
        if value is None:
            return found[0]
        if found[4] is not None:
            return found[4] if value else ""
        if found[2] is None:
            return str(value)
        return found[2] if value == 1 else found[3]

    return re.sub(r"  +", " ", PART.sub(filled, str(face.get("text") or ""))).strip()


def card_fields(face: Mapping[str, Any]) -> list[Field]:
    """The fields of a card other than its text. Guesses are marked."""
    sources = face.get("provenance")
    known = sources if isinstance(sources, Mapping) else {}
    flat: dict[str, Any] = {}
    for key, value in face.items():
        if isinstance(value, Mapping) and key not in HIDDEN:
            flat |= {f"{key}.{part}": inner for part, inner in value.items()}
        elif key not in HIDDEN and isinstance(value, (str, int, float, bool)) and value != "":
            flat[key] = value
    return [
        Field(words.capital(key.rpartition(".")[2].replace("_", " ")), _shown(value), known.get(key) == GUESS)
        for key, value in flat.items()
        if isinstance(value, (str, int, float, bool))
    ]


def _shown(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
