"""The report on cards: what it shows, hostile names, equal bytes, and its verb."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner

from marchsim.analysis.cards.interactions import Deviations, Interactions
from marchsim.analysis.cards.screening import worth_by_deal
from marchsim.analysis.judging.run_verdicts import verdicts
from marchsim.analysis.judging.verdict import CARDS, figure, signed
from marchsim.cli.report import app
from marchsim.errors import RecordError
from marchsim.library import load
from marchsim.recorder import RunFolder
from marchsim.reporting.cards.interactions import summary_words
from marchsim.reporting.cards.items import EffectWords
from marchsim.reporting.cards.report import TWO_NUMBERS, cards, report_cards
from marchsim.reporting.cards.study import report_study
from marchsim.reporting.pages.building import SectionBuilder
from marchsim.reporting.pages.format import clean
from marchsim.reporting.whole import report_all
from tests.analysis import held
from tests.analysis.planted import MemoryRun, Planted, written
from tests.reporting.test_hostile import NAMES
from tests.reporting.test_report import Page

PLAN = Planted({"a": 1.5, "b": 1.0, "c": 1.0, "d": 0.7}, blocks=120, luck=0.5)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the report of a run whose strategies, variant and cards have hostile names."""
    place = tmp_path_factory.mktemp("hostile")
    plan = replace(PLAN, worth=dict.fromkeys(NAMES[:4], 1.0), variants=(NAMES[0],))
    run = held.run(plan, worth=0.3, names=NAMES)
    report_cards(held.save(place / "run", run), place / "out")
    return place / "out"


def test_names_are_text_only(out: Path) -> None:
    """No tag or attribute of the page comes from a name; each SVG parses; the Markdown holds no HTML."""
    page = Page((out / "report.html").read_text("utf-8"))
    assert not {"script", "img", "b", "i"} & set(page.tags)
    assert not [attribute for attribute in page.attributes if attribute.startswith("on")]
    for text in NAMES:
        assert " ".join(clean(text).split()) in page.text
    names = set(json.loads((out / "report.json").read_text("utf-8"))["figures"])
    assert names == {f"p1-k4-{name}" for name in ("forest", "price", "deviations")}
    assert "<" not in (out / "report.md").read_text("utf-8")


def test_a_study_shows_names_as_text_only(tmp_path: Path) -> None:
    """The same of a card study whose items, strategies and reasons are hostile; nothing in it is NaN."""
    deals = 31
    rows = pl.DataFrame({
        "item": [name for name in NAMES for _ in range(2 * deals)],
        "deal": np.tile(np.repeat(np.arange(deals), 2), len(NAMES)), "redraws": 1,
        "seat": [0, 1] * (deals * len(NAMES)),
        "strategy": [NAMES[0], NAMES[4]] * (deals * len(NAMES)), "dealt": 0.0,
        "forced": np.arange(2 * deals * len(NAMES)) % 7 < 2, "forbidden": 0.5, "played": True,
        "void": [NAMES[5] if at % 40 < 2 else "" for at in range(2 * deals * len(NAMES))],
    }).with_columns(pl.col("forced").cast(pl.Float64))  # fmt: skip
    (tmp_path / "data").mkdir()
    rows.write_parquet(tmp_path / "data" / "pairs.parquet")
    items = [{"id": name, "name": name, "type": NAMES[at % 2], "cost": at} for at, name in enumerate(NAMES)]
    manifest = {
        "asked": {"items": NAMES, "deals": deals}, "column": NAMES[2], "players": 2, "items": items,
        "variants": [{"name": NAMES[1], "fingerprint": NAMES[3], "warnings": [NAMES[6]]}],
        "configuration": {"resolved": {"name": NAMES[0], "seed": NAMES[5]}}, "game": {"title": NAMES[7]},
    }  # fmt: skip
    (tmp_path / "data" / "study.json").write_text(json.dumps(manifest))
    report_study(tmp_path)
    page = Page((tmp_path / "report.html").read_text("utf-8"))
    assert not {"script", "img", "b", "i"} & set(page.tags)
    assert not [attribute for attribute in page.attributes if attribute.startswith("on")]
    for picture in re.findall(r"<svg.*?</svg>", (tmp_path / "report.html").read_text("utf-8"), re.DOTALL):
        ElementTree.fromstring(picture)
    assert "<" not in (tmp_path / "report.md").read_text("utf-8")
    json.loads((tmp_path / "report.json").read_text("utf-8"), parse_constant=pytest.fail)


def test_every_number_is_in_the_json_and_none_is_nan(out: Path) -> None:
    """Each table has its rows; the worth table is ranked, the descriptive one is by name."""
    data = json.loads((out / "report.json").read_text("utf-8"))
    tables = data["tables"]
    worth = tables["p1-k4-worth"]["rows"]
    assert [row["shrunk"] for row in worth] == sorted((row["shrunk"] for row in worth), reverse=True)
    assert worth[0]["item"] == NAMES[0] and "significant" in worth[0]["note"]
    described = [row["item"].casefold() for row in tables["p1-k4-described"]["rows"]]
    assert described == sorted(described) and len(described) == len(NAMES)
    assert {"p1-k4-types", "p1-k4-cost"} <= set(tables)
    assert tables["p1-k4-cost"]["rows"][0]["assumed"] == "4 of 5"
    deviations = tables["p1-k4-deviations"]["rows"]
    assert len(deviations) == 10
    assert [row["shrunk"] for row in deviations] == sorted(
        (row["shrunk"] for row in deviations), reverse=True
    )


def test_the_page_says_what_is_causal_and_what_is_assumed(out: Path) -> None:
    """tau, the list, the caveats and the methods stand in words."""
    page = Page((out / "report.html").read_text("utf-8")).text
    for words in (
        "the standard deviation of true effects, tau",
        "a false discovery rate of 10 %", "Descriptive, not causal",
        "component numbers (80.0 %) are assumed", "never ranked", "partly assumed", "Paule and Mandel",
        "For whom it is worth more", "not worth the same to every",
        "the hands of whole deals change places 9,999 times (seed 1)", "in 80 % of such runs",
        "half-normal with a scale of 5.0 points", "one page in ten would have a significant card",
    ):  # fmt: skip
        assert words in page.replace("\N{NO-BREAK SPACE}", " "), words
    for words in ("underpriced", "overpriced", "balanced"):
        assert words not in page, words


def test_a_card_has_one_number_or_a_sentence_why_not(tmp_path: Path) -> None:
    """The verdict's number is that of both reports and of the card's page, and each page explains its other.

    The number by itself is the same on the card's page, in the report on cards, in the library and in a try.
    """
    run = held.save(tmp_path / "run", held.run(replace(PLAN, blocks=80), worth=0.3))
    screened = Page(report_cards(run, tmp_path / "cards").read_text("utf-8")).text
    report_all(run, tmp_path / "all")
    front = json.loads((tmp_path / "all" / "report.json").read_text("utf-8"))["tables"]
    best = front["first-cards"]["rows"][0]
    page = Page((tmp_path / "all" / best["page"]).read_text("utf-8")).text
    (judged,) = [one for one in verdicts(RunFolder(run)) if one.question == CARDS]
    assert judged.rows[0].id == best["id"] and judged.rows[0].estimate == pytest.approx(best["wins"])
    assert signed(best["wins"]) in page and judged.sentence in screened and TWO_NUMBERS in screened
    (own,) = [row for row in front["first-card-players"]["rows"] if row["id"] == best["id"]]
    card = load(run).report.cards().filter(pl.col("card") == best["id"])
    tried = worth_by_deal(RunFolder(run), [best["id"]])["worth"].to_numpy().mean()
    assert own["wins"] == pytest.approx(card["extra"].item())
    assert own["wins"] == pytest.approx(400 * float(tried))
    assert f"Measured by itself, as a try shows it: {signed(own['wins'])} with 4 players." in page
    assert f"wins about {figure(best['wins'] / 4)} more" in page


def test_reports_are_equal_on_repeat(tmp_path: Path) -> None:
    """Equal runs give equal bytes."""
    run = held.save(tmp_path / "run", held.run(replace(PLAN, blocks=80)))
    for name in ("one", "two"):
        report_cards(run, tmp_path / name)
    for path in (tmp_path / "one").rglob("*.*"):
        if path.is_file():
            other = tmp_path / "two" / path.relative_to(tmp_path / "one")
            assert path.read_bytes() == other.read_bytes(), path


@pytest.mark.parametrize("blocks", [1, 8])
def test_little_data_is_told_in_words(blocks: int) -> None:
    """One deal, a few, and some: a document with sentences, no failure."""
    document = cards(held.run(replace(PLAN, blocks=blocks)))
    said = " ".join(document.summary)
    assert "so none is tested" in said and said.startswith(f"4 players: {blocks} deal")


def test_runs_in_which_nothing_varies_are_told_in_words() -> None:
    """No card at all, all games void, one seat that always wins, nobody that wins: sentences, no failure."""
    run = held.run(replace(PLAN, blocks=80))
    seats, none = (
        run.frames["seats"],
        {"cards": run.frames["cards"].clear(), "items": run.frames["items"].clear()},
    )
    first = seats.with_columns(credit=(pl.col("seat") == 0).cast(pl.Float64))
    for frames in (none, {"seats": first}, {"seats": seats.with_columns(credit=pl.lit(0.0))}):
        (said,) = cards(MemoryRun(run.manifest, {**run.frames, **frames})).summary
        assert "so none is tested" in said
    void = held.run(replace(PLAN, blocks=2, void=dict.fromkeys(range(8), "error")))
    assert cards(void).summary == ["4 players: None of 8 recorded games counts."]


@pytest.mark.parametrize(
    ("high", "expected"),
    [(0.034, "95 % interval 0 to 10,"), (1.05, "95 % interval from 0, no upper end: too few games,")],
)
def test_no_share_is_said_to_differ_by_more_than_it_can(high: float, expected: str) -> None:
    """A standard deviation of 105 points of a share of wins says that the games say nothing."""
    family = Deviations("seat", 3, [], 0.0, 0.0, high, 0.6, 0.2)
    told = EffectWords(SectionBuilder("x"), "X", "card", "worth", "what it is worth", 3)
    assert expected in summary_words(told, Interactions([family], {}))


def test_a_run_without_games_is_reported_as_such() -> None:
    run = held.run(replace(PLAN, blocks=1))
    run.frames = {name: frame.clear() for name, frame in run.frames.items()}
    assert "nothing to report" in cards(run).summary[0]


def test_the_verb_writes_it_or_says_what_is_missing(tmp_path: Path) -> None:
    """`report cards RUN` prints the page; a run without the table is a RecordError."""
    run = held.save(tmp_path / "run", held.run(replace(PLAN, blocks=35)))
    result = CliRunner().invoke(app, ["cards", str(run), "--out", str(tmp_path / "out")])
    assert result.exit_code == 0 and (tmp_path / "out" / "report.html").is_file()
    bare = written(tmp_path / "bare", replace(PLAN, blocks=2))
    failed = CliRunner().invoke(app, ["cards", str(bare)])
    assert isinstance(failed.exception, RecordError) and "its game deals none" in str(failed.exception)
