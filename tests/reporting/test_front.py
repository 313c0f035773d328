"""The first-level page: budgets, plain words, true numbers, names from files, and what lies beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.verdict import AMBER, BLUE, GREEN, GREY, RED, JudgedPart, Verdict
from marchsim.analysis.reading.estimates import Estimate
from marchsim.games.march.components.loader import load
from marchsim.reporting.drawing.palette import GREY as PLAIN
from marchsim.reporting.drawing.palette import looks
from marchsim.reporting.front.cards import by_strategy, card_fields, card_text
from marchsim.reporting.front.commands import ends, first, spoken, tries, watching
from marchsim.reporting.front.gather import Front, first_words
from marchsim.reporting.front.headline import MOST_WORDS, NOTHING, headline
from marchsim.reporting.front.sentences import drama_short
from marchsim.reporting.pages.document import Column, Table
from marchsim.reporting.pages.saving import as_csv
from marchsim.reporting.whole import report_all
from tests.accessible import faults
from tests.analysis import held, storms
from tests.analysis.planted import Planted, save, written
from tests.analysis.worlds import joined
from tests.reporting.test_report import Page

FIELD = {"forager": 1.6, "warlord": 1.2, "zealot": 1.0, "mine": 0.8, "<script>": 0.5}
NARROW, BASELINE = "mine", "random"
FORBIDDEN = ("p =", "p <", "Holm", "tau", "exploratory", "rejected", "SE ", "Bonferroni", BASELINE, "None")


def marked(manifest: dict[str, Any], names: dict[str, float]) -> None:
    """List the strategies: one is handicapped, one a baseline player, one says what it is."""
    manifest["strategies"] = [
        {"name": name, "use": f"{name}.py", "handicapped": name == NARROW, "baseline": name == BASELINE,
         "source": '"""Lives off <b>land</b>: sites first."""' if name == "forager" else ""}
        for name in names
    ]  # fmt: skip


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a report of a run with cards, a handicapped strategy, and hostile names."""
    place = tmp_path_factory.mktemp("front")
    cards = [*held.ids(16), "<img src=x>", "../up"]
    run = held.run(
        Planted(FIELD, blocks=40, luck=0.4, seat_worth=(1.3, 1.1, 1.0, 0.9)), worth=0.5, names=cards
    )
    marked(run.manifest, FIELD)
    report_all(held.save(place / "run", run), place / "out")
    return place / "out"


def unfolded(text: str) -> str:
    """Return the words of a page that are seen without opening a fold."""
    for tag in ("style", "script", "svg", "details", "title"):
        text = re.sub(rf"<{tag}\b.*?</{tag}>", " ", text, flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_the_first_level_keeps_its_budgets(out: Path) -> None:
    """At most 2,000 words, six figures and 300 kB, and no address outside; of a card 700 words and three."""
    index = (out / "index.html").read_text("utf-8")
    assert len(index.encode()) < 300_000 and len(unfolded(index).split()) <= 2000
    assert 3 <= Page(index).tags.count("figure") <= 6
    for path in (out / "cards").iterdir():
        text = path.read_text("utf-8")
        assert len(unfolded(text).split()) <= 700 and Page(text).tags.count("figure") <= 3
        assert (path.parent / "../index.html").resolve() == (out / "index.html").resolve()
    for text in (index, *(path.read_text("utf-8") for path in (out / "cards").iterdir())):
        assert not re.search(r"https?://|@import|url\(", text)


def test_links_lead_somewhere(out: Path) -> None:
    """Anchors on the page, and files beside it; what readers of screens need is there."""
    for path in (out / "index.html", *(out / "cards").iterdir()):
        page = Page(path.read_text("utf-8"))
        assert faults(path.read_text("utf-8")) == []
        for link in page.links:
            if link.startswith("#"):
                assert link[1:] in page.ids, link
            else:
                assert (path.parent / link.partition("#")[0]).is_file(), link


def test_the_first_level_is_in_plain_words(out: Path) -> None:
    """Exact terms stand in folds alone."""
    for path in (out / "index.html", *(out / "cards").iterdir()):
        told = unfolded(path.read_text("utf-8"))
        assert not [word for word in FORBIDDEN if word in told], path


def test_names_from_files_stay_text(out: Path) -> None:
    """A strategy called <script>, a card called <img src=x>: words on the page, and no file outside."""
    for path in (out / "index.html", *(out / "cards").iterdir()):
        page = Page(path.read_text("utf-8"))
        assert page.tags.count("script") == 1 and not {"img", "iframe"} & set(page.tags)
        assert not [name for name in page.attributes if name.startswith("on")]
    assert {path.name for path in (out / "cards").iterdir()} >= {"card-00.html"}
    assert not (out / "up.html").exists() and len(list((out / "cards").iterdir())) == 18


def numbers(value: Any) -> Iterator[float]:
    """Return the numbers of plain data, not those in texts."""
    if isinstance(value, bool):
        return
    if isinstance(value, (int, float)):
        yield float(value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from numbers(part)
    elif isinstance(value, list):
        for part in value:
            yield from numbers(part)


def test_every_number_of_the_first_level_is_in_the_data(out: Path) -> None:
    """Rounded as it is shown: whole, with one decimal, or as games of 100; words like “95 % sure” apart."""
    text = re.sub(r"<code>.*?</code>", " ", (out / "index.html").read_text("utf-8"))
    told = re.sub(r"\b95 %|12 %|at 112|marchsim \d\S+|rules [0-9a-f]{12}|card-\d+", " ", unfolded(text))
    data = json.loads((out / "report.json").read_text("utf-8"))
    known = set()
    for number in numbers(data):
        for scale in (1, 100):
            for digits in (0, 1):
                known.add(f"{abs(number) * scale:.{digits}f}")
    margins = {"92", "108", "150", "100", "20", "2", "3", "4", "5"}
    wrong = [word for word in re.findall(r"(?<![\w-])\d[\d,]*(?:\.\d+)?", told)
             if word.replace(",", "") not in known | margins]  # fmt: skip
    assert wrong == []
    assert len(re.findall(r"\d+", told)) > 60  # so that the check sees something


def test_the_data_have_the_answers_and_every_table(out: Path) -> None:
    """report.json has verdicts with question and answer; each table is a CSV with as many rows."""
    data = json.loads((out / "report.json").read_text("utf-8"))
    assert {
        one["question"]: bool(one["asks"] and one["answer"]) for one in data["verdicts"]
    } == dict.fromkeys(("seats", "strategies", "cards", "length", "sure"), True)
    assert data["sections"][0]["blocks"][0]["text"] in (out / "index.html").read_text("utf-8")
    assert {path.stem for path in (out / "tables").iterdir()} == set(data["tables"])
    strategies = {row["strategy"]: row for row in data["tables"]["first-strategies"]["rows"]}
    assert strategies[NARROW]["mark"] == "handicapped" and strategies["forager"]["mark"] == ""
    assert "mine (handicapped)" in (out / "index.html").read_text("utf-8")
    assert len((out / "tables" / "first-cards.csv").read_text("utf-8").splitlines()) == 19


def test_a_spreadsheet_computes_nothing() -> None:
    """Intervals are two columns, unknown cells empty, and a text like a formula is quoted."""
    columns = (
        Column("name", "Name"),
        Column("share", "Share", "percent"),
        Column("around", "95 %", "percents"),
    )
    rows = [{"name": "=1+1", "share": 0.25, "around": (0.125, 1 / 3)}, {"name": 'a,"b"', "share": None}]
    assert as_csv(Table("t", "T", columns, rows)) == (
        'name,share,around_low,around_high\n\'=1+1,0.25,0.125,0.3333333333\n"a,""b""",,,\n'
    )


def test_an_earlier_report_goes_and_files_of_others_stay(tmp_path: Path) -> None:
    """Tables and pages of cards of the report before are not left beside the new one."""
    run = held.save(tmp_path / "run", held.run(Planted(FIELD, blocks=20)))
    bare = written(tmp_path / "bare", Planted(FIELD, blocks=10))
    report_all(run, tmp_path / "out")
    assert (tmp_path / "out" / "cards").is_dir() and (
        tmp_path / "out" / "tables" / "first-cards.csv"
    ).exists()
    (tmp_path / "out" / "tables" / "mine.csv").write_text("kept")
    report_all(bare, tmp_path / "out")
    assert not list(tmp_path.glob("out/cards/*"))
    assert not (tmp_path / "out" / "tables" / "first-cards.csv").exists()
    assert (tmp_path / "out" / "tables" / "mine.csv").read_text() == "kept"


def test_games_with_a_baseline_are_nowhere_on_the_page(tmp_path: Path) -> None:
    """The tables of the first level are those of the same run without these games."""
    names = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.7, BASELINE: 0.05}
    run = held.run(Planted(names, players=3, blocks=20))
    marked(run.manifest, names)
    report_all(held.save(tmp_path / "run", run), tmp_path / "out")
    data = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    rows = data["tables"]["first-strategies"]["rows"]
    assert {row["strategy"] for row in rows} == set(names) - {BASELINE}
    assert sum(row["players_3"] for row in rows) / 4 == pytest.approx(100)
    assert BASELINE not in unfolded((tmp_path / "out" / "index.html").read_text("utf-8"))


def test_where_a_baseline_always_sat_nothing_is_ranked(tmp_path: Path) -> None:
    """Strategies are in order of names without a limit, no sentence says who wins most, all say why."""
    names = {"a": 1.0, "b": 3.0, BASELINE: 0.05}
    run = held.run(Planted(names, players=3, blocks=40))
    marked(run.manifest, names)
    report_all(held.save(tmp_path / "run", run), tmp_path / "out")
    text = (tmp_path / "out" / "index.html").read_text("utf-8")
    data = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))
    assert [row["strategy"] for row in data["tables"]["first-strategies"]["rows"]] == ["a", "b", BASELINE]
    assert "wins most" not in text and "something is tested" not in text and "dominates: " not in text
    assert text.count("Not measured with 3 players: a baseline player sat in every game.") == 4


def test_a_strategy_of_two_fields_has_one_row() -> None:
    """A strategy that a field of another number of players lacks is in one number only."""
    plans = [Planted(dict.fromkeys(names, 1.0), players=len(names), blocks=4) for names in ("abc", "ab")]
    front = Front(Findings(joined(plans)))
    assert {row.name: set(row.parts) for row in front.strategies} == {
        "a": {2, 3}, "b": {2, 3}, "c": {3},
    }  # fmt: skip
    assert len(front.strategies) == 3
    for row in front.strategies:  # too few deals for a verdict: the mean of its own numbers
        assert row.low is None
        assert row.estimate == pytest.approx(np.mean([part.value for part in row.parts.values()]))


@pytest.mark.parametrize("blocks", [0, 1, 29])
def test_runs_with_little_in_them_say_so(blocks: int, tmp_path: Path) -> None:
    """No game: nothing is answered. Few deals: no chip claims anything."""
    plan = Planted(FIELD, blocks=max(1, blocks), kind="random")
    run = held.run(plan)
    if not blocks:
        run.frames.update({name: frame.head(0) for name, frame in run.frames.items() if name != "items"})
    report_all(held.save(tmp_path / "run", run), tmp_path / "out")
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert ('class="chip red"' in index, 'class="chip green"' in index) == (False, False)
    assert ("Too early to tell" if blocks else NOTHING) in index


def test_games_won_together_have_an_answer(tmp_path: Path) -> None:
    """How often the game is won, by rules and by who sat there; nothing is said of seats or cards."""
    plan = storms.Storm({"x": 1.0, "y": 0.0}, {"easy": -2.0, "hard": 4.0}, players=2, blocks=60)
    run = storms.in_memory(plan, 3)
    report_all(save(tmp_path / "run", run.manifest, run.frames), tmp_path / "out", variant="hard")
    index = (tmp_path / "out" / "index.html").read_text("utf-8")
    parts = ("won", "length", "seats", "cards", "variants", "sure")
    assert [one for one in parts if f'id="{one}"' in index] == ["won", "length", "variants", "sure"]
    assert "How often is the game won?" in index and "against the Storm" in index
    assert "This page is of hard." in unfolded(index)


# words -------------------------------------------------------------------------------
def said(question: str, chip: str, **more: Any) -> Verdict:
    usual: dict[str, Any] = {"estimate": 112.0, "interval": (109.0, 115.0), "margin": 8.0}
    return Verdict(question, "base", (4,), chip, "", **{**usual, **more})


def card(chip: str, value: float) -> JudgedPart:
    return JudgedPart("x", value, None, None, 100, chip)


SEAT = said("seats", RED)
CARD = said("cards", RED, rows=(card(RED, 60),))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        ([], NOTHING),
        ([SEAT, said("strategies", GREEN), CARD],
         "No strategy dominates, but the seats are not fair and one card is too strong"),
        ([SEAT, said("strategies", GREY)], "The seats are not fair"),
        ([said("seats", AMBER, interval=(102.0, 114.0)), said("strategies", GREEN)],
         "No strategy dominates, but the seats are not quite equal"),
        ([said("seats", GREEN), said("strategies", GREEN), said("cards", GREEN)],
         "The seats are fair, no strategy dominates and no card is off by much"),
        ([said("seats", GREY), said("strategies", GREEN)],
         "No strategy dominates; the rest is still open"),
        ([said("seats", GREY)], "Too early to tell: this run has too few games"),
        ([said("seats", GREY, answer="Not measured")],
         "Nothing is judged: every game had a baseline player in it"),
        ([said("length", BLUE, parts={2: Estimate(51), 3: Estimate(83)})], "A game takes 51 to 83 turns"),
        ([said("cards", RED, rows=(card(RED, 60), card(RED, -40)))], "Two cards are clearly off"),
        ([said("won", BLUE, parts={2: Estimate(34)}), said("variants", GREY)],
         "The players win 34 of 100 games"),
    ],
)  # fmt: skip
def test_the_headline_is_made_of_the_chips(found: list[Verdict], expected: str) -> None:
    """What is clearly off first, a green one for contrast; never more than 16 words."""
    assert headline(found) == expected and len(expected.split()) <= MOST_WORDS
    sure = replace(SEAT, question="sure", chip=AMBER)
    assert headline([*found, sure]) == expected


def test_a_strategy_looks_the_same_in_every_run() -> None:
    """A name keeps its pair whoever else plays, but for one that wants the same; beyond ten all are grey."""
    few, many = looks(["warlord", "zz"]), looks(["zz", "warlord", *"abcdefghijk"])
    assert few["warlord"] == looks(["warlord", "forager"])["warlord"] and few["warlord"] != few["zz"]
    assert looks(["turtle", "hunter"])["turtle"] == looks(["turtle"])["turtle"]
    assert len(many) == 13 and sum(one.colour == PLAIN for one in many.values()) == 3
    assert len({(one.colour, one.shape) for name, one in many.items() if one.colour != PLAIN}) == 10
    assert looks(["warlord"], plain=["warlord"])["warlord"].colour == PLAIN


@pytest.mark.parametrize(
    ("source", "expected"),
    [('"""Lives off the land: food first."""', "lives off the land"), ("x = 1", ""), ("", ""),
     ("'''Waits.'''", "waits"), (f'"""{"long " * 20}"""', "")],
)  # fmt: skip
def test_a_strategy_is_told_in_its_first_words(source: str, expected: str) -> None:
    assert first_words(source) == expected


def test_a_card_says_its_text_and_which_numbers_are_guesses() -> None:
    """Amounts are filled in, one or many, some or none; what the manifest lacks is left as it stands."""
    face = {
        "id": "x", "text": "Take {n} {n:ant|ants} of {m}.", "amounts": {"n": 1}, "cost": 2,
        "centipede": False, "provenance": {"cost": "assumed", "amounts.n": "rulebook"},
    }  # fmt: skip
    assert card_text(face) == "Take 1 ant of {m}." and card_text({}) == ""
    bold = {"text": "{n?Nobody may move.} Draw {k?two }cards.", "amounts": {"n": 1, "k": 0}}
    assert card_text(bold) == "Nobody may move. Draw cards."
    assert card_fields(face) == [
        ("N", "1", False), ("Cost", "2", True), ("Centipede", "no", False),
    ]  # fmt: skip


def test_every_shipped_card_says_what_the_game_says() -> None:
    """A page fills in the texts of a manifest by itself; it has the words of `marchsim cards`."""
    cards = load().cards
    pages = {card.id: card_text({"text": card.text, "amounts": card.amounts}) for card in cards}
    assert pages == {card.id: card.rendered for card in cards}


def test_a_run_is_called_by_its_name_in_runs_and_else_by_its_path() -> None:
    """As the command line takes it."""
    assert (spoken("runs/demo"), spoken(Path("runs/my demo")), spoken("else/demo")) == (
        "demo", "'my demo'", "else/demo",
    )  # fmt: skip


def test_a_card_that_is_off_comes_with_a_price_to_try() -> None:
    """Dearer if it is too strong, on deals of its own; nothing without a price or of a changed game."""
    run = held.run(Planted(FIELD, blocks=60, luck=0.4), count=16, worth=0.8)
    run.manifest["configuration"]["resolved"]["seed"] = 6
    run.manifest["variants"] = [{"name": "standard", "resolved": {"cards": {"card-00": {"cost": 2}}}}]
    front = Front(Findings(run))
    assert front.cards[0].id == "card-00" and front.cards[0].chip == RED
    said = [one.command for one in first(front, "'else/my run'") if one.what == "Try a fix"]
    assert said == ["marchsim try cards.card-00.cost=3 'else/my run' --seed 7"]
    assert [one.command for one in tries(front, "demo", front.cards[0])] == [
        "marchsim try cards.card-00.cost=3 runs/demo --seed 7"
    ]
    last = front.cards[-1]
    assert tries(front, "demo", last) == []
    run.manifest["variants"][0]["resolved"]["cards"][last.id] = {"cost": 1}
    of = {chip: tries(front, "demo", replace(last, chip=chip, estimate=-5.0)) for chip in (GREEN, GREY)}
    assert of[GREEN] == [], "nothing is to be mended of a card that is fine"
    assert [(one.what, one.command) for one in of[GREY]] == [
        ("Try a price", f"marchsim try cards.{last.id}.cost=0 runs/demo --seed 7")
    ]
    run.manifest["variants"][0]["resolved"]["cards"]["card-00"] = {"cost": None}
    assert tries(front, "demo", front.cards[0]) == []


@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((1.0, 1.0), "The lead changes in 100 of 100 games."),
        ((0.46, 0.52), "The lead changes in 46 and 52 of 100 games."),
        ((None,), ""),
    ],
)
def test_changes_of_the_lead_are_said_once_where_they_are_equal(
    shares: tuple[float | None, ...], expected: str
) -> None:
    dramas = {at: SimpleNamespace(any_change=SimpleNamespace(value=share)) for at, share in enumerate(shares)}
    assert drama_short(cast(Front, SimpleNamespace(dramas=dramas))) == expected


def test_games_that_cannot_be_watched_are_read() -> None:
    """The manifest says which; of a run that does not say, a page is written."""
    run = held.run(Planted(FIELD, blocks=2), count=16)
    assert (
        watching(Front(Findings(run)), "demo", 3, " it", "").command
        == "marchsim replay demo 3 --html game-3.html"
    )
    run.manifest["game"]["watched"] = False
    found = watching(Front(Findings(run)), "demo", 3, " it", "")
    assert (found.what, found.command) == ("Read it", "marchsim replay demo 3")


def test_where_no_other_numbers_were_tried_the_command_stands_on_the_page() -> None:
    """With the most players, if there are several numbers; with a study, or nothing to set, none."""
    rules = {"name": "standard", "resolved": {"cards": {"decree": {"cost": 3}}}}
    facts = {"run": SimpleNamespace(manifest={"variants": [rules]}), "rules": "standard", "games": 0}
    facts |= {"verdict": lambda asked: None, "telling": (), "assumed": True, "strategies": "ab"}
    front = cast(Front, SimpleNamespace(**facts, studies=(), players=[3, 4]))
    (offered,) = ends(front, "demo")
    assert offered.command == "marchsim sensitivity runs/demo --players 4 --draws 100 --deals 100"
    assert ends(cast(Front, SimpleNamespace(**facts, studies=("one",), players=[4])), "demo") == []
    for other in ({"assumed": False}, {"run": SimpleNamespace(manifest={})}):
        assert ends(cast(Front, SimpleNamespace(**facts | other, studies=(), players=[4])), "demo") == []


def test_what_a_strategy_gains_by_a_card_has_a_t_interval() -> None:
    """Of 6 deals with 4 players the interval reaches 2.571 errors, not 1.96."""
    effect = SimpleNamespace(value=0.1, se=0.05, deals=6)
    use = SimpleNamespace(item="ant", strategy="a", effect=effect, dealt=6, play_rate=0.5)
    front = SimpleNamespace(screened=[SimpleNamespace(players=4, uses=[use])])
    (found,) = by_strategy(cast(Front, front), "ant")
    gain = found.effect
    assert (gain.value, (gain.high or 0.0) - (gain.value or 0.0), found.play_rate) == pytest.approx(
        (40.0, 2.571 * 20, 0.5), rel=1e-3
    )
