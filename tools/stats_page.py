"""Make the page on the calculators: the use of each one, and an example with its real output."""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from marchsim.cli import main

ROOT = Path(__file__).resolve().parents[1]

HEAD = """# Calculators

Made by `make docs`, which runs every example. `marchsim stats` computes from numbers or files and needs no
game. Each calculator answers with a table, or with `--json` for programs: shares lie between 0 and 1,
intervals are `[low, high]`, and undefined values are `null` with a `reason`. Bad input is one line and exit
code 2. Intervals are of 95 % unless they say otherwise.

**Only independent units count.** A game with a deal of its own is one. Games that share a deal are not:
`marchsim report` analyses them by deal, and `tost` accepts its differences and standard errors.

The file of the example is in [examples](../examples/results.csv). `results.csv` is made up.
"""


@dataclass(frozen=True)
class Section:
    """A calculator with its use and examples."""

    name: str
    use: str
    commands: tuple[str, ...]


SECTIONS = [
    Section(
        "share",
        "How sure is a share of wins, and does it differ from a value, such as 1/4 at four seats?",
        ("share 112 400 --against 0.25", "share 40 40", "share 0 0 --json"),
    ),
    Section(
        "diff",
        "Do two strategies (or rule sets) that played different games differ?",
        ("diff 112 400 81 400",),
    ),
    Section(
        "counts",
        "Does one kind occur more often than others, such as wins by seat?",
        ("counts 131,98,101,70",),
    ),
    Section(
        "tost",
        """
        Is a difference shown to be too small to matter? That a test finds nothing does not show it. The
        verdict is `equivalent`, `changed`, `changed but trivial` or `inconclusive` (Schuirmann 1987).
        """,
        ("tost --diff 0.004 --se 0.006 --df 399 --margin 0.02",),
    ),
    Section(
        "power",
        """
        How many games does a question need, and what can a number of games (`--n`) show? `share` tells a
        share from a value, `two` two shares from each other, `tost` shows that a difference is small. Cohen's
        h (1988) is the size of the effect. Powers of shares are those of the score test (Fleiss, Levin and
        Paik 2003).
        """,
        (
            "power share --p 0.25 --diff 0.02",
            "power share --p 0.25 --diff 0.02 --n 2000",
            "power two --p1 0.27 --p2 0.25",
            "power two --p1 0.27 --p2 0.25 --n 4000",
            "power tost --sd 0.5 --margin 0.02",
        ),
    ),
    Section(
        "elo",
        """
        What is a score in Elo, and back? Counts are of losses and wins, of losses, draws and wins, or of the
        five scores of pairs of games, lowest first. *Logistic* Elo gives the expected score. *Normalized*
        Elo (mean score less one half, over the SD of a game: Van den Bergh 2020) says how many games it takes
        to see it. Its interval allows for the SD being estimated.
        """,
        ("elo 89,123,76", "elo 34,54,63,64,75", "elo --score 0.55 --draws 0.3", "elo --logistic 35"),
    ),
    Section(
        "sprt",
        """
        A test that may stop early, at checkpoints that were fixed beforehand. Counts are of blocks by score,
        lowest first: losses, draws and wins of single games (3), pairs (5), or any scores with `--support`.
        `normalized` and `logistic` take h0 and h1 in Elo, `share` takes mean block scores.
        """,
        (
            "sprt --counts 127,4883,10712,5150,104 --model normalized --h0 -1.75 --h1 0.25",
            "sprt --counts 55,90,35,12 --support 0,0.25,0.5,1 --model share --h0 0.25 --h1 0.30",
        ),
    ),
    Section(
        "rank",
        """
        A ladder of strategies from a table of results, ours or anybody's: columns `game`, `seat`, `strategy`,
        and `score` (more is better) or `rank` (1 is best), and `deal`, if games share one. `--top1` uses
        winners only, `--seat` allows for seats. If a strategy is undefeated or winless it is named, and
        nothing is estimated. Plackett (1975) and Luce (1959), ties by Davidson (1970) and Firth et al. 2019.
        The best is not known beforehand, so differences to it have intervals that hold for any (Hsu 1984,
        Edwards and Hsu 1983).
        """,
        ("rank examples/results.csv", "rank examples/results.csv --top1 --seat"),
    ),
]

SOURCES = """
## Sources

The methods of `marchsim stats` and `marchsim report`.

| command or number | method |
|---|---|
| `share`, shares by deal | Wilson 1927, Clopper and Pearson 1934, Jeffreys as in Brown, Cai and DasGupta 2001, by deal Wilson with n_eff (Korn and Graubard 1998, Franco, Little, Louis and Slud 2019), errors of means by deal Cochran 1977, CR1 of Liang and Zeger 1986 |
| `diff`, differences of shares by deal | Newcombe 1998, MOVER (Zou and Donner 2008) |
| `counts` | Pearson 1900, Wilks 1938 (G), Goodman 1965, Cohen 1988 (w) |
| all strategies, all seats equal | Rao and Scott 1984, as F over deals, Pearson 1900, Cochran 1950 |
| pairs of strategies | Student 1908, sign flips of deals (Fisher 1935) |
| adjusted p | Holm 1979, Benjamini and Hochberg 1995 |
| intervals of all strategies, seats or pairs at once | max-t: Hothorn, Bretz and Westfall 2008, pairs of a table: Bonferroni |
| verdicts | intervals against margins, two one-sided tests (Schuirmann 1987), pooled by MOVER (Zou and Donner 2008), Bonferroni over all questions of a run, seats all at once by max-t, cards dealt on few deals by the smallest p of hands dealt again (Westfall and Young 1993), targets of wins: Clopper and Pearson 1934, Gaffke 2005 where few deals vary |
| runs that are played on | error spending: Lan and DeMets 1983, Bonferroni over looks |
| `tost` | Schuirmann 1987 |
| `power`, detectable sizes | Fleiss, Levin and Paik 2003, Connor 1987, Phillips 1990, one contrast: Bloom 1995, all together: the noncentral F and chi-square (Patnaik 1949, Cohen 1988) |
| `sprt` | Wald 1945, 1947, Van den Bergh 2019, 2020 |
| `[stop] precision`, live standings | Howard, Ramdas, McAuliffe and Sekhon 2021, Waudby-Smith and Ramdas 2024, Lindon and Malek 2022 |
| effects of cards | DerSimonian and Laird 1986, Paule and Mandel 1982, Q-profile: Viechtbauer 2007 |
| `rank`, the ladder | Plackett 1975, Luce 1959, ties: Davidson 1970, Firth, Kosmidis and Turner 2019 |
"""  # noqa: E501  # rows of a table


def printed(command: str) -> str:
    """The output of `marchsim stats COMMAND`, run in docs/."""
    output, before = io.StringIO(), Path.cwd()
    os.chdir(ROOT / "docs")
    try:
        with contextlib.redirect_stdout(output), mock.patch.dict(os.environ, {"COLUMNS": "100"}):
            code = main.run(["stats", *shlex.split(command)])
    finally:
        os.chdir(before)
    assert code == 0, command
    lines = [line.rstrip() for line in output.getvalue().splitlines()]
    return "\n".join(lines).strip("\n")


def text() -> str:
    """The text of the page."""
    parts = [HEAD]
    for section in SECTIONS:
        parts.append(f"\n## {section.name}\n\n{inspect.cleandoc(section.use)}\n")
        parts += [
            f"\n```text\n$ marchsim stats {command}\n{printed(command)}\n```\n"
            for command in section.commands
        ]
    return "".join([*parts, SOURCES])
