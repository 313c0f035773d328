"""Describe the results of a sensitivity study: the claims that hold even if our guesses are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.robustness.judging import CHANGES, ERROR, FLIPS, HOLDS, OPEN, VERBS, Judged
from marchsim.errors import plural
from marchsim.recorder import metrics
from marchsim.recorder.claims import WITHIN
from marchsim.studies.sensitivity.preparation import words
from marchsim.studies.sensitivity.sensitivity import HOPELESS, SETTLED, Row, Sensitivity, Tried

UNUSUAL = 2.0  # standard deviations between draws


def counted(found: Sensitivity) -> dict[str, int]:
    """The number of claims with each verdict."""
    return {word: sum(row.verdict == word for row in found.rows) for word in VERBS}


def answer(found: Sensitivity) -> list[str]:
    """The result in sentences: how many claims hold, then each claim, or the effects of each variant."""
    many = counted(found)
    parts = [
        f"{count or 'none'} {VERBS[word][count > 1]}"
        for word, count in many.items()
        if count or word in (HOLDS, FLIPS)
    ]
    head = f"Of {plural(len(found.rows), 'claim')} {', '.join(parts)} in the plausible component sets."
    variants = dict.fromkeys(row.tried.claim.variant for row in found.rows)
    told = [one for variant in variants for one in _sentences(found, variant)]
    seen = words([one for one in found.looks if one.draws <= found.draws], found.calls)
    return [head, *told, ending(found), *([seen] if seen else [])]


def _sentences(found: Sensitivity, variant: str) -> list[str]:
    """Sentences on the claims about a variant, or on those about the game itself if `variant` is ''."""
    rows = [row for row in found.rows if row.tried.claim.variant == variant]
    if not variant:
        told = [f"{word}: {sentence(row)}" for word in (FLIPS, CHANGES, HOLDS) for row in rows
                if row.verdict == word]  # fmt: skip
        return [*told, *(f"{OPEN}, {why}: {'; '.join(texts)}." for why, texts in _open(rows).items())]
    own = {word: [row for row in rows if row.verdict == word] for word in VERBS}
    told = [f"{variant}: {_lead(own)}"]
    told += [f"{variant}, {word}: {sentence(row)}" for word in (FLIPS, CHANGES) for row in own[word]]
    told += [
        f"{variant}, not settled ({why}): whether it {'; '.join(_does(variant, texts))}."
        for why, texts in _open(rows).items()
    ]
    return told


def _lead(own: Mapping[str, Sequence[Row]]) -> str:
    """A sentence on the claims about a change that hold in all plausible component sets."""
    holding, wrong = own[HOLDS], [*own[FLIPS], *own[CHANGES]]
    if not holding and not wrong:
        return "nothing that it does, or does not do, is settled in the plausible component sets."
    what = "; ".join(_does("", [_effect(row) for row in holding]))
    many = plural(sum(map(len, own.values())), "claim")
    if wrong:
        held = f" In the plausible component sets, too, it {what}." if holding else ""
        return f"not to be trusted in {len(wrong)} of {many}, which other numbers or players change.{held}"
    rest = "" if len(holding) == sum(map(len, own.values())) else "; the rest is open"
    return f"{len(holding)} of {many} hold{rest}: in the plausible component sets, too, it {what}."


def _effect(row: Row) -> str:
    """A variant's effect as stated by a claim that holds, with its size if the claim has a direction."""
    text = row.tried.text.removeprefix(f"{row.tried.claim.variant} ")
    if row.tried.stated.way == WITHIN:
        return text
    return f"{text} ({value(row.tried, list(row.cells.values())[-1].model.mean)} on average)"


def _does(variant: str, texts: Sequence[str]) -> list[str]:
    """The effects of a variant, one phrase for each verb: 'hardly changes the turns and the mean score'."""
    found: dict[str, list[str]] = {}
    for text in texts:
        own = text.removeprefix(f"{variant} ")
        verb = next((verb for verb in ("hardly changes ", "raises ", "lowers ") if own.startswith(verb)), "")
        found.setdefault(verb, []).append(own.removeprefix(verb))
    return [f"{verb}{listed(_shares(things))}" for verb, things in found.items()]


def _shares(things: Sequence[str]) -> list[str]:
    """The objects of a sentence, in which the wins of several strategies become one object."""
    of = "the wins of "
    names = [one.removeprefix(of) for one in things if one.startswith(of)]
    if len(names) < 2:
        return list(things)
    others = [one for one in things if one.removeprefix(of) not in names]
    return [*others, f"{of}{listed(names)}"]


def _open(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The open claims, grouped by the way in which they could be settled."""
    whys: dict[str, list[str]] = {}
    for row in rows:
        if row.verdict == OPEN:
            left = [cell for cell in row.cells.values() if cell.label == OPEN]
            why = cause(left[-1]) if left else "it differs between the populations"
            whys.setdefault(why, []).append(row.tried.text)
    return whys


def sentence(row: Row) -> str:
    """A sentence on a settled claim, with the results for the last (strongest) population."""
    name, cell = list(row.cells.items())[-1]
    tried = row.tried
    who = f" ({name})" if len(row.cells) > 1 else ""
    text = headed(tried.text)
    now, then = value(tried, cell.model.mean), value(tried, tried.assumed)
    true = f"true in {percent(cell.right)} of the plausible component sets"
    if row.verdict == FLIPS:
        reverse = percent(cell.against)
        return f"{text}{who}: in {reverse} of the plausible component sets it is the other way round."
    if row.verdict == CHANGES:
        return f"{text}{who}: seldom reversed, but not of this size: {now} instead of {then}."
    return f"{text}{who}: {true}; {now} on average, {then} under the assumed numbers."


def headed(text: str) -> str:
    """A claim as the start of a sentence: with a capital letter, unless it starts with a name."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def cause(cell: Judged) -> str:
    """A phrase for the way in which an open claim could be settled."""
    if cell.more is not None:
        return f"{cell.more:,.0f} draws like these would settle it"
    if cell.p <= ERROR < cell.counted:
        return "a count of draws, which assumes no distribution, does not show it; more deals may"
    if cell.model.between2 <= 0 or cell.model.noise2 > cell.model.between2:
        return "more deals may settle it"
    return "more games will not settle it, but numbers from the box may"


def unusual(found: Sensitivity) -> list[str]:
    """The claims whose value under the assumed numbers is unusual among the first population's draws."""
    firsts = [(row, next(iter(row.cells.values())).model) for row in found.rows]
    return [
        row.tried.text
        for row, model in firsts
        if model.between and abs(row.tried.assumed - model.mean) > UNUSUAL * model.between
    ]


def percent(found: Estimate) -> str:
    """A share of component sets with its interval, such as '96 % (90 to 100)'."""
    share, low, high = (100 * (end or 0.0) for end in (found.value, found.low, found.high))
    return f"{share:.0f} % ({low:.0f} to {high:.0f})"


def value(tried: Tried, number: float) -> str:
    """Format a value of a claim's metric in the unit that is shown."""
    return metrics.spoken(tried.claim.metric, number, tried.players, bool(tried.claim.variant))


def ending(found: Sensitivity) -> str:
    """A sentence on how the study ended."""
    deals = plural(found.deals, "deal")
    size = f"{plural(found.draws, 'draw')} of {len(found.prepared.priors.drawn)} numbers, {deals} each"
    if found.why == SETTLED:
        return f"Every claim is settled after {size}."
    if found.why == HOPELESS:
        return f"After {size} no more draws (of at most {found.prepared.draws}) would settle the rest."
    return f"The draws are spent: {size}."
