"""Frames about the effects of cards, the play of cards, the effects of variants, and verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from marchsim.analysis.cards.screening import Described, Screening
from marchsim.analysis.cards.values import ItemValue
from marchsim.analysis.judging.verdict import CHIPS, STRATEGIES, Verdict
from marchsim.analysis.variants.comparisons import Study
from marchsim.kernel.game import Column, Table
from marchsim.library.described_frames import (
    DEALS,
    PLAYERS,
    SHARE,
    STRATEGY,
    VARIANT,
    WINS,
    bounds,
    ends,
    frame,
    interval,
    panel,
    valued,
)

CARD = Column("card", "str", "id of the card, as in `run.cards`")
SEATS = "seats"
SHOWN = {
    "opening": "seats with it in the opening hand", "later": "seats that drew it later",
    "held": "seats that drew it", "seen_played": "seats that played it", "unseen": "seats that never saw it",
}  # fmt: skip
CARDS = Table(
    "cards",
    "One row for each card of each group, without baseline players. `effect` is causal, as hands are "
    "dealt at random. The shares from `opening` on are not.",
    (
        VARIANT, PLAYERS, CARD,
        Column("name", "str", "name of the card"),
        Column("group", "str", "its section, or its type if it has none"),
        Column("cost", "f64", "its cost, null where it has none"),
        Column("dealt", "i64", "seats that were dealt it", SEATS), DEALS,
        *interval("effect", "share of wins of seats dealt it less that of seats not dealt it, of the same "
                  "seat and strategy", SHARE),
        *interval("extra", "extra wins when dealt it: effect x players x 100", WINS),
        Column("p", "f64", "p value that it makes no difference"),
        Column("adjusted", "f64", "the same adjusted for all cards of the run (Benjamini and Hochberg)"),
        *interval("shrunk", "best guess of the effect given all other cards of the group, less the error "
                  "that they share. `run.verdicts` draws means over groups together, without that step",
                  SHARE),
        Column("top", "f64", "chance that it is among the five best of its group", "probability"),
        *interval("off", "effect above that expected from its cost", SHARE),
        Column("drawn", "i64", "seats that drew it, in the opening hand or later", SEATS),
        Column("played", "i64", "seats of these that played it", SEATS),
        Column("play_rate", "f64", "played / drawn", "share of seats"),
        *(Column(name, "f64", f"share of wins of {words}", SHARE) for name, words in SHOWN.items()),
        Column("improvement", "f64", "held less unseen", SHARE),
        Column("note", "str", "why a number is missing or rough, else ''"),
    ),
    ("variant", "players", "card"),
)  # fmt: skip
PLAYS = Table(
    "plays",
    "One row for each card and strategy of each group, games with a baseline player left out.",
    (
        VARIANT, PLAYERS, CARD, STRATEGY, Column("drawn", "i64", "its seats that drew the card", SEATS),
        Column("played", "i64", "its seats that played it", SEATS),
        Column("play_rate", "f64", "played / drawn", "share of seats"),
        *interval("effect", "as in `cards`, of this strategy alone", SHARE),
    ),
    ("variant", "players", "card", "strategy"),
)  # fmt: skip
VARIANTS = Table(
    "variants",
    "One row for each metric, variant and number of players, against the control, on the same deals. The "
    "control is `base`, or the variant that equals the configuration.",
    (
        VARIANT, PLAYERS, Column("metric", "str", "measured quantity (docs/explain/reports.md)"),
        Column("family", "str", "primary (adjusted together, with verdicts) or exploratory (neither)"),
        Column("deals", "i64", "deals of the control that it rests on", "deals"),
        Column("control", "f64", "mean of the control", "of the metric"),
        Column("value", "f64", "mean of the variant", "of the metric"),
        *interval("difference", "value less control", "of the metric"),
        *ends("narrow_", "90 % interval, which is held against the margin", "of the metric"),
        Column("margin", "f64", "a smaller difference does not matter", "of the metric"),
        Column("p", "f64", "p value that nothing differs"),
        Column("holm", "f64", "the same adjusted for the family (Holm), null in exploratory ones"),
        Column("verdict", "str", "changed, changed but trivial, equivalent, identical or inconclusive, null "
               "in exploratory ones"),
        Column("detectable", "f64", "true size that such a run finds in 80 % of cases", "of the metric"),
        Column("method", "str", "test"), Column("note", "str", "remarks, else ''"),
    ),
    ("variant", "players", "metric"),
)  # fmt: skip
VERDICTS = Table(
    "verdicts",
    "One row for each question about the game, by rules. Intervals hold together, but for the error `total`. "
    "That of a card is its own 95 % interval.",
    (
        Column("question", "str", "seats, strategies, cards, length, won, variants or sure"),
        Column("variant", "str", "rules that it is about"),
        Column("players", "str", "numbers of players that it is about, as in `3, 4`"),
        Column("chip", "str", "red, amber, green, grey or blue"),
        Column("word", "str", "meaning of the chip: clearly, noticeable, fine, cannot tell yet, fact"),
        Column("sentence", "str", "the verdict in words"),
        *interval("estimate", "finding, pooled over numbers of players", "see unit"),
        Column("unit", "str", "unit of estimate, margin and detectable"),
        Column("margin", "f64", "smallest difference that matters", "see unit"),
        Column("detectable", "f64", "true size that such a run finds in 80 % of cases", "see unit"),
        Column("needed", "i64", "approximate number of games that would decide the question", "games"),
        Column("games", "i64", "games without a baseline player that it rests on", "games"), DEALS,
        Column("tests", "i64", "questions that share the error, null for facts"),
        Column("total", "f64", "error of all of them together, null for facts", "probability"),
        Column("look", "i64", "number of this look at the run. Later looks have less error"),
    ),
    ("question", "variant", "players"),
)  # fmt: skip
STANDINGS = Table(
    "strategies",
    "One row for each strategy, rules and field.",
    (
        VARIANT, STRATEGY,
        Column("use", "str", "name or file that it was loaded by"),
        Column("baseline", "bool", "whether it is a baseline player, in no verdict"),
        Column("players", "str", "numbers of players that are pooled, as in `3, 4`, null without a verdict"),
        *interval("wins", "pooled over numbers of players, without baseline players, null without a verdict. "
                  "The intervals of a field hold together", WINS),
        Column("deals", "i64", "number of deals, the independent unit", "deals"),
        Column("ahead_of", "str", "strategies that it is significantly ahead of by all its games, as in "
               "`a, b`. `report.pairs()` uses only games where both sat, and finds fewer"),
    ),
    ("variant", "strategy", "players"),
)  # fmt: skip


def cards(found: Iterable[Screening]) -> pl.DataFrame:
    """Effects of cards, in a frame with the columns of `CARDS`."""
    rows = []
    for one in found:
        described = {row.item.id: row for row in one.described}
        rows += [_card(one, row, described[row.item.id]) for row in one.values.rows]
    return frame(CARDS, rows)


def _card(one: Screening, row: ItemValue, seen: Described) -> Mapping[str, Any]:
    plays, effect = one.plays[row.item.id, ""], valued("effect", row.raw)
    return {
        **panel(one), "card": row.item.id, "name": row.item.name, "group": row.item.group,
        "cost": row.item.cost, "dealt": seen.opening.entries, "deals": row.raw.deals, **effect,
        **valued("extra", None if one.opponent else row.raw.times(100.0 * one.players)),
        "p": row.p, "adjusted": row.adjusted, "shrunk": row.shrunk, **bounds("shrunk_", row.shrunk_interval),
        "top": row.top, "off": row.off, **bounds("off_", row.off_interval), "drawn": plays.drawn,
        "played": plays.played, "play_rate": plays.rate, "opening": seen.opening.value,
        "later": seen.later.value, "held": seen.held.value, "seen_played": seen.played.value,
        "unseen": seen.unseen.value, "improvement": seen.improvement, "note": row.raw.note,
    }  # fmt: skip


def plays(found: Iterable[Screening]) -> pl.DataFrame:
    """Play of cards by strategy, in a frame with the columns of `PLAYS`."""
    rows = []
    for one in found:
        effects = {(use.item, use.strategy): use.effect for use in one.uses}
        rows += [
            {
                **panel(one), "card": item, "strategy": strategy, "drawn": play.drawn,
                "played": play.played, "play_rate": play.rate,
                **valued("effect", effects.get((item, strategy))),
            }
            for (item, strategy), play in sorted(one.plays.items())
            if strategy
        ]  # fmt: skip
    return frame(PLAYS, rows)


def variants(found: Study) -> pl.DataFrame:
    """Effects of variants, in a frame with the columns of `VARIANTS`."""
    rows = [
        {
            **panel(one), "metric": one.metric, "family": family, "deals": one.deals, "control": one.then,
            "value": one.now, "difference": one.difference, **bounds("difference_", one.wide),
            **bounds("narrow_", one.narrow), "margin": one.margin, "p": one.p, "holm": one.holm,
            "verdict": one.verdict if family == "primary" else None, "detectable": one.detectable,
            "method": one.method, "note": one.note,
        }
        for family, compared in (("primary", found.primary), ("exploratory", found.exploratory))
        for one in compared
    ]  # fmt: skip
    return frame(VARIANTS, rows)


def verdicts(found: Iterable[Verdict], look: int) -> pl.DataFrame:
    """Verdicts at a look at a run, in a frame with the columns of `VERDICTS`."""
    rows = [
        {
            "question": one.question, "variant": one.rules, "players": _counts(one), "chip": one.chip,
            "word": CHIPS[one.chip], "sentence": one.sentence, "estimate": one.estimate,
            **bounds("estimate_", one.interval), "unit": one.unit, "margin": one.margin,
            "detectable": one.detectable, "needed": one.needed, "games": one.games, "deals": one.deals,
            "tests": one.family.tests if one.family else None,
            "total": one.family.total if one.family else None, "look": look,
        }
        for one in found
    ]  # fmt: skip
    return frame(VERDICTS, rows)


def _counts(one: Verdict) -> str:
    return ", ".join(map(str, one.players))


def strategies(
    listed: Mapping[str, Mapping[str, Any]],
    rules: Sequence[str],
    found: Sequence[Verdict],
    barred: Iterable[str],
) -> pl.DataFrame:
    """The strategies of each field in the order of their wins, in a frame with the columns of `STANDINGS`."""
    known, fields = set(barred), [one for one in found if one.question == STRATEGIES and one.rules in rules]
    rows = []
    for name in rules:
        here = [one for one in fields if one.rules == name]
        told = [(row.name, one, row) for one in here for row in one.rows]
        rest = [(other, None, None) for other in listed if all(other != judged for judged, _, _ in told)]
        for strategy, one, row in [*told, *rest]:
            ahead = [behind for front, behind in one.apart if front == strategy] if one else []
            rows.append({
                "variant": name, "strategy": strategy, "use": str(listed.get(strategy, {}).get("use", "")),
                "baseline": strategy in known, "players": _counts(one) if one else None,
                "wins": row.estimate if row else None, **bounds("wins_", row),
                "deals": row.deals if row else None, "ahead_of": ", ".join(ahead) if one else None,
            })  # fmt: skip
    return frame(STANDINGS, rows)
