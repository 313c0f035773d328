"""Play every preset with each of its numbers of players, and write reports/variants.md.

The field is fixed: four heuristics in turn, with seats rotating from game to game, and against the Horde the
`defender` in every seat. An absurd value in this table shows a bug of a rule or of a strategy: nobody ever
battles, every game starves, a seat wins far more than its share. A number replaces the 2,000 games: `python
-m tools.variants_page 100` prints the table and writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from marchsim.games.march.rules import variant
from marchsim.games.march.rules.variant import PRESETS
from marchsim.games.march.table.assembly import assemble
from marchsim.games.march.table.session import MarchSession
from tools import games

PAGE = Path(__file__).resolve().parents[1] / "reports/variants.md"
GAMES = 2000
FIELD = ("forager", "explorer", "warlord", "evolver")
DEFENCE = ("defender",)
DIFFICULTIES = ("easy", "normal", "hard")
DECISION = "D-33"
HEAD = """# How the variants go

Made by `make variants`: {games:,} games of each preset and number of players. The field is
{field} in turn, as shipped, seats rotating; against the Horde {defence} on every seat.
Battles are those that a seat fights in a game, against ants and centipedes; centipedes are those beaten in a
game; hexes lie at the end without the Great Tunnel. The margin is the lowest score of the players less the
Horde's, on average. These figures say how the games of *these* strategies go; most numbers of cards and hexes
are assumed (`marchsim cards`).

Where players play against each other, seats do not win equally often with these strategies (each share is
sure to ± 2 points), so line-ups are compared on rotating seats. `marchsim level` says what would make up for
it, and `reports/README.md` what is so with other players, too.

Against the Horde three or four players hardly ever win with these strategies, and not only by the battles
that they lose: {decision} of `reports/lab/horde.md` has the numbers.

| preset | players | | mean score | turns | battles | centipedes | hexes | wins by seat, % | won | margin |
|---|---|---|---|---|---|---|---|---|---|---|
"""


@dataclass
class Figures:
    """The results of the games with one preset, number of players and difficulty."""

    played: int = 0
    void: int = 0
    turns: int = 0
    scores: list[tuple[int, ...]] = field(default_factory=list)
    credits: list[float] = field(default_factory=list)  # by seat
    battles: float = 0.0  # fought by a seat, centipedes included
    centipedes: float = 0.0  # beaten in a game
    hexes: int = 0
    won: int = 0
    margins: list[int] = field(default_factory=list)


def figures(
    preset: str, players: int, overlay: dict[str, object], count: int, names: Sequence[str]
) -> Figures:
    """Play the games and return their figures."""
    made = assemble(variant.resolve("figures", preset, [("figures", {"rules": overlay})] if overlay else ()))
    session = MarchSession(made, players, "rounds")
    found = Figures(credits=[0.0] * players)
    for deal in range(count):
        outcome = games.play(session, deal, games.line_up(names, players, deal))
        if outcome.void:
            found.void += 1
            continue
        found.played += 1
        found.turns += outcome.turns
        found.scores.append(outcome.scores)
        winners = outcome.winners.bit_count()
        found.won += outcome.winners > 0
        if outcome.margin is not None:
            found.margins.append(outcome.margin)
        for seat in range(players):
            found.credits[seat] += (outcome.winners >> seat & 1) / max(winners, 1)
        assert session.g is not None
        found.hexes += session.g.s.laid_n - 1
    rows = session.take()["rounds"]
    found.battles = float(rows[:, games.column("rounds", "battles")].sum())
    found.centipedes = float(rows[:, games.column("rounds", "centipedes")].sum())
    return found


def row(preset: str, players: int, words: str, f: Figures) -> str:
    """A row of the table."""
    n = max(f.played, 1)
    scores = np.array(f.scores, dtype=float)
    shares = " ".join(f"{100 * credit / n:.0f}" for credit in f.credits)
    horde = f"{100 * f.won / n:.0f} %" if f.margins else ""
    margin = f"{np.mean(f.margins):+.1f}" if f.margins else ""
    battles = f"{f.battles / n / players:.1f}"
    return (
        f"| {preset} | {players} | {words} | {scores.mean():.1f} | {f.turns / n:.0f} | {battles} "
        f"| {f.centipedes / n:.1f} | {f.hexes / n:.1f} | {'' if f.margins else shares} | {horde} | {margin} |"
    )


def table(count: int) -> str:
    """The text of the page."""
    lines = []
    for preset in PRESETS:
        made = variant.resolve("figures", preset)
        low, high = made.players()
        for players in range(low, high + 1):
            hard = DIFFICULTIES if made.opponent else ("",)
            for difficulty in hard:
                overlay: dict[str, object] = {"difficulty": difficulty} if difficulty else {}
                names = DEFENCE if made.opponent else FIELD
                f = figures(preset, players, overlay, count, names)
                lines.append(row(preset, players, difficulty, f))
                print(lines[-1], flush=True)
    head = HEAD.format(games=count, field=", ".join(FIELD), defence=", ".join(DEFENCE), decision=DECISION)
    return head + "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Write the page, or print a smaller one."""
    text = table(int(arguments[0]) if arguments else GAMES)
    if not arguments:
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
