"""Card studies: blanks are worth nothing, a planted card is found, workers and stops change nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import marchsim
from marchsim.analysis.cards.confirmation import confirmation
from marchsim.analysis.cards.screening import screenings
from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, RecordError, StateMismatch, StrategyError
from marchsim.reporting.cards.study import report_study, study
from marchsim.runner import run
from marchsim.runner.configuration import config
from marchsim.runner.configuration.design import Stop
from marchsim.runner.planning.chunks import Sizer
from marchsim.runner.progress.display import Quiet
from marchsim.runner.tournament import Interrupted
from marchsim.stats import bounded
from marchsim.stats.paired import sign_flip
from marchsim.studies.card_study import cards_study
from tests.studies.blank import STRONG, configuration

FEW = ("blank-07", "blank-08", "blank-09")
compiled = pytest.mark.skipif(not marchsim.MODE.compiled, reason="hundreds of games take long interpreted")


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a study of three blanks of which one gives 8 points."""
    place = tmp_path_factory.mktemp("planted") / "study"
    cards_study(configuration(1, planted=8), place, cards=FEW, deals=32, workers=1)
    return place


@compiled
def test_a_planted_card_is_found_and_first(planted: Path) -> None:
    """It stands out forced and allowed; with a card of the same kind nothing moves but by its place."""
    found = confirmation(planted)
    assert [row.item.id for row in found.forced.significant] == [STRONG]
    assert [row.item.id for row in found.allowed.significant] == [STRONG]
    others = [row.raw.value for row in found.forced.rows if row.item.id != STRONG]
    assert all(abs(value or 0.0) < 0.02 for value in others)
    assert (found.kept, found.deals, found.players) == (96, 32, 4)


@compiled
def test_effects_are_means_over_deals(planted: Path) -> None:
    """Value, interval and p of the planted card equal those of its deals' means, worked out apart.

    In fewer than half of the 32 deals the difference is not the commonest one, so the interval is not
    Student's but that of a mean within -1 and 1; the test flips signs.
    """
    rows = pl.read_parquet(planted / "data" / "pairs.parquet").filter(pl.col("item") == STRONG)
    per_deal = (
        rows.group_by("deal").agg(d=(pl.col("forced") - pl.col("dealt")).mean()).sort("deal")["d"].to_numpy()
    )
    (raw,) = [row.raw for row in confirmation(planted).forced.rows if row.item.id == STRONG]
    at = bounded.mean_interval(per_deal, -1.0, 1.0)
    assert bounded.sparse(per_deal)
    assert (raw.value, raw.low, raw.high) == pytest.approx((per_deal.mean(), at.low, at.high))
    (p,) = [row.p for row in confirmation(planted).forced.rows if row.item.id == STRONG]
    assert p == sign_flip(per_deal * 4, 1).p


@compiled
def test_no_hand_of_a_deal_holds_the_card_before(planted: Path) -> None:
    """What makes room is another card; refused deals are counted; each strategy has the card as often."""
    rows = pl.read_parquet(planted / "data" / "pairs.parquet")
    assert (rows["item"] != rows["instead_of"]).all() and rows["redraws"].max() > 0
    assert rows["key"].n_unique() == 96
    assert set(rows.group_by("strategy").len()["len"].to_list()) == {192}


@compiled
def test_blanks_are_worth_nothing(tmp_path: Path) -> None:
    """In a deck of equal cards a win moves in hardly any deal, and no card stands out."""
    cards_study(configuration(1), tmp_path, cards=FEW, deals=30, workers=1)
    found = confirmation(tmp_path)
    for row in (*found.forced.rows, *found.allowed.rows):
        assert abs(row.raw.value or 0.0) < 0.01 and (row.adjusted or 1.0) == 1.0
    assert not found.forced.significant and not found.allowed.significant
    assert "nothing to report" not in " ".join(study(found).summary)


@compiled
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_chunks_and_interruptions_change_no_byte(
    tmp_path: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deal at a time, by two workers too, and a study that was stopped and extended: the same pairs."""

    class Stop(Quiet):
        def update(self, done: int, standing: str = "") -> None:
            raise KeyboardInterrupt

    plan = configuration(1)
    cards_study(plan, tmp_path / "one", cards=FEW[:2], deals=3, workers=1)
    monkeypatch.setattr(Sizer, "size", lambda self, *left: 1)
    cards_study(plan, tmp_path / "two", cards=FEW[:2], deals=3, workers=workers)
    monkeypatch.setattr(Sizer, "size", lambda self, *left: 3)
    with pytest.raises(Interrupted, match="of 6 deals are stored"):
        cards_study(plan, tmp_path / "three", cards=FEW[:2], deals=3, workers=1, progress=Stop())
    cards_study(plan, tmp_path / "three", cards=FEW[:1], deals=2, workers=1)
    assert cards_study(plan, tmp_path / "three", cards=FEW[:2], deals=3, workers=1).played < 6 * 9
    assert cards_study(plan, tmp_path / "three", cards=FEW[:2], deals=3, workers=1).played == 0
    whole = (tmp_path / "one" / "data" / "pairs.parquet").read_bytes()
    for name in ("two", "three"):
        assert (tmp_path / name / "data" / "pairs.parquet").read_bytes() == whole
        assert sorted(path.name for path in (tmp_path / name / "data").iterdir()) == [
            "pairs.parquet",
            "study.json",
        ]
    for name in ("one", "two"):
        report_study(tmp_path / name)
    assert (tmp_path / "one" / "report.html").read_bytes() == (tmp_path / "two" / "report.html").read_bytes()
    with pytest.raises(StateMismatch, match="seed"):
        cards_study(configuration(1, seed=2), tmp_path / "one", cards=FEW[:2], deals=3, workers=1)


def test_what_cannot_be_studied_is_our_error(tmp_path: Path) -> None:
    """Unknown cards, several player counts, variants, numbers out of range, a folder without a study."""
    with pytest.raises(ConfigError, match=r"there is no card 'blank-7' in force\. Did you mean 'blank-"):
        cards_study(configuration(1), tmp_path, cards=("blank-7",))
    with pytest.raises(ConfigError, match="one number of players, and this has 3, 4, 5"):
        cards_study("demo", tmp_path)
    with pytest.raises(ConfigError, match="remove"):
        cards_study("long", tmp_path)
    with pytest.raises(ConfigError, match="--deals: 0"):
        cards_study(configuration(1), tmp_path, deals=0)
    with pytest.raises(RecordError, match="there is no such card study; `marchsim cards-study CONFIG"):
        confirmation(tmp_path)
    assert command_line(["cards-study", "cards", "--workers", "-1"]) == 2


@compiled
def test_a_configurations_own_end_is_not_that_of_a_study(tmp_path: Path) -> None:
    """Blocks and stopping rules are for `run`; as many deals are played as are asked for, solo ones too."""
    plan = replace(configuration(1), stop=Stop(games=4))
    cards_study(plan, tmp_path / "four", cards=FEW[:1], deals=3, workers=1)
    assert confirmation(tmp_path / "four").kept == 3
    data = {"preset": "solo", "design": {"kind": "mirror", "players": 1}, "strategies": [{"use": "forager"}]}
    cards_study(config.parse(data, "s.toml"), tmp_path / "solo", cards=["swarm"], deals=2, workers=1)
    assert confirmation(tmp_path / "solo").players == 1


def test_a_card_that_is_not_in_the_deck_is_said_to_be_so(tmp_path: Path) -> None:
    """Centipedes of the Horde lie in a deck of their own."""
    with pytest.raises(ConfigError, match="blast-head: it is not in the deck"):
        data = {
            "preset": "coop",
            "design": {"kind": "mirror", "players": 2},
            "strategies": [{"use": "random"}],
        }
        cards_study(config.parse(data, "c.toml"), tmp_path, cards=("blast-head",), deals=1, workers=1)


def test_a_strategy_that_always_fails_ends_the_study(tmp_path: Path) -> None:
    """After twenty deals in a row, by name."""
    (tmp_path / "broken.py").write_text(
        "from marchsim.games.march.players import Strategy\n\n\n"
        "class Broken(Strategy):\n    def action(self, me, table):\n        raise ValueError('no')\n"
    )
    with pytest.raises(StrategyError, match="'broken' made 20 deals void"):
        cards_study(
            configuration(1, strategies=("broken", "random")), tmp_path / "out", deals=30, workers=1,
            strategy_paths=[tmp_path],
        )  # fmt: skip


def test_damaged_data_is_our_error(tmp_path: Path) -> None:
    """Other JSON, another table."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "study.json").write_text("[]")
    with pytest.raises(RecordError, match="not the file of a card study"):
        confirmation(tmp_path)
    (data / "study.json").write_text(json.dumps({"asked": 1}))
    pl.DataFrame({"item": ["a"]}).write_parquet(data / "pairs.parquet")
    with pytest.raises(RecordError, match="no column deal"):
        confirmation(tmp_path)


@pytest.mark.slow
@compiled
def test_screening_blanks_covers_nothing(tmp_path: Path) -> None:
    """Of 200 effects of equal cards (4 runs, 50 ids) 179 to 198 intervals hold 0; a strong one leads."""
    covered, found = 0, 0
    for seed in range(1, 5):
        result = run(configuration(400, seed), tmp_path / f"run-{seed}", workers=1)
        (one,) = screenings(result.folder)
        rows = one.values.rows[:50]
        covered += sum(row.raw.low <= 0 <= row.raw.high for row in rows)
        found += len(one.values.significant)
        assert one.values.spread is not None and one.values.spread.low == 0
    print("seeds 1 to 4: covered", covered, "of 200; stand out", found)
    assert 179 <= covered <= 198 and found <= 3
    (one,) = screenings(run(configuration(400, 5, planted=8), tmp_path / "planted", workers=1).folder)
    assert one.values.significant[0].item.id == STRONG
    assert max(one.values.rows, key=lambda row: row.shrunk or -1.0).item.id == STRONG


@pytest.mark.slow
def test_confirmation_covers_the_truth(tmp_path: Path) -> None:
    """In 200 simulated studies the interval of a true effect of 5 points holds it in 179 to 198."""
    held = 0
    truth = 0.05
    for seed in range(200):
        generator = np.random.default_rng(seed)
        deals, seats = 40, 4
        gain = generator.random((deals, 1)) * 0.6
        up = generator.random((deals, seats)) < 0.1 + truth + gain / 3
        down = generator.random((deals, seats)) < 0.1 + gain / 3
        rows = pl.DataFrame({
            "item": ["a"] * deals * seats, "deal": np.repeat(np.arange(deals), seats), "redraws": 0,
            "seat": np.tile(np.arange(seats), deals), "strategy": "s", "dealt": down.ravel().astype(float),
            "forced": up.ravel().astype(float), "forbidden": 0.0, "played": True, "void": "",
        })  # fmt: skip
        data = tmp_path / str(seed) / "data"
        data.mkdir(parents=True)
        rows.write_parquet(data / "pairs.parquet")
        manifest = {"asked": {"items": ["a"], "deals": 40}, "column": "card", "players": 4, "items": []}
        (data / "study.json").write_text(json.dumps(manifest))
        (row,) = confirmation(tmp_path / str(seed)).forced.rows
        held += (row.raw.low or 0) <= truth <= (row.raw.high or 0)
    print("seeds 0 to 199: covered", held)
    assert 179 <= held <= 198


@compiled
def test_the_verb_plays_and_reports(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`cards-study` prints the page; the document of few deals says that nothing is tested."""
    out = tmp_path / "out"
    arguments = ["cards-study", "cards", "--cards", "swarm, royal-jelly", "--deals", "2", "--workers", "1"]
    assert command_line([*arguments, "--out", str(out), "--quiet"]) == 0
    assert (out / "report.html").is_file()
    assert "warning: with fewer than 30 deals for each card nothing is tested" in capsys.readouterr().err
    document = study(confirmation(out))
    assert any("under 30 nothing is tested" in sentence for sentence in document.summary)
