"""The page on which a game is watched, with Dice Race and made-up frames: true, safe, always the same."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from marchsim import games
from marchsim.errors import ConfigError
from marchsim.kernel.game import Outcome
from marchsim.studies.play import play
from marchsim.tabletop.drawing import Circle, Lettering, Paint
from marchsim.tabletop.watching import scene
from marchsim.tabletop.watching.page import END, LEAD, POINTS, About, Film, Frame, key_moments, page, remarks
from marchsim.tabletop.watching.scene import Scenery
from tests.browser import Browser
from tests.toy import script
from tools import watched

NAMES = [
    "</script><script>alert(1)</script>", "<!--<script>", "a & b ]]>", "\u2028\u2029",
    "'\"><img src=x onerror=1>", "\x1b[31mred\x00", "{{ 7 * 7 }}", "\u65e5\u672c",
]  # fmt: skip


@pytest.fixture
def race(folder: Path) -> Path:
    """A folder with strategies of Dice Race."""
    games.register("toy", "tests.toy:TOY")
    games.register("bare", "tests.bare:BARE")
    (folder / "roller.py").write_text(script("return 0", "Roller"))
    (folder / "rester.py").write_text(script("return 1", "Rester"))
    return folder


def test_another_game_is_watched_on_the_same_page(race: Path) -> None:
    """Each frame of Dice Race has the scores that its sentences add up to, and stones move with them."""
    file = race / "race.html"
    played = play(["roller.py", "rester.py"], seed=3, game="toy", html=file)
    found = watched.read(file.read_bytes())
    assert found.story == [*(event["text"] for event in played.events), played.ending[0]]
    scores = [0, 0]
    for frame, event in enumerate(played.events):
        if event["event"] in ("roll", "rest"):
            scores[played.players.index(event["player"])] += event["values"][0]
        assert [found.states[frame][f"s{seat}"] for seat in range(2)] == scores
        at = [found.board(frame)[name][0] for name in played.players]
        assert at == [(20.0 * score, 20.0 * seat) for seat, score in enumerate(scores)]
    assert list(played.outcome.scores) == scores


def test_whom_all_play_against_has_a_score_too(race: Path) -> None:
    play(["roller.py"], seed=3, game="toy", preset="coop", html=race / "race.html")
    found = watched.read((race / "race.html").read_bytes())
    assert found.data["opponent"] == "the Storm"
    assert found.states[0]["o"] == 0 < found.states[-1]["o"]
    assert not [one for one in found.data["moments"] if one[1] == LEAD.name]
    assert [text for _, name, text in found.data["moments"] if name == "storm"] == [
        f"The Storm has {found.states[-1]['o']}"
    ]


def test_a_game_that_cannot_be_watched_says_so(race: Path) -> None:
    with pytest.raises(ConfigError, match="--html: Bare Race cannot be watched; leave the option out"):
        play(["roller.py", "rester.py"], game="bare", html=race / "race.html")
    assert not (race / "race.html").exists()


def test_the_same_game_is_the_same_file(race: Path) -> None:
    for name in ("one.html", "two.htm"):
        play(["roller.py", "rester.py"], seed=5, game="toy", html=race / name)
    assert (race / "one.html").read_bytes() == (race / "two.htm").read_bytes()


@pytest.mark.parametrize("name", ["page", "page.txt", "page.html.png"])
def test_a_page_has_the_name_of_one(race: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=r"--html: .*a page is an \.html file"):
        play(["roller.py", "rester.py"], game="toy", html=race / name)


# what may stand in it ------------------------------------------------------------------
class Hostile:
    """A game in which everything is called the same."""

    def __init__(self, name: str) -> None:
        self.name = name

    def scenery(self) -> scene.Scenery:
        """Name all that has a name."""
        tone = scene.Tone("A", "#111111", "#ffffff", "#111111", "#eeeeee")
        mark = scene.Landmark("mark", "marks", "m", ("kind",))
        key = (((Circle((0.0, 0.0), 3, Paint("#000000")),), self.name),)
        lists = (scene.Listing(self.name, secret=True),)
        return scene.Scenery(((self.name, self.name),), lists, [tone, tone], None, (mark,), key)

    def look(self) -> scene.Look:
        """Show the name wherever one can stand."""
        piece = scene.Piece(self.name, self.name, (Lettering((0.0, 0.0), self.name, 12),))
        held = scene.Holding(1, (2,), ((self.name,),), (self.name,))
        return scene.Look({"a": scene.Area(self.name, (0.0, 0.0), (piece,))}, (held, held), (self.name,))


def hostile(name: str) -> watched.Page:
    """Return the page of a game in which everything is called so."""
    film = Film(Hostile(name))
    film.take(0, "kind", 1, name, 2, 0, 0, name)
    film.ended(1, name)
    outcome = Outcome((1, 1), (1, 1), 3, 1, 1, 1, "")
    return watched.read(page(film, [name, name], outcome, About(name, name, name, [name])))


@pytest.mark.parametrize("name", NAMES)
def test_no_name_becomes_a_tag(name: str) -> None:
    """Whatever things are called, the tags are those of a page with plain names, and the name is text."""
    plain, found = hostile("plain"), hostile(name)
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in name)
    assert [tag for tag, _ in found.tags] == [tag for tag, _ in plain.tags]
    assert [sorted(given) for _, given in found.tags] == [sorted(given) for _, given in plain.tags]
    assert found.data["players"] == [shown, shown] and shown in found.data["words"]
    assert found.story == [shown, shown]
    assert found.of("title") == [f"{shown}: {shown}"]
    markup = found.data["symbols"][0][2]
    assert re.sub(r">[^<]*</text>", "></text>", markup) == re.sub(
        r">[^<]*</text>", "></text>", plain.data["symbols"][0][2]
    )


def test_a_browser_shows_hostile_names_as_text(browser: Browser, folder: Path) -> None:
    """Nothing of them runs, nothing is blocked, and each is seen as it is called."""
    for number, name in enumerate(NAMES):
        found = hostile(name)
        (folder / f"{number}.html").write_text(found.text, encoding="utf-8")
        browser.open(folder / f"{number}.html")
        shown = found.data["players"][0]
        assert browser.value("document.querySelector('.panel .called').textContent") == shown
        assert browser.value("document.querySelector('#board text').textContent") == shown
        assert browser.value("document.images.length + document.scripts.length") == 2
        assert browser.errors == []


def test_the_page_runs_nothing_but_its_own_script(race: Path) -> None:
    """Its policy allows one script and one style by their hashes; nothing is fetched from anywhere."""
    play(["roller.py", "rester.py"], game="toy", html=race / "race.html")
    found = watched.read((race / "race.html").read_bytes())
    policy = next(given["content"] for _, given in found.tags if "http-equiv" in given)
    data, code = found.of("script")
    (style,) = found.of("style")
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (code, style)]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert data.startswith("{") and "<" not in data
    outside = re.findall(r"https?:[^\"' )]+|url\(|@import|<link|<img|<iframe", found.text)
    assert set(outside) == {"http://www.w3.org/2000/svg"}
    assert not [given for _, given in found.tags for key in given if key == "style" or key.startswith("on")]


# key moments ---------------------------------------------------------------------------
def frames(scores: Sequence[tuple[int, ...]], phases: str, kinds: str = "") -> list[Frame]:
    """Return frames with these scores; each letter is a frame's phase, and its kind."""
    kinds = kinds or "." * len(scores)
    return [
        Frame(at, kinds[at], 1, phases[at], 2, 0, -1, f"event {at}", points, {})
        for at, points in enumerate(scores)
    ]


TOGETHER = Scenery((), (), (), opponent="a storm")


def test_a_lead_changes_where_a_phase_ends_with_another_sole_leader() -> None:
    """Within a phase and in a tie nothing changes; the moment is where the phase's last points came."""
    scores = [(1, 0), (1, 2), (3, 2), (3, 3), (3, 3), (3, 4), (3, 4), (5, 4)]
    found = key_moments(frames(scores, "aaabccdd"), ["one", "two"], Scenery((), (), ()))
    assert [(one.frame, one.text) for one in found] == [
        (5, "two takes the lead from one (4 to 3)."), (7, "one takes the lead from two (5 to 4)."),
    ]  # fmt: skip
    assert key_moments(frames(scores, "aaabccdd"), ["one", "two"], TOGETHER) == []


def test_landmarks_many_points_and_the_end_are_moments() -> None:
    battle = scene.Landmark("battle", "battles", "b", ("x",))
    made = frames([(0, 0), (0, 2), (3, 2), (3, 2)], "aaaa", ".x..")
    made[-1] = Frame(3, END, 1, "a", 0, -1, -1, "it ends", (3, 2), {})
    found = key_moments(made, ["one", "two"], Scenery((), (), (), landmarks=(battle,)))
    assert [(one.frame, one.landmark, one.text) for one in found] == [
        (1, "battle", "event 1"), (2, POINTS.name, "event 2"), (3, "", "it ends"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "winners", "words"),
    [
        ([(0, 4), (5, 6)], 2, ["1 point ahead of the next."]),
        ([(0, 4), (7, 5)], 1, ["2 points ahead of the next.", "one was last after round 1 of 2."]),
        ([(3, 3), (7, 7)], 1, ["A tie in points."]),
        ([(3, 3), (7, 7)], 3, []),
    ],
)
def test_remarks_say_how_close_it_was(scores: list[tuple[int, int]], winners: int, words: list[str]) -> None:
    made = [Frame(at, ".", at + 1, "a", 2, 0, -1, "", points, {}) for at, points in enumerate(scores)]
    outcome = Outcome(scores[-1], (1, 2), winners, 2, 2, 2, "")
    assert remarks(made, ["one", "two"], outcome, ("point", "points")) == words
