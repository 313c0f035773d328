"""The page of one card: its text, its strength, the strategies that gain from it, and games to watch.

If the run has several rule sets, the page also compares the effect of the card before and after a change.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.analysis.cards.items import showings
from marchsim.analysis.cards.opening_hands import Use
from marchsim.analysis.course.telling import Telling
from marchsim.analysis.judging.verdict import CARDS, GREY, JudgedPart, figure, signed
from marchsim.analysis.reading.estimates import FAIR, LEVEL, Estimate, around
from marchsim.reporting.drawing.palette import Key
from marchsim.reporting.drawing.rows import Dot, DotRow, Rows, Ruler, placed
from marchsim.reporting.front import figures
from marchsim.reporting.front.commands import Command, faces, tries, watching
from marchsim.reporting.front.gather import Front
from marchsim.reporting.front.page import Fold, Picture, environment
from marchsim.reporting.front.tables import DEALT, card_paths, strength
from marchsim.reporting.pages import words
from marchsim.reporting.pages.building import Columns
from marchsim.reporting.pages.document import Table
from marchsim.reporting.pages.format import name
from marchsim.reporting.sections.design import called
from marchsim.stats.intervals import t_interval

HIDDEN = ("id", "name", "text", "provenance", "enabled", "stand_in", "coded")
PART = re.compile(r"\{(\w+)(?::([^|{}]*)\|([^|{}]*)|\?([^{}]*))?\}")
GUESS = "assumed"
UNTOLD = "too few games to tell"
PLAIN, MUTED = Key("", "var(--s-other)", "ring"), Key("", "var(--mute)", "")
EXACT = (
    DEALT,
    "The number compares seats dealt the card at the start with seats of the same strategy and place that "
    "were not, in share of wins x 100 x players, averaged over numbers of players. Errors are by deal.",
    "The number over all is drawn towards the other cards, as the largest of many is too large. A verdict "
    "needs its 95 % interval, and one without the others that holds for all cards at once. Those by number "
    "of players and by strategy are not drawn together, each of 95 % by itself: exploratory.",
)


def pages(front: Front, run: str, look: Mapping[str, Key]) -> dict[str, str]:
    """The pages of a run's cards by path, strongest card first."""
    if not front.cards:
        return {}
    where, best = card_paths(front), {item.id: game for item, game in showings(front.run)}
    known = {ident: face for _, ident, face in faces(front)}
    template = environment().get_template("card.html")
    made = {}
    for at, row in enumerate(front.cards):
        near = [front.cards[n] if 0 <= n < len(front.cards) else None for n in (at - 1, at + 1)]
        links = [(where[one.id].removeprefix("cards/"), one.name) if one else None for one in near]
        found = _page(front, row, at, known.get(row.id, {}), best.get(row.id), run, look)
        made[where[row.id]] = template.render(page=found, before=links[0], after=links[1], look=look)
    return made


def _page(
    front: Front,
    row: JudgedPart,
    at: int,
    face: Mapping[str, Any],
    best: Telling | None,
    run: str,
    look: Mapping[str, Key],
) -> dict[str, Any]:
    """The data for the template of a card's page."""
    judged = row.mark or strength(row.chip, row.estimate)
    own = by_strategy(front, row.id)
    tables = [
        COUNTS.table("by-players", "By number of players", counts(front, row.id).items()),
        GAINS.table("by-strategy", "By strategy", own),
    ]
    fields = card_fields(face)
    guesses = sum(guess for _, _, guess in fields)
    return {
        "title": f"{row.name}: {judged}",
        "name": row.name,
        "run": called(front.run.manifest),
        "headline": f"{name(row.name)}: {UNTOLD if row.chip == GREY and not row.mark else judged}",
        "chip": (GREY if row.mark else row.chip, words.capital(judged)),
        "number": signed(row.estimate),
        "around": _around(front, row),
        "group": front.items[row.id].group,
        "text": card_text(face),
        "fields": fields,
        "guesses": f"{guesses} of these are guesses. Look them up first." if guesses else "",
        "points": _points(front, row, at),
        "figures": _figures(front, row, own, look),
        "commands": [*tries(front, run, row), *_watch(front, best, run)],
        "folds": [
            Fold("All numbers", tables=[table for table in tables if table.rows]),
            Fold("Methods, in exact terms", points=EXACT),
        ],
    }


def _around(front: Front, row: JudgedPart) -> str:
    told = "wins for a player dealt it at the start, where 100 are fair, drawn towards the other cards."
    if row.low is not None and row.high is not None:
        told += f" 95 % sure: {signed(row.low)} to {signed(row.high)}."
    return f"{told} Up to ±{front.margin(CARDS):g} would not matter."


def _points(front: Front, row: JudgedPart, at: int) -> list[str]:
    said = [f"Number {at + 1} of {len(front.cards)} cards, strongest first."]
    each = counts(front, row.id)
    if each:
        by_itself = [
            f"{signed(one.value or 0.0)} with {words.plural(k, 'player')}" for k, one in each.items()
        ]
        said.append(f"Measured by itself, as a try shows it: {words.listed(by_itself)}.")
        players = list(each)[(len(each) - 1) // 2]
        size, more = figure(abs(row.estimate) / players), "more" if row.estimate >= 0 else "fewer"
        said.append(
            f"In plain games: of 100 with {words.plural(players, 'player')}, who starts with it wins "
            f"about {size} {more}."
        )
    if (rate := front.rates.get(row.id)) is not None:
        said.append(f"Players who drew it played it in {figure(100 * rate)} of 100 cases.")
    if row.mark:
        said.append("These strategies hardly play it, so it is not judged.")
    return said


def counts(front: Front, card: str) -> dict[int, Estimate]:
    """The extra wins of a card by number of players, each with its 95 % interval."""
    raw = {one.players: row.raw for one in front.screened for row in one.values.rows if row.item.id == card}
    return {k: one.times(FAIR * k) for k, one in raw.items() if one.value is not None and one.se}


def by_strategy(front: Front, card: str) -> list[Use]:
    """The extra wins of each strategy with a card, largest first.

    Each value is the plain mean over numbers of players.
    """
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
        fewest = min(use.effect.deals for _, use in uses)
        gain = around(value, t_interval(value, error, fewest - 1, LEVEL), error, dealt, fewest)
        found.append(Use(card, strategy, dealt, played / dealt if dealt else None, gain))
    return sorted(found, key=lambda use: (-(use.effect.value or 0.0), use.strategy))


def _figures(front: Front, row: JudgedPart, own: Sequence[Use], look: Mapping[str, Key]) -> list[Picture]:
    margin = front.margin(CARDS)
    ruler = Ruler(0.0, "no effect", (-margin, margin), signed=True)
    each = counts(front, row.id)
    whole = figures.card_row(row)
    rows = [DotRow("All", whole.dots, bold=True, number=whole.number)]
    told = "; ".join(f"{k} players {signed(one.value or 0.0)}" for k, one in each.items())
    if len(each) > 1:
        rows += [_row(f"With {words.plural(k, 'player')}", one, MUTED) for k, one in each.items()]
    alt = f"Extra wins of {row.name}: all {signed(row.estimate)}; {told}."
    drawn = Rows(rows, ruler, (1,)).svg(alt)
    made = [Picture("Extra wins when dealt it, where 100 are fair.", "Grey: too small to matter.", drawn)]
    if len(own) > 1:
        gains = [_row(name(use.strategy), use.effect, look.get(use.strategy, PLAIN)) for use in own]
        said = "; ".join(f"{use.strategy} {signed(use.effect.value or 0.0)}" for use in own)
        note = "Extra wins by strategy. Each line is a 95 % interval."
        drawn = Rows(gains, ruler).svg(f"Extra wins by strategy: {said}.")
        made.append(Picture("Who gains from it.", note, drawn))
    others = [other.estimate for other in front.cards if other.id != row.id]
    ends = f"from {signed(front.cards[-1].estimate)} to {signed(front.cards[0].estimate)}"
    alt = f"{row.name} at {signed(row.estimate)} among {len(front.cards)} cards {ends}."
    drawn = placed(row.estimate, figures.COLOURS[row.chip], name(row.name), others, margin, alt)
    return [*made, Picture("Among the other cards.", "Each dot is a card.", drawn)]


def _row(label: str, found: Estimate, look: Key) -> DotRow:
    """The row for one estimate, with the mark of a strategy if the estimate belongs to one."""
    value = found.value or 0.0
    dot = Dot(value, found.low, found.high, colour=look.colour)
    return DotRow(label, [dot], look.colour, look.shape, number=signed(value))


def _watch(front: Front, best: Telling | None, run: str) -> list[Command]:
    if best is None:
        return []
    why = f"{name(best.strategies[best.winner])} plays it and wins by {figure(best.margin)}"
    return [watching(front, run, best.game, " it", why)]


COUNTS = (
    Columns[tuple[int, Estimate]]()
    .column("players", "Players", lambda one: one[0], "count")
    .column("wins", "Extra wins", lambda one: one[1].value, "tenth")
    .range("interval", "95 % sure", lambda one: one[1], "tenth")
)
GAINS = (
    Columns[Use]()
    .column("strategy", "Strategy", lambda use: use.strategy)
    .column("wins", "Extra wins", lambda use: use.effect.value, "tenth")
    .range("interval", "95 % sure", lambda use: use.effect, "tenth")
    .column("rate", "Played when dealt", lambda use: use.play_rate, "percent")
    .column("dealt", "Times dealt", lambda use: use.dealt, "count")
)


def tables(front: Front) -> list[Table]:
    """Tables with the numbers of all card pages: by number of players and by strategy."""
    by_players = Columns[tuple[str, tuple[int, Estimate]]]().column("id", "Id", lambda row: row[0])
    by_players = by_players.of(COUNTS, lambda row: row[1])
    own = Columns[Use]().column("id", "Id", lambda use: use.item) + GAINS
    each = [(row.id, one) for row in front.cards for one in counts(front, row.id).items()]
    gains = [use for row in front.cards for use in by_strategy(front, row.id)]
    found = [
        by_players.table("first-card-players", "Cards by number of players", each),
        own.table("first-card-strategies", "Cards by strategy", gains),
    ]
    return [table for table in found if table.rows]


# the card as it is printed -------------------------------------------------------------
def card_text(face: Mapping[str, Any]) -> str:
    """The text of a card with its amounts filled in.

    {n} is the amount `n`. {n:one|many} chooses a word by the amount. {n?words} appears only if the amount is
    not 0.
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


def card_fields(face: Mapping[str, Any]) -> list[tuple[str, str, bool]]:
    """The fields of a card other than its text, each with its label, its value, and whether it is a guess."""
    sources = face.get("provenance")
    known = sources if isinstance(sources, Mapping) else {}
    flat: dict[str, Any] = {}
    for key, value in face.items():
        if isinstance(value, Mapping) and key not in HIDDEN:
            flat |= {f"{key}.{part}": inner for part, inner in value.items()}
        elif key not in HIDDEN and isinstance(value, (str, int, float, bool)) and value != "":
            flat[key] = value
    return [
        (words.capital(key.rpartition(".")[2].replace("_", " ")), _shown(value), known.get(key) == GUESS)
        for key, value in flat.items()
        if isinstance(value, (str, int, float, bool))
    ]


def _shown(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
