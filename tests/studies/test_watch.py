"""Games to watch: what the verbs write and say, and every page of them run in a headless Chromium.

Without a browser what a page shows is tested from its data: tests/march/test_watching.py, tests/tabletop.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from marchsim import errors, games
from marchsim.cli import main
from marchsim.errors import ConfigError
from marchsim.runner import run
from marchsim.studies.play import play
from marchsim.studies.replay import replay
from marchsim.tabletop.watching.scene import Watchable
from tests.browser import Browser
from tests.toy import script
from tools import watched

Capture = pytest.CaptureFixture[str]
USES = ("warlord", "forager", "explorer")
LAST = "JSON.parse(document.getElementById('game').textContent).frames.length - 1"
STEPS = (
    "(() => { const seen = new Set(); const last = "
    + LAST
    + "; const at = document.getElementById('caption');"
    "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));"
    "const shown = []; for (let n = 0; n <= last; n++) { seen.add(document.getElementById('slider').value);"
    "shown.push([...document.querySelectorAll('.panel .score')].map((node) => +node.textContent));"
    "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true})); }"
    "return [seen.size, last + 1, at.textContent, shown]; })()"
)
BOXES = (
    "[...document.querySelectorAll('%s')].filter((node) => node.getClientRects().length).map((node) => {"
    "const box = node.getBoundingClientRect();"
    "const size = parseFloat(getComputedStyle(node).fontSize);"
    "return [node.textContent, box.left, box.top, box.right, box.bottom, size]; })"
)


def steps(browser: Browser, page: Path, scores: tuple[int, ...]) -> None:
    """Go through every frame of a page by keys: no complaint, its scores, and in the last frame these."""
    browser.open(page)
    seen, frames, caption, shown = browser.value(STEPS)
    assert browser.errors == []
    states = watched.read(page.read_bytes()).states
    assert (seen, shown[-1]) == (frames, list(scores))
    assert shown == [[state[f"s{seat}"] for seat in range(len(scores))] for state in states]
    assert caption


# the verbs -----------------------------------------------------------------------------
def test_play_writes_a_page_and_says_how_it_ended(folder: Path, capsys: Capture) -> None:
    assert main.run(["play", "--strategies", ",".join(USES), "--html", "game.html"]) == errors.OK
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("game.html: open it in a browser (0.1") and len(told) == 3
    found = watched.read((folder / "game.html").read_bytes())
    assert found.story[-1] == told[0]
    assert found.data["reasons"] == {}


def test_reasons_stand_beside_what_comes_of_them(folder: Path) -> None:
    """Each decision that is explained is on the page once, with the option that was chosen."""
    found = play(USES, html=folder / "game.html", explain="forager")
    reasons = watched.read((folder / "game.html").read_bytes())
    told = [one for frame in reasons.data["reasons"].values() for one in frame]
    assert found.decisions is not None and len(told) == len(found.decisions)
    for (seat, asked, _, _, count, options), row in zip(told, found.decisions, strict=True):
        chosen = next(one["option"] for one in row["options"] if one["index"] == row["chosen"])
        assert (seat, reasons.words([asked])) == (1, [row["asked"]])
        assert count == len(row["options"])
        assert [reasons.data["words"][option] for option, mark, *_ in options if mark] == [chosen]


def test_replay_writes_the_same_game(recorded: Path, folder: Path, capsys: Capture) -> None:
    """The page is of the whole game, whatever part is told, and the check is that of any replay."""
    arguments = ["replay", str(recorded), "1", "--html", "whole.html"]
    assert main.run(arguments) == errors.OK
    assert "The same game as recorded" in capsys.readouterr().out
    replay(recorded, 1, html=folder / "again.html")
    assert (folder / "whole.html").read_bytes() == (folder / "again.html").read_bytes()
    found = watched.read((folder / "whole.html").read_bytes())
    assert found.story[:-1] == [event["text"] for event in replay(recorded, 1).events if told(event)]


def told(event: dict[str, Any]) -> bool:
    """Return whether a story tells an event."""
    return bool(event["event"] != "marker")


def test_replay_explains_too(recorded: Path, folder: Path, capsys: Capture) -> None:
    """The reasons of a recorded game are those of the game itself, in words and as data."""
    assert main.run(["replay", str(recorded), "0", "--explain", "1", "--json"]) == errors.OK
    rows = json.loads(capsys.readouterr().out)["decisions"]
    assert rows and {row["seat"] for row in rows} == {0}
    assert main.run(["replay", str(recorded), "0", "--explain", "nobody"]) == errors.BAD_INPUT
    assert "--explain: 'nobody' is neither a seat" in capsys.readouterr().err


def test_two_games_are_not_watched_at_once(recorded: Path, folder: Path, capsys: Capture) -> None:
    (folder / "mine.toml").write_text("[rules]\ndecree_larvae = 6\n")
    arguments = ["replay", str(recorded), "0", "--rules", "mine.toml", "--html", "both.html"]
    assert main.run(arguments) == errors.BAD_INPUT
    assert "--html and --explain show one game" in capsys.readouterr().err


def test_a_void_game_can_be_watched_up_to_its_fault(folder: Path, capsys: Capture) -> None:
    (folder / "lost.py").write_text(
        "from marchsim.games.march.players import Strategy\n\n\nclass Lost(Strategy):\n"
        "    def action(self, me, table):\n        raise ValueError('<b>lost</b>')\n"
    )
    arguments = ["play", "--strategies", "lost.py,first,last", "--html", "void.html"]
    assert main.run(arguments) == errors.BAD_INPUT
    assert "void" in capsys.readouterr().err
    found = watched.read((folder / "void.html").read_bytes())
    assert "ValueError: <b>lost</b>" in found.story[-1]


@pytest.mark.parametrize("name", games.names())
def test_a_game_says_whether_it_can_be_watched(name: str, folder: Path) -> None:
    """What the manifest tells reports, so that they print commands that work."""
    game = games.load(name)
    watchable = isinstance(game, Watchable) and game.watchable
    try:
        play(["first", "last"], game=name, html=folder / "game.html")
    except ConfigError as error:
        assert "cannot be watched" in str(error)
    assert (folder / "game.html").exists() == watchable


# in a browser --------------------------------------------------------------------------
def test_every_frame_is_shown_without_a_complaint(browser: Browser, folder: Path) -> None:
    """A game of March with all reasons and one of Dice Race, event by event."""
    found = play(USES, seed=3, html=folder / "march.html", explain="all")
    steps(browser, folder / "march.html", found.outcome.scores)
    games.register("toy", "tests.toy:TOY")
    (folder / "roller.py").write_text(script("return 0", "Roller"))
    race = play(["roller.py"] * 3, game="toy", preset="coop", html=folder / "race.html")
    steps(browser, folder / "race.html", race.outcome.scores)


def test_keys_buttons_and_addresses_lead_to_their_moments(browser: Browser, folder: Path) -> None:
    play(USES, seed=3, html=folder / "game.html")
    found = watched.read((folder / "game.html").read_bytes())
    frames, moments = found.data["frames"], found.data["moments"]
    battles = [frame for frame, name, _ in moments if name == "battle"]
    at = "+document.getElementById('slider').value"
    browser.open(folder / "game.html", f"#e{frames[100][0]}")
    assert browser.value(at) == 100
    for key, shift, wanted in (
        ("ArrowRight", False, 101), ("ArrowLeft", False, 100), ("Home", False, 0), ("b", False, battles[0]),
        ("b", False, battles[1]), ("B", True, battles[0]), ("End", False, len(frames) - 1),
        ("p", False, [frame for frame, _, _ in moments if frame < len(frames) - 1][-1]),
    ):  # fmt: skip
        browser.press(key, shift)
        assert browser.value(at) == wanted, key
    browser.value('document.querySelector(\'[data-jump="battle"][data-way="-1"]\').click()')
    before = [frame for frame in battles if frame < wanted]
    assert browser.value(at) == before[-1]
    address = f"#e{frames[before[-1]][0]}"  # is written a moment later
    browser.value(
        "new Promise((done) => { const look = () => location.hash === "
        f"'{address}' ? done() : requestAnimationFrame(look); look(); }})"
    )
    browser.press("Home")
    browser.press("PageDown")
    assert frames[browser.value(at)][1] == 1
    assert browser.errors == []


def test_only_one_hand_is_shown_on_request(browser: Browser, folder: Path) -> None:
    """Then no sentence, no panel and no reason on the page says what the others hold or draw."""
    play(USES, seed=3, html=folder / "game.html", explain="all")
    found = watched.read((folder / "game.html").read_bytes())
    browser.open(folder / "game.html")
    browser.value(
        "(() => { const box = document.getElementById('hands'); box.value = '1';"
        "box.dispatchEvent(new Event('change')); })()"
    )
    story = browser.value("[...document.querySelectorAll('#story li')].map((line) => line.textContent)")
    for frame, line, open_line in zip(found.data["frames"], story, found.story, strict=True):
        hidden = f"{found.data['players'][frame[5]]} does what the others cannot see."
        assert line == (hidden if frame[5] in (0, 2) else open_line)
    drawn = next(at for at, frame in enumerate(found.data["frames"]) if frame[5] == 2)
    browser.value(f"(() => {{ location.hash = '#e{found.data['frames'][drawn][0]}'; }})()")
    browser.value("new Promise((done) => setTimeout(done, 0))")
    assert browser.value("document.getElementById('caption').textContent") == story[drawn]
    hands = browser.value(
        "[...document.querySelectorAll('.panel dl dd:last-child')].map((hand) => hand.textContent)"
    )
    counts = [len(found.lists(drawn, seat)["hand"]) for seat in range(3)]
    assert [hands[0], hands[2]] == [f"{counts[0]} hidden", f"{counts[2]} hidden"]
    assert hands[1] == ", ".join(found.lists(drawn, 1)["hand"])
    why = browser.value(
        "(() => { const seen = new Set(); for (let n = 0; n < 400; n++) {"
        "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));"
        "document.querySelectorAll('.why strong').forEach((node) => seen.add(node.textContent)); }"
        "return [...seen]; })()"
    )
    assert why == ["forager decided: "]
    assert browser.errors == []


@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.slow)])
def test_labels_are_apart_and_large_enough(browser: Browser, folder: Path, width: int) -> None:
    """With five players no labels of the chart overlap, no text is under 11 pixels, nothing scrolls aside."""
    play((*USES, "evolver", "warden"), preset="long", html=folder / "game.html", explain="all")
    for dark in (False, True):
        browser.look(width, 800, dark)
        browser.open(folder / "game.html", "#e500")
        assert browser.value("document.documentElement.scrollWidth") == width
        labels = browser.value(BOXES % "#chart text")
        assert len(labels) >= 5 + 3
        for one, other in combinations(labels, 2):
            apart = (
                one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] + 3 or other[4] <= one[2] + 3
            )
            assert apart, (one[0], other[0])
        small = [row for row in browser.value(BOXES % "body *:not(svg *)") if row[5] < 11 and row[0].strip()]
        assert small == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "blocks", "uses", "many"),
    [
        ("march", [3, 4, 5], 17, (*USES, "evolver", "warden", "opportunist"), 200),
        ("antwars", [2, 3, 4, 5, 6], 1, ("breeder", "harvester", "hunter", "rusher", "turtle", "random"), 20),
    ],
)
def test_recorded_games_run_without_a_complaint(
    browser: Browser, folder: Path, game: str, players: list[int], blocks: int, uses: Sequence[str], many: int
) -> None:
    """Every frame is shown with the scores of its moment: 200 games of March, 20 of Ant Wars."""
    (folder / "many.toml").write_text(
        f"seed = 5\ngame = '{game}'\n"
        f"[design]\nkind = 'random'\nplayers = {players}\nblocks = {blocks}\n"
        + "".join(f"[[strategies]]\nuse = '{use}'\n" for use in uses)
    )
    run("many.toml", "many", workers=1)
    for number in range(many):
        found = replay(folder / "many", number, html=folder / "game.html")
        assert found.check().startswith("The same game as recorded")
        assert (folder / "game.html").stat().st_size < 1_000_000
        steps(browser, folder / "game.html", found.outcome.scores)
