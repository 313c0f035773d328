"""Section: targets of a design study, and which ruleset meets how many of them."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.variants.targets import (
    MET,
    MISSED,
    PERHAPS_MET,
    PERHAPS_MISSED,
    Score,
    Target,
    scores,
)
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Column, Section, Table, Text, Value
from marchsim.reporting.pages.format import ends
from marchsim.reporting.variants.phrases import is_share, title

MOST_TOLD = 4
NONE = "none"
SEEN = {  # exploratory, so these are no verdict words
    MET: "inside, whole interval",
    PERHAPS_MET: "inside, not the whole interval",
    PERHAPS_MISSED: "outside, not the whole interval",
    MISSED: "outside, whole interval",
}


def target_section(found: Sequence[Target], ident: str, players: int, where: str) -> list[Section]:
    """Return the section of targets at one number of players; none where none is measured."""
    here = [one for one in found if one.level.players == players]
    if not here:
        return []
    blocks: list[Block] = [Text(target_words(here))]
    for shares, kind in ((True, "shares"), (False, "numbers")):
        one_kind, many = ("percent", "percents") if shares else ("number", "numbers")
        rows: list[dict[str, Value]] = [
            {
                "ruleset": one.level.ruleset,
                "metric": title(one.level.metric),
                "n_deals": one.level.estimate.deals,
                "value": one.level.estimate.value,
                "narrow": ends(one.level.narrow),
                "goal": (one.value - one.tolerance, one.value + one.tolerance),
                "verdict": SEEN[one.verdict],
            }
            for one in here
            if is_share(one.level.metric) is shares
        ]
        columns = (
            Column("ruleset", "Ruleset"),
            Column("metric", "Metric"),
            Column("n_deals", "Deals", "count"),
            Column("value", "Mean over deals", one_kind),
            Column("narrow", "90 % interval", many),
            Column("goal", "Target", many),
            Column("verdict", "Mean and interval"),
        )
        if rows:
            heading = f"Targets, {where}: {'shares' if shares else 'other numbers'}"
            note = (
                "Exploratory. Whole: the 90 % interval lies wholly inside the target (two one-sided tests at "
                "5 %), or wholly outside; of each target by itself, not adjusted for the others. Where deals "
                "are too few, or too much alike, for t it is that of a bounded mean (Gaffke 2005)."
            )
            made = Table(f"{ident}-targets-{kind}", heading, columns, rows, note)
            blocks.append(made)
    return [Section(f"{ident}-targets", "Targets", 3, blocks)]


def target_words(found: Sequence[Target]) -> str:
    """Return which ruleset meets how many targets, the best first; '' without targets."""
    if not found:
        return ""
    ranked = scores(list(found))
    if not ranked[0].met:
        return f"No ruleset meets any of {words.plural(ranked[0].of, 'target')}."
    told = [_score(one) for one in ranked[:MOST_TOLD]]
    most = ranked[0].of
    rest = len(ranked) - MOST_TOLD
    more = f"; the other {words.plural(rest, 'ruleset')} no more" if rest > 0 else ""
    return f"Of {words.plural(most, 'target')} {'; '.join(told)}{more} (exploratory)."


def _score(one: Score) -> str:
    """Return in words how many targets a ruleset meets: by its means, and by their intervals."""
    sure = f" ({one.sure or NONE} by its own 90 % interval)" if one.met else ""
    return f"{words.quoted(one.ruleset)} meets {one.met or NONE}{sure}"
