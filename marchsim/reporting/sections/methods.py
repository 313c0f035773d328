"""The sections on statistical methods: one for reports on games, one for comparisons of variants."""

from __future__ import annotations

from marchsim.analysis.variants.verdicts import FLIP_SEED, FLIPS_UNDER
from marchsim.recorder.metrics import MARGINS, OTHER_MARGIN, SEATS, SHARE_MARGIN
from marchsim.reporting.pages.document import Bullets, Section
from marchsim.reporting.pages.format import percent, size
from marchsim.reporting.sections.verdicts import ErrorBudget, budget_methods
from marchsim.stats.bounded import SPARSE
from marchsim.stats.clusters import FEW
from marchsim.stats.joint import SEED
from marchsim.stats.simultaneous import DRAWS

UNIT = (
    "The independent unit is the deal. Games that share one (rotations of a line-up, several "
    "line-ups) are one cluster: every standard error, interval and p value is taken over deals, "
    "never over games or players.",
)
CREDIT = (
    "A share of wins is the mean credit per entry. m joint winners of a game have 1/m each. It is "
    "shown against 1/k for k players.",
)
INTERVALS = (
    "Intervals of shares are Wilson's with n_eff = p(1 - p)/SE² and t over deals (Korn and Graubard 1998, "
    "Franco et al. 2019). If each game has a deal of its own and no win is shared: plain "
    f"Wilson, under {FEW} games Clopper and Pearson's exact interval. If all deals agree there is no "
    "variance: an exact interval for a bounded mean.",
    "Other means have t intervals over deals, with the standard error of a ratio (Cochran 1977, CR1 of Liang "
    "and Zeger 1986).",
)
AGAINST_EACH_OTHER = (
    "All strategies, or all seats, equal: Pearson's chi-square over its mean design effect (Rao and Scott "
    "1984), as F over deals. Where games are independent: Pearson's chi-square on winner counts, Cochran's Q "
    "(1950) where one strategy plays itself.",
    "Pairs: mean difference of credit on the games in which both played. Tests: t over deals, sign flips of"
    " deals (at least 9,999 draws, seed printed) under 100 deals or without variance, exact McNemar where "
    "games are independent. p values are adjusted by Holm over the pairs of one set of rules and one"
    " number of players.",
    "The ladder: Plackett and Luce's model (Plackett 1975, Luce 1959) of who won, fitted to all games at "
    "once, with seats as a covariate, ties after Davidson and Luce (Firth, Kosmidis and Turner 2019) and a "
    "sandwich covariance over deals. It needs results that link all strategies both ways. Differences "
    "to the best: multiple comparisons with the best (Hsu 1984, two-sided: Edwards and Hsu 1983). How it "
    "fits: shares of wins beside each other strategy against the ladder's. Effective number: the exponential "
    "of Shannon's entropy (Hill 1973).",
    "Matchups: a ladder of who finishes ahead in every meeting of two (Bradley and Terry 1952, seats as a "
    "covariate, ties half) and the residuals of pairs, whose intervals and p values hold for all pairs at "
    "once (max-t over deals). Cyclic ratio: Balduzzi et al. (2018), 0.5 added to each cell. By chance: "
    "tables drawn about the ladder, whole deals together (multiplier bootstrap by cluster: "
    "Cameron, Gelbach and Miller 2008). The mixture that nobody beats: Nash averaging, the mixture of "
    "largest entropy over which nobody has an edge beyond noise (Balduzzi et al. 2018, bootstrap of deals). "
    "All of it is exploratory.",
)
AGAINST_AN_OPPONENT = (
    "A game against an opponent is one trial: all its players win it or none does. A strategy's share is "
    "that of the games in which it sat, each counted once however many seats it had.",
    "Variants with the same opponent are compared on pairs of games with the same deal, line-up and seats. "
    "The interval of a difference of shares carries over those of the two shares and their correlation "
    "over deals (MOVER: Zou and Donner 2008, Newcombe 1998). Where all deals agree: an exact interval for a "
    "bounded mean. All strategies equal: chi-square over its mean design effect (Rao and Scott 1984).",
)
COURSE = (
    "The lead after a round is that of a sole first player. It changes if a sole leader differs from the "
    "last sole leader. Each column of the rounds has its own description.",
)
FURTHEST = (
    "Intervals of all strategies, or all seats, at once: each at the level at which all hold with 95 %, from "
    f"the largest of correlated t (max-t: Hothorn, Bretz and Westfall 2008; {DRAWS:,} draws, seed {SEED}). "
    "Beside a largest deviation is its median in these draws if all are equal.",
)
CLAIMS = (
    f"Under {FEW} deals there is no test, and intervals are rough unless they are called exact.",
    "Detectable: the true size that the test beside it finds in 80 % of such runs. For a test of all "
    "together one share is off and the others alike make up for it, by the noncentral F (3.30, 4.03 and "
    "4.16 standard errors with 4, 11 and 13 shares). For a pair it is that of Holm's first step (1979).",
    "Pairs: intervals of all pairs at once are Bonferroni's. They may contain 0 where Holm's later steps "
    "give a p under 5 %.",
)
POOLED = (
    "Verdicts pool numbers of players on one scale, wins where 100 are fair (100 x share x players), by the "
    "unweighted mean. Intervals of the numbers of players are carried over to it (MOVER: Zou and Donner "
    "2008). Of the error of strategies one half is for the intervals of all of them, one for all pairs (both "
    "max-t). Of that of the first player one half is for each number of players by itself (Bonferroni), if "
    "there are several.",
)
JUDGED = (
    "A chip comes from intervals against the margin: beyond it, inside it (two one-sided tests: Schuirmann "
    "1987), or neither. Games in which a baseline player sits take no part.",
)
APART = (
    "Games of different numbers of players or sets of rules are never pooled.",
    "Void games (a strategy failed, or a limit was reached) are counted apart. The other games of "
    "their block are left out as well, so that seats and opponents stay balanced.",
)

PAIRED = (
    "Each metric has one value a deal: the mean over its games that count. The same deal, line-up and seats "
    "are played under both rulesets, and the difference of each deal counts once. The mean difference has t "
    f"intervals over deals. Tests: t by deal, under {FLIPS_UNDER} deals sign flips (at least 9,999 draws, "
    f"seed {FLIP_SEED}); under {FEW} deals there is none.",
    "The variance saved by pairing is 1 minus the variance of the differences over the sum of both "
    "variances. Less than 0 means that pairing added some.",
)
UNPAIRED = (
    f"Rulesets without {FEW} deals in common are independent samples: Welch's t (1947) over deals of each "
    "side.",
)
SPARSELY = (
    f"Where fewer than {SPARSE} deals, and not half of them, have another difference than the commonest one, "
    "t would be too sure: the intervals and p are those of a bounded mean (Gaffke 2005), whose range is the "
    "largest difference that a deal can have (1 for shares, for numbers the largest value seen). They allow "
    "for deals unlike all that were seen: of n deals that are all the same up to 1 - 0.05^(1/n) may differ.",
)
COMPARED = (
    "Verdicts. Identical: the same value in every deal, and the largest difference times the share of deals "
    "that may differ (95 %) is inside the margin. Equivalent: the 90 % interval is inside the margin "
    "(two one-sided tests at 5 % for each metric by itself, Schuirmann 1987) and p is not under 5 %. "
    "Changed: p under 5 % (Holm 1979, over the whole primary family) and the 90 % interval not inside. "
    "Changed but trivial: both. Inconclusive: neither, which is no sign that nothing changed. All variants "
    "share one control, which Holm's adjustment allows for. The 95 % intervals are not adjusted.",
    f"Margins are {MARGINS[SEATS]:g} wins where 100 are fair for shares of wins, {size(SHARE_MARGIN)} points "
    f"for shares of games and {percent(OTHER_MARGIN)} of the control's mean for other numbers, unless the "
    "configuration declares others ([report.margins]). That mean is an estimate, so the ratio to "
    "it is tested: the 90 % interval is Fieller's (1954) of the ratio less 1, times the control's mean. If "
    "few deals differ the mean is taken as known: its error is then far below that of the difference.",
    "Detectable: the true difference that the test finds in 80 % of such runs, at the level of Holm's first "
    "step, 5 % over the number of tests.",
    "Effects by strategy: on its own share of wins, the same in the first seat, its own score, and the games "
    "in which it sits. Differences by deal, with the covariance of strategies that meet on "
    "deals. True effects are draws around a mean with SD tau (random effects). The prediction interval of "
    "another strategy takes neither as known: each quantile of chi-square names a tau by Cochran's Q, and "
    "mean and effect are normal given tau (Iyer, Wang and Mathew 2004, Nagashima, Noma and Furukawa 2019). "
    "tau: Paule and Mandel (1982), its interval by Q-profile (Viechtbauer 2007). Baselines take no part.",
)


def listed(*said: str) -> Section:
    """The section on methods of any report, as a list of the given sentences."""
    return Section("methods", "Methods", 2, [Bullets(said)])


def methods(each_other: bool, together: bool, held: ErrorBudget) -> Section:
    """The methods section for games of players against each other, against an opponent, or of both kinds.

    `held` is the error budget of the verdicts on the page.
    """
    judged = held.judged is not None
    return listed(
        *UNIT,
        *(CREDIT if each_other else ()),
        *INTERVALS,
        *((*AGAINST_EACH_OTHER, *FURTHEST, *COURSE) if each_other else ()),
        *(AGAINST_AN_OPPONENT if together else ()),
        *CLAIMS,
        *(POOLED if judged and each_other else ()),
        *(JUDGED if judged else ()),
        budget_methods(held),
        *APART,
    )


def variant_methods(paired: bool, unpaired: bool, held: ErrorBudget | None) -> Section:
    """The section on comparisons of variants.

    `paired` adds comparisons deal by deal, and `unpaired` those of independent samples. `held` is the error
    budget, or None if another part of the page states it.
    """
    return listed(
        *UNIT,
        *((*PAIRED, *SPARSELY) if paired else ()),
        *(UNPAIRED if unpaired else ()),
        *COMPARED,
        *(() if held is None else (budget_methods(held),)),
        *APART,
    )
