"""Sentences of the first page in plain words. Exact terms appear only in folded details."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from marchsim.analysis.course.pace import decided_words
from marchsim.analysis.judging.judged_games import in_rounds
from marchsim.analysis.judging.verdict import (
    AMBER,
    BLUE,
    CARDS,
    GREEN,
    GREY,
    KINDS,
    LENGTH,
    RED,
    SEATS,
    STRATEGIES,
    SURE,
    VARIANTS,
    WON,
    Verdict,
    figure,
    signed,
    with_players,
)
from marchsim.analysis.reading.estimates import FAIR, Estimate
from marchsim.reporting.front import robust
from marchsim.reporting.front.gather import Front, mean
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import DASH, count, name
from marchsim.reporting.sections.kinds import plural
from marchsim.stats.clusters import FEW

LINKS = {SEATS: "Seats", STRATEGIES: "Strategies", KINDS: "Kinds of seats", CARDS: "Cards", WON: "Games won",
         VARIANTS: "Variants", LENGTH: "Length and drama", SURE: "How sure, and what next"}  # fmt: skip
NAMES = re.compile(r" \(“[^)]*”\)")  # baseline players' names in a reason
MOST_NAMED = 3
SHARED = "shared"  # the ending of a game with joint winners


@dataclass(frozen=True)
class Answer:
    """An answer on the first screen: question, chip, word, a number with its interval, and a sentence.

    The chip is the colour of the verdict, such as "red".
    """

    question: str
    chip: str
    answer: str
    number: str
    unit: str
    around: str
    sentence: str
    link: str
    place: str


def answered(front: Front) -> list[Verdict]:
    """The verdicts on the first screen, one for each question. A red one is preferred to others."""
    found: dict[str, Verdict] = {}
    for one in front.verdicts:
        held = found.get(one.question)
        if held is None or (held.chip != RED and one.chip == RED):
            found[one.question] = one
    return [found[question] for question in LINKS if question in found]


def answer(one: Verdict, front: Front) -> Answer:
    """The answer that a verdict gives on the first screen."""
    number, unit, around, told = TOLD[one.question](one, front)
    sentence = " ".join(said for said in (told, robust.note(front, one.question)) if said)
    own = plural(front.kinds[0].column).capitalize() if one.question == KINDS and front.kinds else ""
    return Answer(
        one.asks, one.chip, one.answer, number, unit, around, sentence, own or LINKS[one.question],
        one.question,
    )  # fmt: skip


def _sure(one: Verdict, signs: bool = False) -> str:
    assert one.interval is not None  # only verdicts with a number come here
    show = signed if signs else figure
    return f"95 % sure: {show(one.interval[0])} to {show(one.interval[1])}."


def _why(one: Verdict) -> str:
    """The reason why there is no result, without the names of baseline players."""
    before, yet, after = one.sentence.partition(" yet.")
    why = after if yet else before[max(0, before.find("Not measured")) :]
    return NAMES.sub("", why).strip() or f"From {FEW} deals on, something is tested."


def _seats(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if one.estimate is None or one.margin is None:
        return DASH, "wins, where 100 are fair", "", _why(one)
    reach = FAIR + (one.margin if one.estimate >= FAIR else -one.margin)
    limit = f"{'Up' if one.estimate >= FAIR else 'Down'} to {figure(reach)} would not matter."
    unit = f"wins for {one.rows[0].name}"
    return figure(one.estimate), unit, f"{_sure(one)} {limit}", first_and_last(one, front)


def first_and_last(one: Verdict, front: Front) -> str:
    """The sentences on the wins of the first and the last player, for the first screen and the section."""
    each = [f"{figure(part.value or 0.0)} with {players}" for players, part in one.parts.items()]
    told = f"The first player wins {words.listed(each)} players. "
    last = last_seat(front)
    return told + (f"The last player wins {figure(last)}." if last is not None else "")


def last_seat(front: Front) -> float | None:
    """The wins index of the last seat as the plain mean over numbers of players, or None if unknown."""
    found = [each[-1] for each in front.seats.values() if len(each) > 1]
    return mean(found) if found else None


def _kinds(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if one.estimate is None or one.margin is None:
        return DASH, "wins, where 100 are fair", "", _why(one)
    low, high = sorted(one.rows, key=lambda row: row.estimate)[:: max(1, len(one.rows) - 1)]
    most, least = (f"{name(row.name)} {{}}, {figure(row.estimate)}" for row in (high, low))
    told = f"{most.format('wins most')}, and {least.format('least')}."
    limit = f"Up to {figure(one.margin)} off would not matter."
    return figure(one.estimate), f"wins for {name(one.rows[0].name)}", f"{_sure(one)} {limit}", told


def _strategies(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if one.estimate is None or one.margin is None:
        return DASH, "wins, where 100 are fair", "", _why(one)
    best = next(row for row in one.rows if not row.mark)
    near = beside(one)
    said = f"Not distinguishable from {_some(near)}." if near else "It is ahead of every other strategy."
    limit = f"From {figure(FAIR + one.margin)} on it would dominate."
    if one.chip == RED:
        limit = f"From {figure(FAIR + one.margin)} on a strategy dominates."
    alone = "" if list(one.players) == front.players else f" {with_players(one.players)}"
    return figure(one.estimate), f"wins for {name(best.name)}{alone}", f"{_sure(one)} {limit}", said


def beside(one: Verdict) -> list[str]:
    """The strategies that do not differ significantly from the first."""
    judged = [row.name for row in one.rows if not row.mark]
    return [other for other in judged[1:] if (judged[0], other) not in one.apart]


def _some(names: Sequence[str]) -> str:
    shown = [name(one) for one in names[:MOST_NAMED]]
    left = len(names) - len(shown)
    return words.listed([*shown, f"{left} more"] if left else shown)


def _cards(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if one.estimate is None or one.margin is None:
        return DASH, "extra wins when dealt one", "", _why(one)
    top = next(row for row in one.rows if row.estimate == one.estimate and not row.mark)
    around = f"{_sure(one, signs=True)} Up to ±{one.margin:g} would not matter."
    return signed(one.estimate), f"wins when dealt {name(top.name)}", around, card_counts(one)


def card_counts(one: Verdict) -> str:
    """A text with the numbers of cards that are clearly off, noticeable, fine and inconclusive."""
    judged = [row for row in one.rows if not row.mark]
    parts = []
    for chip, word in ((RED, "clearly off"), (AMBER, "noticeable"), (GREEN, "fine"), (GREY, "open")):
        here = sum(row.chip == chip for row in judged)
        parts += [f"{count(here)} {word}"] if here else []
    idle = len(one.rows) - len(judged)
    left = f" {count(idle)} hardly played, so not judged." if idle else ""
    if len(parts) == 1 and len(judged) > 1:
        return f"All {parts[0]}.{left}"
    return f"Of {count(len(judged))}: {words.listed(parts)}.{left}"


def _length(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if not one.parts:
        return DASH, "turns", "", _why(one)
    players, part, rest = _middle(one)
    row = front.lengths.get(players)
    half = _half(row.quantiles[1], row.quantiles[3]) if row else ""
    told = drama_short(front)
    if one.chip != BLUE and one.margin is not None:
        told = f"The target is {words.capital(one.answer.removeprefix('Target '))}. {told}".replace(
            "is M", "is m"
        )
    around = half + (f" {rest}" if rest else "")
    return figure(part.value or 0.0), f"turns with {words.plural(players, 'player')}", around, told


def _middle(one: Verdict) -> tuple[int, Estimate, str]:
    """The middle number of players, its result, and a sentence on the other numbers.

    The sentence is '' if there is only one number of players.
    """
    players, part = list(one.parts.items())[(len(one.parts) - 1) // 2]
    rest = [f"{figure(other.value or 0.0)} with {k}" for k, other in one.parts.items() if k != players]
    return players, part, f"{words.capital(words.listed(rest))}." if rest else ""


def _half(low: float, high: float) -> str:
    """A sentence on the range of turns in which the middle half of games ends."""
    if low == high:
        return f"At least half of the games take {low:g}."
    return f"Half of the games take {low:g} to {high:g}."


def drama_short(front: Front) -> str:
    """A sentence on lead changes, or '' if rounds are unknown."""
    found = [(players, one.any_change.value) for players, one in front.dramas.items()]
    each = [figure(100 * value) for _, value in found if value is not None]
    told = each[:1] if len(set(each)) == 1 else each
    return f"The lead changes in {words.listed(told)} of 100 games." if each else ""


def _won(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if not one.parts:
        return DASH, "of 100 games won", "", _why(one)
    players, part, rest = _middle(one)
    around = "" if part.low is None or part.high is None else (
        f"95 % sure: {figure(part.low)} to {figure(part.high)}."
    )  # fmt: skip
    unit = f"of 100 games won with {words.plural(players, 'player')}"
    return figure(part.value or 0.0), unit, around, f"Against {name(front.opponent)}. {rest}".strip()


def _variants(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    if one.estimate is None:
        return DASH, "more games won of 100", "", _why(one)
    more, less = one.rules.split(", ", 1) if one.estimate >= 0 else reversed(one.rules.split(", ", 1))
    players = words.plural(one.players[0], "player")
    found = [other for other in front.verdicts if other.question == VARIANTS]
    clear = sum(other.chip == RED for other in found)
    said = f"{clear} of {len(found)} comparisons differ clearly." if len(found) > 1 else ""
    low, high = one.interval or (0.0, 0.0)
    at = sorted((low, high)) if one.estimate >= 0 else sorted((-low, -high))
    return (
        figure(abs(one.estimate)),
        f"more games of 100 won under {name(more)} than {name(less)}",
        f"95 % sure: {figure(at[0])} to {figure(at[1])}, with {players}.",
        said,
    )


def _sureness(one: Verdict, front: Front) -> tuple[str, str, str, str]:
    many = f"{words.plural(one.games, 'game')}."
    if one.estimate is None:
        number, unit, around = DASH, "no interval yet", many
    else:
        number, unit = f"±{figure(one.estimate)}", sure_unit(front)
        half = f" {count(one.needed)} would make it ±{figure(one.estimate / 2)}." if one.needed else ""
        around = many + half
    return number, unit, around, guess_words(one)


def sure_unit(front: Front) -> str:
    """The unit of the interval that shows how certain the run is, such as 'of 100 games'."""
    seat = front.verdict(SEATS)
    if seat is not None and seat.estimate is not None:
        return f"wins on the {figure(seat.estimate)} of {seat.rows[0].name}"
    best = front.verdict(STRATEGIES)
    if best is not None and best.estimate is not None:
        return f"wins on the {figure(best.estimate)} of the best strategy"
    return "of 100 games"


def guess_words(one: Verdict) -> str:
    """A sentence on how many of the component numbers are guesses."""
    if one.guesses is None:
        return "The sources of the game's numbers are not recorded. Scripts are not people."
    told = f"{count(one.guesses[0])} of {count(one.guesses[1])} component numbers are guesses"
    return f"{told}, and scripts are not people."


TOLD = {
    SEATS: _seats, STRATEGIES: _strategies, KINDS: _kinds, CARDS: _cards, LENGTH: _length, WON: _won,
    VARIANTS: _variants, SURE: _sureness,
}  # fmt: skip


CHIP_WORDS = {
    SEATS: {RED: "Not fair", AMBER: "Not quite equal", GREEN: "Fair"},
    STRATEGIES: {RED: "A strategy dominates", AMBER: "One strategy is ahead", GREEN: "No strategy dominates"},
    KINDS: {RED: "Not equal", AMBER: "Not quite equal", GREEN: "Equal"},
    CARDS: {RED: "clearly off", AMBER: "noticeable", GREEN: "fine", GREY: "open"},
}


def chip_words(one: Verdict) -> str:
    """The text of the coloured label (chip) beside a section's title."""
    return CHIP_WORDS.get(one.question, {}).get(one.chip, one.answer)


def card_chips(front: Front) -> list[tuple[str, str]]:
    """A coloured label (chip) for each kind of verdict on cards, with the number of its cards."""
    counts = {
        chip: sum(row.chip == chip and not row.mark for row in front.cards) for chip in CHIP_WORDS[CARDS]
    }
    return [(chip, f"{count(n)} {CHIP_WORDS[CARDS][chip]}") for chip, n in counts.items() if n]


# sections ----------------------------------------------------------------------------
def introduced(called: str, front: Front) -> str:
    """The name of a strategy, followed by its description in brackets if it has one."""
    about = front.about.get(called, "")
    return f"{name(called)} ({name(about)})" if about and about != called else name(called)


def strategy_sentences(front: Front) -> list[str]:
    """The sentences on strategies: most and fewest wins, and strategies that are not distinguishable."""
    judged = front.verdict(STRATEGIES)
    rows = [row for row in front.strategies if not row.mark]
    said = []
    if rows and front.ranked:
        best, last = rows[0], rows[-1]
        said.append(f"{words.capital(introduced(best.name, front))} wins most, {figure(best.estimate)}.")
        near = beside(judged) if judged and judged.rows else []
        if near:
            said.append(f"In this run it is not distinguishable from {_some(near)}.")
        if last is not best:
            said.append(f"{words.capital(introduced(last.name, front))} wins least, {figure(last.estimate)}.")
    if judged is not None and judged.rows:
        said += _pairs(len(judged.apart), len(rows) * (len(rows) - 1) // 2)
    elif judged is not None:
        said += [_why(judged), "Strategies are listed by name: nothing here says which is better."]
    limited = [introduced(row.name, front) for row in front.strategies if row.mark]
    if limited:
        verb = words.are(len(limited))
        said.append(f"{words.capital(words.listed(limited))} {verb} limited on purpose: shown, not judged.")
    return said


def _pairs(apart: int, many: int) -> list[str]:
    """A sentence on the number of distinguishable pairs of strategies, or [] if there are no pairs.

    The sentence does not start with a digit.
    """
    if not many:
        return []
    if not apart or apart == many:
        one = "No two strategies are" if not apart else "All pairs are"
        return [f"{one} distinguishable."]
    return [
        f"Of {words.plural(many, 'pair')}, {count(apart)} {'is' if apart == 1 else 'are'} distinguishable."
    ]


def seat_sentences(front: Front) -> list[str]:
    """The sentences on the wins of seats in turn order."""
    judged = front.verdict(SEATS)
    if judged is None or judged.estimate is None:
        return [_why(judged)] if judged else []
    said = [first_and_last(judged, front)]
    if front.seats:
        players, row = list(front.seats.items())[(len(front.seats) - 1) // 2]
        first, end = ((one.value or 0.0) / players for one in (row[0], row[-1]))
        said.append(
            f"Put plainly: of 100 games with {words.plural(players, 'player')}, the first player wins "
            f"{figure(first)} and the last {figure(end)}."
        )
    falls = all(
        (a.value or 0.0) > (b.value or 0.0) for each in front.seats.values() for a, b in pairwise(each)
    )
    if falls and front.seats and max(front.seats) > 2:
        said.append("Each later seat won less.")
    if judged.chip == GREY:
        said.append("That is too few games to be sure.")
    return said


def kind_sentences(front: Front) -> list[str]:
    """The sentences on kinds of seats, such as species: the best and the worst by number of players."""
    said: list[str] = []
    for one in front.kinds:
        ordered = sorted(one.worths, key=lambda worth: -(worth.wins.value or 0.0))
        best, worst = ordered[0], ordered[-1]
        fair = "" if said else " where 100 are fair"
        most = f"{best.kind} wins most, {ranged(best.wins)}{fair}"
        least = f"{worst.kind} least, {ranged(worst.wins)}"
        said.append(f"With {words.plural(one.players, 'player')} {most}, and {least}.")
    falls = [fall for one in front.kinds for fall in one.fallen if fall.rounds.value is not None]
    if falls:
        rounds = [fall.rounds.value or 0.0 for fall in falls]
        said.append(
            f"Those who are eliminated fall in round {min(rounds):.0f} to {max(rounds):.0f} on average."
        )
    return said


def ranged(found: Estimate) -> str:
    """An estimated wins index with its interval, in whole numbers."""
    ends = words.interval(found)
    return f"{found.value or 0.0:.0f}" + (f" ({ends[0]:.0f} to {ends[1]:.0f})" if ends else "")


def seats_title(front: Front) -> str:
    """The title of the section on seats."""
    judged = front.verdict(SEATS)
    if judged is None or judged.estimate is None or judged.chip not in (RED, GREEN):
        return "Seats"
    if judged.chip == GREEN:
        return "Seats: all are fair"
    return f"Seats: {judged.rows[0].name} wins {figure(judged.estimate)}"


def card_sentences(front: Front) -> list[str]:
    """The sentences on cards."""
    judged = front.verdict(CARDS)
    if judged is None or judged.estimate is None or judged.margin is None:
        return [_why(judged)] if judged else []
    top = next(row for row in judged.rows if row.estimate == judged.estimate and not row.mark)
    more = "more" if judged.estimate > 0 else "fewer"
    return [
        f"A player dealt {name(top.name)} at the start wins about {figure(abs(judged.estimate))} {more} "
        "games where 100 are fair, as our best guess given the other cards.",
        card_counts(judged),
    ]


def decided_sentence(front: Front) -> str:
    """A sentence on the number of games with a winner, or '' if every game had one."""
    return decided_words(front.here, front.run.manifest)


def end_sentences(front: Front) -> list[str]:
    """A sentence on how games end, or [] if there are fewer than three ways to end."""
    ways = Counter(way for panel in front.apart for way in panel.valid["decided_by"].to_list())
    if len(ways) < 3:
        return []
    each = {way: figure(100 * n / ways.total()) for way, n in ways.most_common()}
    shared = each.pop(SHARED, "")
    told = [f"{share} by {way.replace('_', ' ')}" for way, share in each.items()]
    told[0] = told[0].replace(" by ", " are decided by ", 1)
    return [f"Of 100 games, {words.listed([*told, *([f'{shared} are shared'] if shared else [])])}."]


def drama_sentences(front: Front) -> list[str]:
    """The sentences on the length of games and on leads."""
    said = []
    if front.lengths:
        each = [figure(row.mean.value or 0.0) for row in front.lengths.values()]
        known = list(front.lengths)
        counts = words.listed([str(players) for players in known])
        rounds = in_rounds([panel for panel in front.here if panel.players in known])
        said.append(
            f"A game takes {words.listed(each)} turns{rounds} on average with {counts} "
            f"player{'' if counts == '1' else 's'}."
        )
    said += end_sentences(front)
    changes = drama_short(front)
    late = [figure(100 * one.late.value) for one in front.dramas.values() if one.late.value is not None]
    said += [changes] if changes else []
    if late:
        said.append(f"{words.capital(words.listed(late))} of 100 winners were last at half-time.")
    return said


def opponent_sentences(front: Front) -> list[str]:
    """The sentences on games against an opponent."""
    rows = front.won_by_strategy
    said = [f"All players win or lose together, against {name(front.opponent)}."]
    if len(rows) > 1:
        best, *_, last = rows
        first, end = ([part.value for part in rows[each].values()] for each in (best, last))
        said.append(
            f"Under the rules {name(front.rules)}, games are won equally often with every strategy."
            if first == end
            else f"Games with {introduced(best, front)} are won most often, those with "
            f"{introduced(last, front)} least; under the rules {name(front.rules)}."
        )
    return said


def certainty_sentences(front: Front) -> list[str]:
    """The sentences on how certain the results are."""
    one = front.verdict(SURE)
    if one is None:
        return []
    said = ["More games make the intervals smaller."] if one.estimate is not None else []
    if one.guesses and one.guesses[0]:
        said.append(
            f"{'They' if said else 'More games'} do not make the guesses right: {count(one.guesses[0])} of "
            f"the {count(one.guesses[1])} component numbers are our own. Look them up before you change "
            "the game."
        )
    return said
