"""Section: the methods in words, for readers who check them."""

from __future__ import annotations

from marchsim.reporting.pages.document import Bullets, Section
from marchsim.reporting.sections import budget
from marchsim.reporting.sections.budget import Budget
from marchsim.stats.clusters import FEW
from marchsim.stats.joint import SEED
from marchsim.stats.simultaneous import DRAWS

UNIT = (
    "The independent unit is the deal. Games that share one (rotations of a line-up, several "
    "line-ups) are one cluster: every standard error, interval and p value is taken over deals, "
    "never over games or players.",
)
CREDIT = (
    "A share of wins is the mean credit per entry; m joint winners of a game have 1/m each. It is "
    "shown against 1/k for k players.",
)
INTERVALS = (
    "Intervals of shares are Wilson's with n_eff = p(1 - p)/SE² and t over deals (Korn and Graubard "
    "1998; Franco et al. 2019). Where each game has a deal of its own and no win is shared: plain "
    f"Wilson, under {FEW} games Clopper and Pearson's exact interval. Where all deals agree there is "
    "no variance: an exact interval for a bounded mean.",
    "Other means have t intervals over deals, with the standard error of a ratio (Cochran 1977; CR1 "
    "of Liang and Zeger 1986).",
)
AGAINST_EACH_OTHER = (
    "All strategies, or all seats, equal: Pearson's chi-square over its mean design effect (Rao and Scott "
    "1984), as F over deals; Pearson's chi-square on winner counts where games are independent, Cochran's Q "
    "(1950) where one strategy plays itself.",
    "Pairs: mean difference of credit on the games in which both played; t over deals, sign flips of"
    " deals (at least 9,999 draws, seed printed) under 100 deals or without variance, exact McNemar where "
    "games are independent. p values are adjusted by Holm over the pairs of one set of rules and one"
    " number of players.",
    "The ladder: Plackett and Luce's model (Plackett 1975; Luce 1959) of who won, fitted to all games at "
    "once, with seats as a covariate, ties after Davidson and Luce (Firth, Kosmidis and Turner 2019) and a "
    "sandwich covariance over deals; where results do not link all strategies both ways, none. Differences "
    "to the best: multiple comparisons with the best (Hsu 1984; two-sided: Edwards and Hsu 1983). How it "
    "fits: shares of wins beside each other strategy against the ladder's. Effective number: the exponential "
    "of Shannon's entropy (Hill 1973).",
    "Matchups: a ladder of who finishes ahead in every meeting of two (Bradley and Terry 1952, seats as a "
    "covariate, ties half) and the residuals of pairs, whose intervals and p values hold for all pairs at "
    "once (max-t over deals). Cyclic ratio: Balduzzi et al. (2018), 0.5 added to each cell; by chance: "
    "tables drawn about the ladder, whole deals together (multiplier bootstrap by cluster: "
    "Cameron, Gelbach and Miller 2008). The mixture that nobody beats: Nash averaging, the equilibrium of "
    "largest entropy (Balduzzi et al. 2018), with a bootstrap of whole deals. All of it is exploratory.",
)
AGAINST_AN_OPPONENT = (
    "A game against an opponent is one trial: all its players win it or none does. A strategy's share is "
    "that of the games in which it sat, each counted once however many seats it had.",
    "Variants with the same opponent are compared on pairs of games with the same deal, line-up and seats: "
    "exact McNemar where each pair has a deal of its own; otherwise sign flips of deals (at least 9,999 "
    "draws, seed printed) under 100 deals, and t over deals from there on. Strategies that sat on the same "
    "deals equally often are compared likewise. p values are adjusted by Holm over the pairs of one number "
    "of players, or of one panel.",
    "The interval of a difference of shares carries over those of the two shares and their correlation "
    "over deals (MOVER: Zou and Donner 2008; Newcombe 1998); strategies that sat on different deals are "
    "tested by where that interval just holds 0. Where all deals agree: an exact interval for a bounded "
    "mean. All strategies equal: Pearson's chi-square over its mean design effect (Rao and Scott 1984).",
)
COURSE = (
    "The lead after a round is that of a sole first player; it changes where a sole leader is another than "
    "the last sole leader. What columns of the rounds count is told by their own descriptions.",
)
FURTHEST = (
    "Intervals of all strategies, or all seats, at once: each at the level at which all hold with 95 %, from "
    f"the largest of correlated t (max-t: Hothorn, Bretz and Westfall 2008; {DRAWS:,} draws, seed {SEED}). "
    "Beside a largest deviation stands the median of what these draws make of it if all are equal.",
)
CLAIMS = (
    f"Under {FEW} deals there is no test, and intervals are rough unless they are called exact.",
    "Detectable: the true size that the test beside it finds in 80 % of such runs. For a test of all "
    "together one share is off and the others alike make up for it, by the noncentral F (3.30, 4.03 and "
    "4.16 standard errors with 4, 11 and 13 shares); for a pair it is that of Holm's first step (1979).",
    "Pairs: intervals of all pairs at once are Bonferroni's; they may hold 0 where Holm's later steps give a "
    "p under 5 %.",
)
POOLED = (
    "Verdicts pool numbers of players on one scale, wins where 100 are fair (100 x share x players), by the "
    "unweighted mean; intervals of the numbers of players are carried over to it (MOVER: Zou and Donner "
    "2008). Of the error of strategies one half is for the intervals of all of them, one for all pairs (both "
    "max-t); of that of the first player one half is for each number of players by itself (Bonferroni), if "
    "there are several.",
)
JUDGED = (
    "A chip comes from intervals against the margin: beyond it, inside it (two one-sided tests: Schuirmann "
    "1987), or neither. Games in which a yardstick sits take no part.",
)
APART = (
    "Games of different numbers of players or sets of rules are never pooled.",
    "Void games (a strategy failed, or a limit was reached) are counted apart. The other games of "
    "their block are left out as well, so that seats and opponents stay balanced.",
)


def methods(each_other: bool, together: bool, held: Budget) -> Section:
    """Return the section on methods of games against each other, of games against an opponent, or of both.

    `held` are the families of verdicts on the page.
    """
    said = [*UNIT, *(CREDIT if each_other else ()), *INTERVALS]
    said += [
        *((*AGAINST_EACH_OTHER, *FURTHEST, *COURSE) if each_other else ()),
        *(AGAINST_AN_OPPONENT if together else ()),
        *CLAIMS,
    ]
    judged = held.judged is not None
    said += [*(POOLED if judged and each_other else ()), *(JUDGED if judged else ()), budget.methods(held)]
    return Section("methods", "Methods", 2, [Bullets((*said, *APART))])
