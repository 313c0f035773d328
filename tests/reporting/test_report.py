"""The whole report: its files, its numbers, its edge cases, and equal bytes on repeat."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from marchsim.analysis.judging.findings import Findings
from marchsim.errors import RecordError
from marchsim.recorder import RunFolder
from marchsim.reporting.pages.format import markdown, show
from marchsim.reporting.pages.saving import write
from marchsim.reporting.tournament import tournament
from marchsim.reporting.whole import report_all
from tests.analysis.planted import Planted, frames, manifest, save, written

pytestmark = pytest.mark.made(slow=True)
FOUR = {"warlord": 4.0, "nomad": 2.0, "farmer": 1.0, "random": 0.2}
PLAN = Planted(FOUR, blocks=40, luck=0.5, seat_worth=(1.4, 1.2, 1.0, 1.0), ties=0.05)


class Page(HTMLParser):
    """Keeps the tags, ids, links and visible text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep a tag and its attributes."""
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.append(name)
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href"):
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        """Keep visible text."""
        self.words.append(data)

    @property
    def text(self) -> str:
        """Return the visible text on one line."""
        return " ".join(" ".join(self.words).split())


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a report of a planted run."""
    place = tmp_path_factory.mktemp("report")
    report_all(written(place / "run", PLAN), place / "out", full=True)
    return place / "out"


def every_panel(run: Path, out: Path, files: str = "") -> Path:
    """Write the report of a run with all its panels beside each other, those of its variants too."""
    return write(replace(tournament(Findings(RunFolder(run))), files=files), out)


def data_of(out: Path) -> dict[str, Any]:
    """Return the JSON of a report; anything that is not JSON (NaN, Infinity) raises."""

    def refuse(constant: str) -> float:
        raise AssertionError(constant)

    found: dict[str, Any] = json.loads((out / "report.json").read_text("utf-8"), parse_constant=refuse)
    return found


def sane(out: Path) -> dict[str, Any]:
    """Assert that no output shows a value that is none, and return the JSON."""
    pages = [out / "report.md", *sorted(out.glob("*.html"))]
    assert len(pages) > 1
    for name in pages:
        text = name.read_text("utf-8")
        assert not re.search(r"\b([Nn]a[Nn]|inf|infinity|None(?! of)|null|undefined)\b", text), name
    return data_of(out)


def test_the_files_are_there(out: Path) -> None:
    """Page, Markdown and JSON, and no figure as a file unless asked for."""
    data = sane(out)
    assert data["schema"] == "marchsim.report/1" and data["n_games"] == 160
    assert data["figures"] and not (out / "figures").exists()


def test_the_page_stands_alone(out: Path) -> None:
    """No script, no network, unique ids, links that lead somewhere, one drawing for each figure."""
    page = Page((out / "full.html").read_text("utf-8"))
    assert not {"script", "img", "link", "iframe", "object", "embed"} & set(page.tags)
    assert not [name for name in page.attributes if name.startswith("on")]
    assert all(link.startswith("#") for link in page.links)
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert page.tags.count("figure") == len(data_of(out)["figures"])
    assert "prefers-color-scheme: dark" in (out / "full.html").read_text("utf-8")


def test_every_printed_number_is_in_the_json(out: Path) -> None:
    """Tables of Markdown and page can be rebuilt from the JSON, and every sentence stands in it."""
    data = data_of(out)
    text = (out / "report.md").read_text("utf-8")
    page = Page((out / "full.html").read_text("utf-8")).text
    for table in data["tables"].values():
        for row in table["rows"]:
            cells = []
            for column in table["columns"]:
                value = row[column["key"]]
                cells.append(show(tuple(value) if isinstance(value, list) else value, column["kind"]))
            assert "| " + " | ".join(markdown(cell) for cell in cells) + " |" in text
            assert " ".join(" ".join(cells).split()) in page
    left = text
    for sentence in [*data["summary"], *data["notices"], *_texts(data)]:
        assert markdown(sentence) in text
        left = left.replace(markdown(sentence), "")
    left = "\n".join(line for line in left.splitlines() if not line.startswith(("|", "*Figure*", "#", "**")))
    notes = " ".join(markdown(table["note"]) for table in data["tables"].values())
    assert all(line in notes or not re.search(r"\d", line) for line in left.splitlines())


def _texts(data: dict[str, Any]) -> list[str]:
    blocks = [block for section in data["sections"] for block in section["blocks"]]
    return [block["text"] for block in blocks if "text" in block] + [
        item for block in blocks for item in block.get("items", [])
    ]


def test_the_numbers_are_those_of_the_games(out: Path) -> None:
    """The share table holds the credits of the run."""
    seats = frames(PLAN)["seats"]
    data = data_of(out)
    for row in data["tables"]["p1-k4-shares"]["rows"]:
        credit = seats.filter(seats["strategy"] == row["strategy"])["credit"]
        assert row["share"] == pytest.approx(credit.mean())
        assert row["n_games"] == 160 and row["n_deals"] == 40
        assert row["interval"][0] < row["share"] < row["interval"][1]
    points = data["tables"]["p1-k4-points"]["rows"]
    assert set(points[0]) == {"strategy", "n_deals", "points_battle", "points_goals"}


def test_the_report_says_what_it_rests_on(out: Path) -> None:
    """Assumed numbers, design, unit and detectable effect are told on the page."""
    text = Page((out / "full.html").read_text("utf-8")).text
    assert "9 of 20 component numbers (45.0 %) are assumed" in text
    assert "Roundrobin design, 160 games on 40 deals (4 per deal), 1 line-up" in text
    assert "Holm's p over 6 pairs is under 5 % for" in text
    assert "Budget of error of this page: of such runs, judged once, at most 5.0 %" in text.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "2 questions are tested, each with an error of 2.5 % (Bonferroni)" in text.replace(
        "\N{NO-BREAK SPACE}", " "
    )
    assert "The independent unit is the deal" in text
    assert "Of 160 recorded games none was void." in text


@pytest.mark.drawn
def test_equal_bytes_on_repeat(out: Path, tmp_path: Path) -> None:
    """Another process with another hash seed and one thread writes the same bytes."""
    run = out.parent / "run"
    code = "import sys; from marchsim.reporting.whole import report_all as r; r(*sys.argv[1:], full=True)"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "POLARS_MAX_THREADS": "1"}
    subprocess.run(
        [sys.executable, "-c", code, str(run), str(tmp_path / "out")],
        check=True,
        env=environment,
        timeout=300,
    )
    for path in sorted(out.rglob("*.*")):
        assert path.read_bytes() == (tmp_path / "out" / path.relative_to(out)).read_bytes(), path.name


@pytest.mark.made
def test_no_game_at_all(tmp_path: Path) -> None:
    """A run without games gives a report that says so."""
    found = {name: frame.head(0) if name != "items" else frame for name, frame in frames(PLAN).items()}
    report_all(save(tmp_path / "run", manifest(PLAN), found), tmp_path / "out", full=True)
    data = sane(tmp_path / "out")
    assert data["summary"] == ["This run recorded no game, so there is nothing to report."]
    assert data["n_games"] == 0


@pytest.mark.made
def test_one_game(tmp_path: Path) -> None:
    """One game gives a report of exact intervals and no test."""
    plan = Planted(FOUR, blocks=1, rotate=False)
    report_all(written(tmp_path / "run", plan), tmp_path / "out", full=True)
    data = sane(tmp_path / "out")
    rows = data["tables"]["p1-k4-shares"]["rows"]
    assert sorted(row["share"] for row in rows) == [0, 0, 0, 1]
    assert all("only 1 independent game" in row["method"] or "exact" in row["method"] for row in rows)
    assert "under 30 nothing is tested" in " ".join(data["summary"])


def test_one_block(tmp_path: Path) -> None:
    """One deal with several games has no interval, and says why."""
    report_all(written(tmp_path / "run", Planted(FOUR, blocks=1)), tmp_path / "out", full=True)
    rows = sane(tmp_path / "out")["tables"]["p1-k4-shares"]["rows"]
    assert all(row["interval"] is None and "one deal only" in row["method"] for row in rows)


@pytest.mark.made
def test_all_void(tmp_path: Path) -> None:
    """Void games alone are counted by reason and make no share."""
    plan = Planted(FOUR, blocks=2, void={at: "time" if at else "error" for at in range(8)})
    report_all(written(tmp_path / "run", plan), tmp_path / "out", full=True)
    data = sane(tmp_path / "out")
    assert data["n_games"] == 0
    assert "8 games of 8 recorded games were void (1 error and 7 time)" in data["summary"][-1]
    assert [row["n_games"] for row in data["tables"]["left-out"]["rows"]] == [1, 7]


def test_one_strategy(tmp_path: Path) -> None:
    """A mirror of one strategy reports seats and length, and no share to be proud of."""
    plan = Planted({"solo": 1.0}, blocks=50, kind="mirror", rotate=False, luck=0.3)
    report_all(written(tmp_path / "run", plan), tmp_path / "out", full=True)
    data = sane(tmp_path / "out")
    assert "Only “solo” played" in " ".join(data["summary"])
    assert "p1-k4-forest" not in data["figures"] and "p1-k4-seat-bars" in data["figures"]


def test_a_run_without_rounds_or_items(tmp_path: Path) -> None:
    """Missing tables leave their parts out, and the missing provenance is said."""
    data, found = manifest(PLAN), frames(PLAN)
    for table in ("rounds", "items"):
        del data["tables"][table], found[table]
    report_all(save(tmp_path / "run", data, found), tmp_path / "out", full=True)
    told = sane(tmp_path / "out")
    assert "not known how many are assumed" in told["notices"][0]
    assert "p1-k4-growth" not in told["figures"]


def test_several_panels_and_an_unfinished_run(tmp_path: Path) -> None:
    """Variants are told apart, an overview stands before them, and missing games are announced."""
    plan = Planted(FOUR, blocks=31, players=3, variants=("base", "decree-6"))
    every_panel(save(tmp_path / "run", manifest(plan, games=99_999), frames(plan)), tmp_path / "out")
    data = sane(tmp_path / "out")
    assert "overview" in data["tables"]
    assert [s["title"] for s in data["sections"] if s["level"] == 2][2:4] == [
        "3 players, rules “base”",
        "3 players, rules “decree-6”",
    ]
    assert "744 of 99,999 planned games" in data["notices"][1]


def test_the_default_place_is_named_after_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """reports/ and the name of the run's folder, so that two runs of one configuration keep their reports."""
    monkeypatch.chdir(tmp_path)
    plan = Planted(FOUR, blocks=1)
    assert report_all(written(tmp_path / "run", plan, name="demo")) == Path("reports/run/index.html")
    assert report_all(written(tmp_path / "evil", plan, name="../../up")) == Path("reports/evil/index.html")


def test_figures_of_an_earlier_report_go(tmp_path: Path) -> None:
    """Its report.json names them, of whatever kind it was. Files that it does not name stay."""
    place = tmp_path / "out" / "figures"
    place.mkdir(parents=True)
    for file in ("p9-k4-forest.svg", "numbers-curves.svg", "o1-shares.svg", "mine.svg", "p1-k4-mine.svg"):
        (place / file).write_text("")
    figures = {"p9-k4-forest": {}, "numbers-curves": {}, "o1-shares": {}}
    (tmp_path / "out" / "report.json").write_text(json.dumps({"figures": figures, "tables": {}}))
    report_all(written(tmp_path / "run", Planted(FOUR, blocks=1)), tmp_path / "out", full=True)
    left = {path.name for path in place.iterdir()}
    assert {"mine.svg", "p1-k4-mine.svg"} <= left
    assert not left & {f"{name}.svg" for name in figures}


def test_figures_are_written_in_the_format_that_is_asked_for(tmp_path: Path) -> None:
    """All that report.json lists, which Markdown shows. A later report removes them, and their folder."""
    run, out = written(tmp_path / "run", Planted(FOUR, blocks=1)), tmp_path / "out"
    for kind in ("svg", "png"):
        report_all(run, out, card_pages=False, figures=kind)
        listed = json.loads((out / "report.json").read_text("utf-8"))["figures"]
        files = sorted(f"figures/{path.name}" for path in (out / "figures").iterdir())
        assert files == sorted(f"figures/{name}.{kind}" for name in listed)
        assert files == sorted(one["file"] for one in listed.values())
        assert all(f"]({file})" in (out / "report.md").read_text("utf-8") for file in files)
    report_all(run, out, card_pages=False)
    assert not (out / "figures").exists() and (out / "tables").is_dir()


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """A file in the place of the folder gives our error with the path."""
    (tmp_path / "out").write_text("")
    with pytest.raises(RecordError, match=r"out: cannot write the report there"):
        report_all(written(tmp_path / "run", Planted(FOUR, blocks=1)), tmp_path / "out", full=True)
