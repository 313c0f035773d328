"""The estimates of the library are the numbers of the report, to the last digit that it writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

import marchsim
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.variants.rulesets import of_run
from marchsim.errors import ConfigError
from marchsim.recorder import RunFolder
from marchsim.reporting.cards.report import cards
from marchsim.reporting.pages.document import Document
from marchsim.reporting.pages.saving import as_json
from marchsim.reporting.tournament import tournament
from marchsim.reporting.variants.report import variants
from tests.analysis.planted import Planted, written

SEATS = ("first", "second", "third", "fourth", "fifth")


def interval(name: str, told: str = "interval") -> dict[str, str]:
    """Return which columns of a frame are the interval of a table."""
    return {f"{name}_low": f"{told}.0", f"{name}_high": f"{told}.1"}


# frame: (table of each panel, columns of a row's key, columns by what the report calls them)
SAME: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "winrate": ("shares", {"strategy": "strategy"}, {
        "share": "share", **interval("share"), **interval("together", "together"), "games": "n_games",
        "deals": "n_deals", "entries": "entries", "score": "score", **interval("score", "score_interval"),
        "rank": "rank", **interval("rank", "rank_interval"),
    }),
    "pairs": ("pairs", {"first": "first", "second": "second"}, {
        "difference": "difference", **interval("difference"), **interval("together", "together"), "p": "p",
        "holm": "holm", "detectable": "detectable", "games": "n_games", "deals": "n_deals",
    }),
    "seats": ("seats-table", {"seat": "seat"}, {
        "share": "share", **interval("share"), **interval("together", "together"), "score": "score",
        "games": "n_games", "deals": "n_deals",
    }),
    "places": ("places-table", {"strategy": "strategy", "seat": "seat"}, {
        "share": "share", **interval("share"), "games": "n_games", "deals": "n_deals",
    }),
    "pace": ("length", {"measure": "measure"}, {
        "mean": "mean", **interval("mean"), "median": "median", "lowest": "low", "highest": "high",
        "games": "n_games",
    }),
    "lead": ("lead", {"round": "round"}, {
        "shared": "shared", "changed": "changed", **interval("changed", "changed_interval"),
        "behind": "behind", "gap": "gap", **interval("spread", "spread_interval"), "games": "n_games",
    }),
}  # fmt: skip
OF_CARDS: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "worth": ("worth", {"name": "item"}, {
        "effect": "effect", **interval("effect"), "p": "p", "adjusted": "adjusted", "shrunk": "shrunk",
        **interval("shrunk", "shrunk_interval"), "top": "top", "dealt": "entries", "deals": "deals",
        "group": "group",
    }),
    "described": ("described", {"name": "item"}, {
        "opening": "opening", "later": "later", "held": "held", "seen_played": "played", "unseen": "unseen",
        "improvement": "improvement", "play_rate": "rate",
    }),
    "plays": ("plays-1", {"name": "item"}, {"drawn": "drawn", "played": "played", "play_rate": "rate"}),
}  # fmt: skip


def read(made: Callable[[], Document]) -> dict[str, Any]:
    """Return a report as a program reads it, made without drawing its figures."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", lambda _figure, file, **_more: file.write("<svg></svg>"))
        found: dict[str, Any] = json.loads(as_json(made()))
    return found


@pytest.fixture(scope="module")
def report(demo: Path) -> dict[str, Any]:
    """The report of the demo."""
    return read(lambda: tournament(Findings(RunFolder(demo))))


def value(row: Mapping[str, Any], column: str) -> Any:
    """Return a value of a row of a table; `interval.0` is the lower end of an interval."""
    name, _, at = column.partition(".")
    found = row.get(name)  # a column that no row needs is not shown
    return found if not at or found is None else found[int(at)]


def panels(report: Mapping[str, Any], table: str) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    """Yield the number of players and the rows of a table of each panel."""
    for at, players in enumerate((3, 4, 5), 1):
        if f"p{at}-k{players}-{table}" in report["tables"]:
            yield players, report["tables"][f"p{at}-k{players}-{table}"]["rows"]


def agree(frame: pl.DataFrame, report: Mapping[str, Any], same: tuple[str, Any, Any]) -> int:
    """Compare a frame with the tables of all panels; return how many values were compared."""
    table, keys, columns = same
    compared = 0
    for players, rows in panels(report, table):
        own = frame.filter(players=players)
        known = {tuple(str(row[name]) for name in keys): row for row in own.iter_rows(named=True)}
        for row in rows:
            names = [str(value(row, name)) for name in keys.values()]
            names = [str(SEATS.index(name)) if name in SEATS and "seat" in keys else name for name in names]
            held = known[tuple(names)]
            for mine, theirs in columns.items():
                told = value(row, theirs)
                assert held[mine] == (pytest.approx(told, rel=1e-9) if isinstance(told, float) else told), (
                    table, players, names, mine
                )  # fmt: skip
                compared += 1
    return compared


@pytest.mark.parametrize("name", SAME)
def test_an_estimate_is_that_of_the_report(
    run: marchsim.LoadedRun, report: dict[str, Any], name: str
) -> None:
    assert agree(getattr(run.report, name)(), report, SAME[name]) >= 36


def test_wins_are_shares_on_the_scale_of_verdicts(run: marchsim.LoadedRun) -> None:
    for frame in (run.report.winrate(), run.report.seats(), run.report.places()):
        for end in ("", "_low", "_high"):
            told = frame.select(
                ours=pl.col(f"wins{end}"), own=pl.col(f"share{end}") * pl.col("players") * 100
            ).drop_nulls()
            assert len(told) and told["ours"].to_list() == pytest.approx(told["own"].to_list())


def test_profiles_activity_scores_and_sources_are_those_of_the_report(
    run: marchsim.LoadedRun, report: dict[str, Any]
) -> None:
    """The report shows means with half of their interval, in tables that are wide."""
    profile, names = run.report.profile(), sorted(run.strategies["strategy"])
    scores, sources, activity = run.report.scores(), run.report.sources(), run.report.activity()
    (_, means), (_, growth), (_, points), (_, happens) = (
        next(panels(report, name)) for name in ("means", "by-round", "points", "happens")
    )
    told = {row["measure"]: row for row in means}["points: centipede"]
    own = profile.filter(players=3, measure="points_centipede").sort("strategy")
    assert own["mean"].to_list() == pytest.approx([told[f"s{at}"][0] for at in range(len(names))])
    for row in growth:
        mine = scores.filter(players=3, strategy=row["strategy"]).sort("round")
        assert mine["score"].to_list() == pytest.approx([row[f"round_{at}"][0] for at in range(1, 5)])
        half = (mine["score_high"] - mine["score_low"]) / 2
        assert half.to_list() == pytest.approx([row[f"round_{at}"][1] for at in range(1, 5)])
    for row in points:
        mine = sources.filter(players=3, strategy=row["strategy"])
        assert len(mine) == 8
        for source, points_ in mine.select("source", "points").rows():
            shown = row[source]  # without an interval where it never differs
            assert points_ == pytest.approx(shown[0] if isinstance(shown, list) else shown)
    told = {row["what"]: row for row in happens}["marches"]
    own = activity.filter(players=3, measure="marches").sort("round")
    assert own["mean"].to_list() == pytest.approx([told[f"round_{at}"][0] for at in range(1, 5)])
    assert own["happens"].all()


def test_endings_are_those_of_the_report(run: marchsim.LoadedRun, report: dict[str, Any]) -> None:
    for players, rows in panels(report, "endings"):
        own = run.report.endings().filter(players=players)
        told = [(row["ending"].removeprefix("decided by "), row["n_games"]) for row in rows]
        assert own.select("ending", "games").rows() == told
        assert own["share_low"].to_list() == pytest.approx([row["interval"][0] for row in rows])


def test_verdicts_are_those_of_the_report(run: marchsim.LoadedRun, report: dict[str, Any]) -> None:
    """The same objects: in the frame, as objects, and in the frame of strategies."""
    assert len(run.verdicts) == len(report["verdicts"]) == len(run.judgements)
    for own, told in zip(run.verdicts.iter_rows(named=True), report["verdicts"], strict=True):
        for name in ("question", "chip", "word", "sentence", "unit", "games", "deals", "needed"):
            assert own[name] == told[name]
        assert own["variant"] == told["rules"] and own["players"] == ", ".join(map(str, told["players"]))
        for name in ("estimate", "margin", "detectable"):
            assert own[name] == (None if told[name] is None else pytest.approx(told[name], rel=1e-9))
        ends = [own["estimate_low"], own["estimate_high"]]
        assert ends == (
            [None, None] if told["interval"] is None else pytest.approx(told["interval"], rel=1e-9)
        )
    (rows,) = [one["rows"] for one in report["verdicts"] if one["question"] == "strategies"]
    ranked = run.strategies.drop_nulls("wins")
    assert ranked["strategy"].to_list() == [row["name"] for row in rows]
    assert ranked["wins_high"].to_list() == pytest.approx([row["high"] for row in rows], rel=1e-9)


def test_cards_are_those_of_the_report(run: marchsim.LoadedRun) -> None:
    """Effects, guesses, adjusted p values, win rates by what was seen, and play rates."""
    report = read(lambda: cards(RunFolder(run.path)))
    frame = run.report.cards()
    for same in OF_CARDS.values():
        assert agree(frame, report, same) > 100
    plays = run.report.plays().group_by("players", "card").agg(pl.sum("drawn", "played"))
    both = frame.join(plays, on=["players", "card"], suffix="_sum")
    assert len(both) == len(frame)
    assert both["drawn"].equals(both["drawn_sum"], check_names=False)


def test_variants_are_those_of_the_report(tmp_path: Path) -> None:
    """Each metric's difference, margin and verdict, of variants in one run and of two runs."""
    plan = Planted({"a": 1.0, "b": 2.0, "c": 1.5}, players=3, blocks=40, variants=("standard", "other"))
    run = marchsim.load(written(tmp_path / "run", plan))
    report = read(lambda: variants(of_run(RunFolder(run.path), "run")))
    told = [
        row
        for table in report["tables"].values()
        if "verdict" in {column["key"] for column in table["columns"]}
        for row in table["rows"]
    ]
    own = run.report.variants().filter(family="primary")
    assert len(told) == len(own) > 5 and own["verdict"].null_count() == 0
    for name, theirs in {"difference": "difference", "margin": "margin", "value": "value"}.items():
        assert sorted(own[name]) == pytest.approx(sorted(row[theirs] for row in told), rel=1e-9, abs=1e-12)
    assert sorted(own["verdict"]) == sorted(row["verdict"] for row in told)
    other = written(tmp_path / "other", plan, seed=2)
    assert set(run.report.variants(other)["variant"]) == {"other: standard", "other: other"}
    with pytest.raises(ConfigError, match="are one folder"):
        run.report.variants(run.path)
