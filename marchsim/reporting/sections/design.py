"""Section: how it was measured. The design in one line per panel, and every recorded game accounted for."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.course.thinking import Thinking
from marchsim.analysis.reading.design import Laid, Layout
from marchsim.reporting.pages import words
from marchsim.reporting.pages.document import Block, Bullets, Column, Section, Table, Text, Value
from marchsim.reporting.pages.format import clean
from marchsim.stats.clusters import FEW

COLUMNS = (
    Column("panel", "Panel"),
    Column("recorded", "Recorded", "count"),
    Column("n_games", "Counted", "count"),
    Column("n_deals", "Deals", "count"),
    Column("fewest_per_deal", "Fewest games per deal", "count"),
    Column("most_per_deal", "Most", "count"),
    Column("line_ups", "Line-ups", "count"),
    Column("strategies", "Strategies", "count"),
)
VOID_COLUMNS = (
    Column("line", "Games left out"),
    Column("panel", "Panel"),
    Column("n_games", "Games", "count"),
)

THINKING_COLUMNS = (
    Column("strategy", "Strategy"),
    Column("games", "Seats clocked", "count"),
    Column("decisions", "Decisions", "count"),
    Column("per_decision", "Microseconds a decision", "number"),
    Column("per_game", "Milliseconds a game", "number"),
)


def design_line(layout: Layout) -> str:
    """Return the design of a panel in one line."""
    if not layout.n_games:
        return f"none of {words.plural(layout.recorded, 'recorded game')} counts."
    spread = (
        str(layout.most_per_deal)
        if layout.fewest_per_deal == layout.most_per_deal
        else f"{layout.fewest_per_deal} to {layout.most_per_deal}"
    )
    kind = f"{clean(layout.kind)} design, " if layout.kind else ""
    seats = "seats not balanced over strategies"
    if layout.balanced:
        seats = "every strategy equally often in every seat" if layout.players > 1 else "one seat"
    few = f" Under {FEW} deals: no test." if layout.n_deals < FEW else ""
    return (
        f"{kind}{words.plural(layout.n_games, 'game')} on {words.plural(layout.n_deals, 'deal')} "
        f"({spread} per deal), {words.plural(layout.line_ups, 'line-up')}, {seats}.{few}"
    )


def void_words(results: Sequence[Laid]) -> str:
    """Return what became of void games, in a sentence."""
    recorded = sum(result.layout.recorded for result in results)
    void = sum(result.layout.n_void for result in results)
    if not void:
        return f"Of {words.plural(recorded, 'recorded game')} none was void."
    kinds: dict[str, int] = {}
    for result in results:
        for kind, games in result.layout.voids.items():
            kinds[kind] = kinds.get(kind, 0) + games
    told = words.listed([f"{games} {clean(kind)}" for kind, games in sorted(kinds.items())])
    beside = sum(result.layout.beside for result in results)
    text = (
        f"{words.plural(void, 'game')} of {words.plural(recorded, 'recorded game')} were void ({told}); "
        f"they are neither wins nor losses, and {words.plural(beside, 'sound game')} of their blocks "
        "were left out with them."
    )
    if kinds.get("time"):
        text += " Games void by time may differ between machines."
    return text


def design(results: Sequence[Laid], names: list[str], thoughts: Sequence[Thinking] = ()) -> Section:
    """Return the section on design, games left out and time; `names` are the panels' names."""
    open_games = sum(result.layout.open for result in results)
    blocks: list[Block] = [
        Bullets(tuple(f"{name}: {design_line(r.layout)}" for r, name in zip(results, names, strict=True))),
        Text(void_words(results)),
    ]
    if open_games:
        blocks.append(
            Text(f"{words.plural(open_games, 'game')} of blocks not finished were left out.", "warning")
        )
    rows = [_row(result.layout, name) for result, name in zip(results, names, strict=True)]
    blocks.append(Table("design", "Design and games, by panel", COLUMNS, rows))
    left = [
        row for result, name in zip(results, names, strict=True) for row in _left_out(result.layout, name)
    ]
    if left:
        blocks.append(Table("left-out", "Games left out, by reason", VOID_COLUMNS, left))
    if thoughts:
        blocks.append(thinking_table(thoughts))
    return Section("design", "How it was measured", 2, blocks)


def thinking_table(thoughts: Sequence[Thinking]) -> Table:
    """Return what the answers of each strategy cost, slowest first."""
    rows: list[dict[str, Value]] = [
        {
            "strategy": clean(one.strategy),
            "games": one.games,
            "decisions": one.decisions,
            "per_decision": one.per_decision,
            "per_game": one.per_game,
        }
        for one in sorted(thoughts, key=lambda one: (-one.per_decision, one.strategy))
    ]
    note = (
        "Processor time of the strategies' answers, measured in every 11th game; it belongs to the machine "
        "and its load, and is outside of all digests."
    )
    return Table("thinking", "Processor time by strategy", THINKING_COLUMNS, rows, note)


def _row(layout: Layout, name: str) -> dict[str, Value]:
    return {
        "panel": name,
        "recorded": layout.recorded,
        "n_games": layout.n_games,
        "n_deals": layout.n_deals,
        "fewest_per_deal": layout.fewest_per_deal,
        "most_per_deal": layout.most_per_deal,
        "line_ups": layout.line_ups,
        "strategies": layout.strategies,
    }


def _left_out(layout: Layout, name: str) -> list[dict[str, Value]]:
    lines = [(f"void: {clean(kind)}", games) for kind, games in layout.voids.items()]
    lines += [("sound, in a block with a void game", layout.beside), ("in a block not finished", layout.open)]
    return [{"line": line, "panel": name, "n_games": games} for line, games in lines if games]
