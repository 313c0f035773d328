"""The frames of a run: what they say of themselves, and that their rows are those of the tables."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import marchsim
from marchsim.cli.main import run as command_line
from marchsim.library import run_data
from marchsim.library.estimates import TABLES
from marchsim.recorder import RunFolder
from marchsim.runner import run as play
from marchsim.runner.configuration import config as configs
from tests.analysis.planted import Planted, frames, manifest, save

FRAMES = ("games", "seats", "rounds", "cards", "items", "strategies", "verdicts")
KEYS = {"games": ("game",), "seats": ("game", "seat"), "rounds": ("game", "round", "seat")}


def said(run: marchsim.LoadedRun, name: str) -> list[tuple[str, str]]:
    """Return column and type of a frame as it describes itself."""
    told = run.columns(name)
    assert all(told["meaning"]), name
    return list(zip(told["column"], told["type"], strict=True))


def held(frame: pl.DataFrame) -> list[tuple[str, str]]:
    """Return column and type of a frame as they are."""
    return [(name, str(kind)) for name, kind in frame.schema.items()]


def test_every_frame_is_as_it_describes_itself(run: marchsim.LoadedRun) -> None:
    """Columns, their order and their types; each column has a meaning."""
    for name in FRAMES:
        assert said(run, name) == held(getattr(run, name)), name
    for name in TABLES:
        if name != "variants":  # this run has one
            assert said(run, f"report.{name}") == held(getattr(run.report, name)()), name


def test_frames_can_be_had_lazily(run: marchsim.LoadedRun) -> None:
    """Joined as the attributes are; other tables as they were recorded."""
    for name in ("games", "seats", "rounds", "cards"):
        whole = getattr(run, name)
        assert run.scan(name).collect().sort(whole.columns[:3]).equals(whole.sort(whole.columns[:3])), name
    assert run.scan("timings").collect()["games"].sum() == len(run.games)


def test_every_estimate_is_described_and_every_description_has_its_estimate() -> None:
    methods = {name for name, value in vars(marchsim.Estimates).items() if callable(value) and name[0] != "_"}
    assert methods == set(TABLES)


@pytest.mark.parametrize("name", KEYS)
def test_a_joined_frame_has_the_rows_of_its_table(run: marchsim.LoadedRun, name: str) -> None:
    """No row is lost or doubled, none of the table's own columns is changed, and rows are in order."""
    recorded = RunFolder(run.path).scan(name).collect().sort(KEYS[name])
    assert getattr(run, name).select(recorded.columns).equals(recorded)


def test_cards_are_joined_with_what_they_are_and_who_held_them(run: marchsim.LoadedRun) -> None:
    """One card's row holds name, type and cost of the item, the holder's strategy, and whether it won."""
    recorded = RunFolder(run.path).scan("cards").collect()
    assert len(run.cards) == len(recorded)
    assert not run.cards.select("name", "type", "group", "strategy", "won", "players").null_count().row(0)[0]
    one = run.cards.filter("played").row(100, named=True)
    item = run.items.filter(kind="card", id=one["card"]).row(0, named=True)
    seat = run.seats.filter(game=one["game"], seat=one["seat"]).row(0, named=True)
    assert (one["name"], one["type"], one["cost"]) == (item["name"], item["type"], item["cost"])
    for column in ("strategy", "variant", "players", "won", "wins", "score", "counted"):
        assert one[column] == seat[column]
    assert one["fate"] == f"played {one['round_played']}"
    flags = run.cards.select((pl.col("round_drawn") == 0).fill_null(False).alias("first"), "opening", "drawn")
    assert flags["first"].equals(flags["opening"], check_names=False)
    assert flags.filter(pl.col("opening") & ~pl.col("drawn")).is_empty()


def test_wins_are_those_where_100_are_fair(run: marchsim.LoadedRun) -> None:
    """Their mean over all seats is 100, and over a strategy's seats what the report estimates."""
    counted = run.seats.filter("counted")
    assert counted["wins"].mean() == pytest.approx(100)
    means = counted.group_by("players", "strategy").agg(pl.mean("wins"), mean=pl.mean("score"), n=pl.len())
    told = run.report.winrate().join(means, on=["players", "strategy"], suffix="_own")
    assert len(told) == len(means)
    for own, ours in (("wins_own", "wins"), ("mean", "score"), ("n", "entries")):
        assert told[own].to_list() == pytest.approx(told[ours].to_list())


def test_who_won_alone_has_the_game(run: marchsim.LoadedRun) -> None:
    """`winner` is the strategy with the whole credit, null where a win was shared."""
    alone = run.seats.filter(credit=1.0).select("game", "strategy")
    told = run.games.join(alone, on="game", how="left")
    assert told.select((pl.col("winner").eq_missing(pl.col("strategy"))).all()).item()
    shared = run.games.filter(pl.col("winner").is_null())
    assert (shared["winners"].bitwise_count_ones() > 1).all()


def test_void_games_and_their_blocks_do_not_count(tmp_path: Path) -> None:
    """The games that reports leave out are there, with null results, and are marked."""
    plan = Planted({"a": 1.0, "b": 2.0, "random": 1.0}, players=3, blocks=3, void={4: "a"})
    data = manifest(plan) | {"strategies": [{"name": name, "use": name} for name in plan.worth]}
    run = marchsim.load(save(tmp_path / "run", data, frames(plan)))
    left = run.games.filter(~pl.col("counted"))
    assert set(left["game"]) >= {4} and left["line_up"].n_unique() == left["block"].n_unique() == 1
    assert run.seats.filter(game=4)["wins"].null_count() == 3
    assert run.seats.filter("counted")["wins"].null_count() == 0
    assert run.games["baseline"].all()
    assert run.strategies.filter("baseline")["strategy"].to_list() == ["random"]


def test_frames_become_frames_of_pandas(run: marchsim.LoadedRun) -> None:
    """Texts, numbers, truths and nulls arrive."""
    seats = run.seats.to_pandas()
    assert seats.groupby("strategy")["wins"].mean().round(6).to_dict() == {
        name: round(value, 6) for name, value in run.seats.group_by("strategy").agg(pl.mean("wins")).rows()
    }
    assert run.cards.to_pandas()["played"].dtype == bool


def test_players_against_an_opponent_have_no_wins_where_100_are_fair(tmp_path: Path) -> None:
    """They win together or not at all; the share of games won is in `together` and in `winrate`."""
    run = marchsim.run("coop", tmp_path / "coop", blocks=2, workers=1)
    assert run.seats["wins"].is_null().all() and run.games["winner"].is_null().all()
    won = run.games.group_by("variant", "players").agg(won=(pl.col("winners") != 0).sum().cast(pl.Int64))
    told = run.report.together().join(won, on=["variant", "players"], suffix="_own")
    assert len(told) == len(won) and told["won"].equals(told["won_own"], check_names=False)
    assert run.report.winrate()["opponent"].unique().to_list() == ["the Centipede Horde"]
    assert run.report.seats().is_empty() and len(run.report.pace())
    assert set(run.verdicts["question"]) >= {"won", "length"}


def test_a_run_says_what_it_is(run: marchsim.LoadedRun) -> None:
    told = repr(run)
    assert "'demo' of March of the Ants" in told and "forager" in told and "columns(NAME)" in told
    assert run.name == "demo" and run.complete and run.manifest["game"]["name"] == "march"


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_an_export_has_the_columns_of_the_frames(run: marchsim.LoadedRun, form: str, tmp_path: Path) -> None:
    """Seats, rounds and cards carry strategy, players and wins; rows and columns are those in Python."""
    out = tmp_path / "out"
    assert command_line(["export", str(run.path), "--format", form, "--out", str(out)]) == 0
    told = json.loads((out / "schema.json").read_text())
    for name in ("games", "seats", "rounds", "cards"):
        frame = getattr(run, name)
        if form == "parquet":
            assert pl.read_parquet(out / f"{name}.parquet").equals(frame)
        else:
            found = pl.read_csv(out / f"{name}.csv", schema=frame.schema)
            texts = pl.selectors.string()
            assert found.drop(texts).equals(frame.drop(texts))
        assert [column["name"] for column in told[name]["columns"]] == frame.columns


def test_a_notebook_shows_what_was_played_and_found(
    run: marchsim.LoadedRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run and its report as HTML; a frame of very many cards recommends the lazy one."""
    assert "March of the Ants" in run._repr_html_() and "question" in run._repr_html_()
    assert "share_low" in run.report._repr_html_()
    monkeypatch.setattr(run_data, "MANY", 10)
    with pytest.warns(UserWarning, match=r"rows of cards need .* run\.scan") as noted:
        assert marchsim.load(run.path).cards.height > 10
    assert noted[0].filename == __file__  # the line of the caller, not one of ours


@pytest.mark.parametrize(("name", "event", "said", "called"), [
    ("g", "play", "card", "items"), ("antwars", "species", "species", "items"), ("g", "larvae", "reason", ""),
])  # fmt: skip
def test_events_have_names_beside_their_values(
    name: str, event: str, said: str, called: str, tmp_path: Path
) -> None:
    """Meaning and name of each value, by kind of event, and all else as recorded."""
    asked = configs.load("field-4" if name == "g" else name).changed(blocks=1)
    made = play(replace(asked, record="events"), tmp_path / "run", workers=1).folder
    loaded = marchsim.load(made.path)
    found, raw = loaded.events, made.scan("events").collect().sort("game", "number")
    assert found.select(raw.columns).equals(raw)
    own = found.filter(pl.col("event") == event)
    at = "b" if said == "reason" else "a"
    assert own[f"{at}_is"].unique().to_list() == [said] and own[f"{at}_name"].null_count() == 0
    if called:
        items = loaded.items.filter(pl.col("kind") == said)["name"]
        assert set(own["a_name"]) <= set(items)
    else:
        assert own["a_name"].null_count() == own.height  # a number
    assert {"a_is", "d_name"} <= set(loaded.columns("events")["column"])
