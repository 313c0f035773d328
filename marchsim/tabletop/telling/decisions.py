"""Decisions for a reader: each option with its value to the player, and the parts of that value.

A row of a decision has round, seat, player, question (the hook), asked and about (in words), by (who chose),
chosen (an index) and options (from `plain`, the best first). A script's decision also has line and said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.tabletop.players.trials import Trials
from marchsim.tabletop.telling.asker import numbers_of

Parts = list[tuple[str, int]]
"""What a score is made of: words, and hundredths."""

MOST_SHOWN = 5
HOOK = "a hook of its own"
RATING = "a rating of its own"
PLAN = "a plan that goes before scores"
TRIALS = "trials in imagined games"


@dataclass(frozen=True)
class Rated:
    """An option: its number (from 0), its words, its score in hundredths (None if not rated) and its parts.

    If the score is a mean of trials, `samples` is their number and `error` its standard error in hundredths.
    """

    index: int
    text: str
    score: float | None
    parts: Parts
    error: float = 0.0
    samples: int = 0


def tried(texts: Sequence[Sequence[str]], trials: Trials) -> list[Rated]:
    """All options with their results in trials, those with the most trials first, then by value."""
    found = [
        Rated(at, text[0], trials.mean(at), [], trials.error(at), trials.games[at])
        if trials.games[at]
        else Rated(at, text[0], None, [])
        for at, text in enumerate(texts)
    ]
    return sorted(found, key=lambda one: (-one.samples, -(one.score or 0.0)))


def plain(one: Rated) -> dict[str, Any]:
    """An option as plain data. If it was tried, `samples` and `error` are included."""
    row: dict[str, Any] = {
        "index": one.index,
        "option": one.text,
        "score": None if one.score is None else one.score / 100,
        "parts": [{"what": what, "score": value / 100} for what, value in one.parts],
    }
    if one.samples:
        row |= {"samples": one.samples, "error": one.error / 100}
    return row


def lines(row: dict[str, Any], player: str) -> Iterator[str]:
    """Yield the lines of a decision: the question, then the best options, always including the chosen one."""
    context = f" ({row['about']})" if row["about"] else ""
    rated = row["options"][0]["score"] is not None
    who = {
        HOOK: f", by {HOOK}{'; a plain heuristic rates' if rated else ''}",
        RATING: f", by {RATING}; a plain heuristic rates here",
        PLAN: f", by {PLAN}; the others as they would be without it",
        "unrated": ", without rating",
        TRIALS: f", by {TRIALS}",
    }.get(row["by"], "")
    if "said" in row:
        who = f", {scripted(row)}{'; a plain heuristic rates' if rated else ''}"
    yield f"    {player}: {row['question']}: {row['asked']}{context}{who}"
    shown = best_and_chosen(row)
    if shown[0]["score"] is None:
        shown = [one for one in row["options"] if one["index"] == row["chosen"]]
    width = max(len(one["option"]) for one in shown)
    in_order = sorted(row["options"], key=lambda one: one["index"])
    numbers = numbers_of([(one["option"],) for one in in_order])
    places = len(str(max(numbers)))
    for one in shown:
        mark = ">" if one["index"] == row["chosen"] else " "
        worth = "" if one["score"] is None else f"  {one['score']:6.2f}{sum_words(one['parts'])}{spread(one)}"
        number = numbers[one["index"]]
        option = one["option"].removeprefix(f"{number} ").ljust(width)
        yield f"      {mark} {number:>{places}} {option}{worth}".rstrip()
    if len(row["options"]) > len(shown):
        yield f"        and {len(row['options']) - len(shown)} more"


def scripted(row: Mapping[str, Any]) -> str:
    """A phrase about the line of a script that decided, or about its answer that was not on offer."""
    line = f"line {row['line']}" if row["line"] else "a line"
    if row["by"] == HOOK:
        return f"by {line} of its script: {row['said']}"
    if not row["said"]:
        return f"{line} of its script found no option that it wants"
    return f"{line} of its script says {row['said']}, which is not on offer"


def best_and_chosen(row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The best options of a decision, always including the chosen one."""
    options = row["options"]
    return [*options[:MOST_SHOWN], *(one for one in options[MOST_SHOWN:] if one["index"] == row["chosen"])]


def spread(one: Mapping[str, Any]) -> str:
    """The standard error of a mean of trials, in words. '' for any other score."""
    return f" +- {one['error']:.2f} in {one['samples']} games" if "samples" in one else ""


def sum_words(terms: list[dict[str, Any]]) -> str:
    """The parts of a score as a sum."""
    if not terms:
        return ""
    text = ""
    for term in terms:
        value = term["score"]
        sign = "-" if value < 0 else "+" if text else ""
        text += f" {sign} {abs(value):.2f} {term['what']}".replace("   ", " ").replace("  ", " ")
    return f" = {text.strip()}"
