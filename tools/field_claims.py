"""The claims of reports/field.md about the field, each with its verdict and the numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from marchsim.analysis.course.profile import Contrast, contrasts
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages import words
from marchsim.reporting.pages.format import percent
from tools.field_runs import Found, row
from tools.games import LIMITED, PLAIN

PASS, ROUGHLY, NEARLY, FAIL = "pass", "pass, not beyond doubt", "fail, not beyond doubt", "fail"
UNDECIDED = "undecided"
ORDER = (PASS, ROUGHLY, UNDECIDED, NEARLY, FAIL)
HEURISTIC, LIMITED_TO, EVEN = 0.95, 0.80, 0.5
DOMINANT = 1.4  # times an equal share: more than any plan may win in the field
EXPLOITED = 0.08  # of games: more than an equal share that an answer to the field may win
CONTRASTS = 6  # measures that must tell each pair of heuristics apart


@dataclass(frozen=True)
class Claim:
    """A claim, its verdict, and a sentence with the measured values."""

    claim: str
    verdict: str
    told: str


def verdict(estimate: Estimate, least: float) -> str:
    """The verdict on a share that must be at least `least`, with doubt if its interval includes that."""
    value = estimate.value or 0.0
    low, high = (estimate.low, estimate.high) if estimate.low is not None else (0.0, 1.0)
    if value >= least:
        return PASS if low >= least else ROUGHLY
    return NEARLY if high is not None and high >= least else FAIL


def better(estimate: Estimate, even: float) -> str:
    """The verdict on a share that must be above an equal one, as its whole interval must be."""
    if estimate.low is None or estimate.high is None:
        return UNDECIDED
    if estimate.low > even:
        return PASS
    return UNDECIDED if estimate.high > even else FAIL


def worst(verdicts: Iterable[str]) -> str:
    """The worst of some verdicts."""
    return max(verdicts, key=ORDER.index, default=FAIL)


def demanded(name: str) -> float:
    """The share of games that a heuristic must win at a table of random players."""
    return LIMITED_TO if name in LIMITED else HEURISTIC


def claims(found: Found) -> list[Claim]:
    """All claims, in the order of the page."""
    return [
        floor_claim(found, [name for name in found.names if name not in LIMITED], HEURISTIC),
        floor_claim(found, [name for name in found.names if name in LIMITED], LIMITED_TO),
        duel_claim(found),
        *(slow_claim(found, name) for name in found.slow),
        dominance_claim(found),
        *([exploited_claim(found)] if found.answers else []),
        profile_claim(found),
        *([plays_claim(found)] if found.claimed else []),
    ]


def floor_claim(found: Found, names: Sequence[str], least: float) -> Claim:
    """The claim that heuristics reach their share at tables of random players."""
    shares = [(row(result, name).share, name, k) for name in names for k, result in found.floor.items()]
    verdicts = [verdict(share, least) for share, _, _ in shares]
    lowest, name, k = min(shares, key=lambda one: one[0].value or 0.0)
    below = list(dict.fromkeys(n for s, n, _ in shares if (s.value or 0.0) < least))
    whose = "each deliberately limited heuristic" if least == LIMITED_TO else "each heuristic"
    told = (
        f"Of {len(shares)} shares ({words.plural(len(names), 'heuristic')} with {_players(found)} players) "
        f"{sum(one == PASS for one in verdicts)} are above that with their whole interval, and "
        f"{sum(one in (PASS, ROUGHLY) for one in verdicts)} by their value. "
        f"The lowest is {words.share(lowest)}, of {words.quoted(name)} with {k} players."
    )
    if below:
        told += f" Below are {words.listed([words.quoted(one) for one in below])}."
    return Claim(
        f"{whose} wins {100 * least:.0f} % of games or more at a table of random", worst(verdicts), told
    )


def _players(found: Found) -> str:
    return words.listed([str(k) for k in found.floor])


def duel_claim(found: Found) -> Claim:
    """The claim about the best heuristic in duels with the plain one."""
    assert found.duels is not None
    share = row(found.duels, found.best).share
    others = [(row(found.duels, name).share.low or 0.0) > EVEN for name in found.names]
    told = (
        f"It won {words.share(share)} of {words.plural(share.entries, 'duel')} on "
        f"{words.plural(share.deals, 'deal')}. Of all {len(found.names)} heuristics {sum(others)} beat "
        f"{words.quoted(PLAIN)} so that the interval excludes {EVEN}."
    )
    return Claim(
        f"{words.quoted(found.best)}, the best heuristic, beats {words.quoted(PLAIN)} in duels",
        better(share, EVEN),
        told,
    )


def slow_claim(found: Found, name: str) -> Claim:
    """The claim about a slow strategy against the best heuristic, at each number of players."""
    shares = {k: row(result, name).share for k, result in found.slow[name].items()}
    parts = [
        f"{words.share(share)} of {words.plural(share.entries, 'game')} with {k} players, where equals would "
        f"win {percent(1 / k)}"
        for k, share in shares.items()
    ]
    verdicts = [better(share, 1 / k) for k, share in shares.items()]
    return Claim(
        f"{words.quoted(name)} beats {words.quoted(found.best)}, the best heuristic, in all other seats",
        worst(verdicts),
        f"It won {words.listed(parts)}.",
    )


def dominance_claim(found: Found) -> Claim:
    """The claim that no plan wins much more than an equal share of the field's games."""
    shares = [
        (k * (row(result, name).share.value or 0.0), row(result, name).share, name, k)
        for k, result in found.fields.items()
        for name in found.names
    ]
    times, share, name, k = max(shares, key=lambda one: one[0])
    lowest = [k * (one.low if one.low is not None else 0.0) for _, one, _, k in shares]
    verdict_ = PASS if max(times for times, *_ in shares) <= DOMINANT else FAIL
    if verdict_ == FAIL and max(lowest) <= DOMINANT:
        verdict_ = NEARLY
    told = (
        f"Most wins {words.quoted(name)} with {k} players: {words.share(share)}, {times:.2f} times the share "
        "of equals."
    )
    return Claim(f"no plan wins more than {DOMINANT} times an equal share", verdict_, told)


def exploited_claim(found: Found) -> Claim:
    """The claim that no answer to the field, found by tuning, wins much more than an equal share."""
    answers = found.answers.items()
    verdicts = [_at_most(one.confirmed, one.equal + EXPLOITED) for _, one in answers]
    parts = [f"{words.share(one.confirmed)} with {k} players" for k, one in answers]
    told = f"The best of what tuning found won {words.listed(parts)}; a better answer may exist."
    return Claim(
        f"an answer that tuning finds to the field wins at most {100 * EXPLOITED:.0f} points more than an "
        "equal share", worst(verdicts), told,
    )  # fmt: skip


def _at_most(estimate: Estimate, most: float) -> str:
    """The verdict on a share that must be at most `most`, with doubt if its interval includes that."""
    value = estimate.value or 0.0
    low, high = (estimate.low, estimate.high) if estimate.low is not None else (0.0, 1.0)
    if value <= most:
        return PASS if high is not None and high <= most else ROUGHLY
    return NEARLY if low is not None and low <= most else FAIL


def profile_claim(found: Found) -> Claim:
    """The claim that profiles distinguish each pair of heuristics, at each number of players."""
    held = [(k, *pair) for k in found.profiles for pair in heuristic_pairs(found, k).items()]
    alike = [(k, pair) for k, pair, apart in held if len(apart) < CONTRASTS]
    k, (first, second), closest = min(held, key=lambda one: len(one[2]))
    number = len(found.names) * (len(found.names) - 1) // 2
    told = (
        f"{number} pairs with {_players(found)} players each; fewest measures tell apart "
        f"{words.quoted(first)} and {words.quoted(second)}: "
        f"{len(closest)} of {len(found.profiles[k].measures)} with {k} players."
    )
    if alike:
        listed = [
            f"{words.quoted(one)} and {words.quoted(other)} with {at} players" for at, (one, other) in alike
        ]
        told += f" Too alike are {'; '.join(listed)}."
    return Claim(
        f"{CONTRASTS} or more measures tell each pair of heuristics apart", FAIL if alike else PASS, told
    )


def plays_claim(found: Found) -> Claim:
    """The claim that each plan plays as its file says."""
    told = f"{found.claimed - len(found.unmet)} of {found.claimed} claims hold in games of four."
    if found.unmet:
        told += f" These do not: {words.listed(found.unmet)}."
    return Claim("each plan plays as its file claims", FAIL if found.unmet else PASS, told)


def heuristic_pairs(found: Found, players: int) -> dict[tuple[str, str], list[Contrast]]:
    """The pairs of heuristics at one number of players, with the measures that distinguish them."""
    every = contrasts(found.profiles[players])
    return {pair: apart for pair, apart in every.items() if set(pair) <= set(found.names)}
