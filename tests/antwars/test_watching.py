"""Ant Wars watched: each frame counts what the engine has, the picture is whole, pages are small."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming import COLOURS
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.telling import board as pictures
from marchsim.games.antwars.telling.board import scenery
from marchsim.games.antwars.telling.story import Story
from marchsim.studies.play import play
from marchsim.tabletop.drawing import Lettering, extent
from tests.browser import Browser
from tools import antgames, golden, watched
from tools.watched import Camera

Counts = Counter[tuple[str, ...]]
ANTS = re.compile(r"(\d+) (Minor|Major)")
LIFE = re.compile(r"Queens? of ([\d and]+) life")
HELD = re.compile(r"(\d+) (protein|sugar|seed|leaf|mushroom)")


def counted(session: AntWarsSession, story: Story) -> tuple[Counts, list[list[int]]]:
    """Return what the state's own vectors count, by area, and what each seat has."""
    g, names, found = session.g, story.names, Counter()
    assert g is not None
    s = g.s
    for area in range(g.board.areas):
        if s.tile[area] == w.SOLID:
            assert s.crowd[area] == s.loose_n[area] == s.stored_n[area] == s.pupae[area] == 0
            continue
        at = names.area(area)
        found[at, "tile", w.TILE_NAMES[s.tile[area]]] = int(s.tile[area] >= w.GALLERY)
        found[at, "pupae"], found[at, "Gloomy"], found[at, "spider"] = (
            s.pupae[area],
            s.gloomy[area],
            s.spider[area],
        )
        for piece, word in enumerate(w.PIECES):
            found[at, "loose", word] = s.loose[piece * w.AREAS + area]
            found[at, "stored", word] = s.stored[piece * w.AREAS + area]
        for seat, player in enumerate(story.players):
            here = seat * w.AREAS + area
            if s.here[here] == s.loaded[here] == s.scent[area] == 0:
                continue
            found[at, player, "Minor"], found[at, player, "Major"] = s.minors[here], s.majors[here]
            found[at, player, "pheromones"] = s.scent[area] >> seat & 1
            for piece, word in enumerate(w.PIECES):
                found[at, player, word] = s.load[(seat * w.TYPES + piece) * w.AREAS + area]
            for queen in range(seat * w.QUEENS, (seat + 1) * w.QUEENS):
                if s.queen_at[queen] == area:
                    found[at, player, "Queen"] += 1
                    found[at, player, "life"] += s.queen_life[queen]
    for seat in range(s.players):
        if s.tile[g.board.gate[seat]] == w.ENTRANCE:
            found[names.area(g.board.gate[seat]), "gate", "open" if s.open[seat] else "closed"] = 1
    return +Counter({key: int(n) for key, n in found.items()}), [
        seat_numbers(g, seat) for seat in range(s.players)
    ]


def seat_numbers(g: Play, seat: int) -> list[int]:
    """Return score, Minors, Majors, tiles and stored pieces of a seat, as the state has them."""
    s = g.s
    if s.species[seat] < 0:
        return [0] * 5
    mine = range(g.board.place(seat, 0), g.board.place(seat, 0) + int(w.PLACES))
    stored = sum(s.stored_n[area] for area in mine)
    return [int(n) for n in (g.figures.score(seat), s.minor_n[seat], s.major_n[seat], s.tile_n[seat], stored)]


def shown(page: watched.Page, frame: int, players: Sequence[str]) -> tuple[Counts, list[list[int]]]:
    """Return what a frame of a page counts in its words."""
    found: Counts = Counter()
    for at, (_, places) in page.board(frame).items():
        for place, told in places.items():
            for words in told:
                read_place(found, at, place, words, players)
    state = page.states[frame]
    seats = [[state[f"s{seat}"], *state[f"n{seat}"]] for seat in range(len(players))]
    return +found, seats


def read_place(found: Counts, at: str, place: str, words: str, players: Sequence[str]) -> None:
    """Count what is at a place of an area."""
    if place == "Entrance":
        found[at, "gate", words] += 1
    elif place == "tile":
        found[at, "tile", words] += 1
    elif place == "pupae":
        found[at, "pupae"] += int(words.split(maxsplit=1)[0])
    elif place == "animals":
        for n, name in re.findall(r"(\d+) (Gloomy|spider)", words):
            found[at, name] += int(n)
    elif place in ("loose", "stored"):
        for n, name in HELD.findall(words):
            found[at, place, name] += int(n)
    elif place == "pheromones":
        for player in words.removeprefix("pheromones of ").split(", "):
            found[at, player, "pheromones"] += 1
    elif place.startswith("ants of "):
        player = place.removeprefix("ants of ")
        assert player in players and words.startswith(player)
        for n, name in (*ANTS.findall(words), *HELD.findall(words)):
            found[at, player, name] += int(n)
        for lives in LIFE.findall(words):
            each = [int(life) for life in lives.split(" and ")]
            found[at, player, "Queen"] += len(each)
            found[at, player, "life"] += sum(each)


def filmed(preset: str, players: int, deal: int, uses: Sequence[str]) -> tuple[watched.Page, Camera]:
    """Play a game and return its page, and what was seen."""
    session = antgames.table({"preset": preset}, players)
    camera = Camera(lambda: counted(session, story))
    story = Story(session, uses, camera)
    return camera.shoot(story, "Ant Wars", lambda: antgames.play(session, deal, uses)), camera


def agrees(page: watched.Page, camera: Camera) -> None:
    """Hold the counts of every frame of a page against those of the state at its event."""
    assert page.story == camera.texts
    for frame, wanted in enumerate(camera.positions):
        assert shown(page, frame, camera.story.players) == wanted, (frame, camera.texts[frame])


@pytest.mark.parametrize(("preset", "players"), [("dealt", 6), ("standard", 3)])
def test_every_frame_counts_what_the_engine_has(preset: str, players: int) -> None:
    """Ants by kind and colour, life, loads, pieces, pupae, animals, pheromones, tiles, gates, totals."""
    uses = antgames.line_up(("random", "rover", "harvester"), players)
    session = antgames.table({"preset": preset, "rules": {"rounds": 4}}, players)
    camera = Camera(lambda: counted(session, story))
    story = Story(session, uses, camera)
    page = camera.shoot(story, "Ant Wars", lambda: antgames.play(session, 1, uses))
    agrees(page, camera)
    assert len(page.states) > 100


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), antgames.ways())
def test_every_frame_of_the_golden_games_counts_what_the_engine_has(preset: str, players: int) -> None:
    """They are the golden games: what is filmed has the digests that are written down."""
    for name, entry in golden.written(preset, players, "antwars")["games"].items():
        words, deal = name.rsplit(" ", 1)
        shift = int(deal) if words == golden.MIXED else 0
        uses = antgames.line_up(golden.line_ups("antwars")[words], players, shift)
        page, camera = filmed(preset, players, int(deal), uses)
        assert camera.digest == entry["digest"]
        agrees(page, camera)


@pytest.mark.parametrize("players", antgames.PLAYERS)
def test_no_place_lies_over_another(players: int) -> None:
    """Every area of foraging boards and anthills has room for its hex, and every name stands free."""
    session = antgames.table({"preset": "dealt"}, players)
    middles = pictures.places(session.board, players)
    assert len(middles) == session.board.areas
    for (x, y), (u, v) in combinations(middles, 2):
        assert (x - u) ** 2 + (y - v) ** 2 > (0.99 * pictures.ACROSS) ** 2
    names = Story(session, ["one"] * players, Camera(dict)).names
    for seat in range(players):
        at = pictures.plate(seat, names, middles[session.board.gate[seat]]).at
        nearest = min((x - at[0]) ** 2 + (y - at[1]) ** 2 for x, y in middles)
        assert nearest > (pictures.SIZE + 15) ** 2


def test_what_is_crowded_stays_within_its_hex() -> None:
    """Six colonies with Queens, loads, pupae, animals and pieces in one area are drawn within it."""
    session = antgames.table({"preset": "dealt"}, 6)
    story = Story(session, [f"player {seat}" for seat in range(6)], Camera(dict))
    g = antgames.deal_out(session, 1, ["first"] * 6)
    area = g.board.place(0, 12)
    session.g = g
    from marchsim.games.antwars.engine.rounds import set_up

    set_up(g)
    for seat in range(6):
        at = seat * w.AREAS + area
        g.s.minors[at], g.s.majors[at], g.s.here[at] = 24, 12, 36
        for piece in range(w.TYPES):
            g.s.load[(seat * w.TYPES + piece) * w.AREAS + area] = 9
    g.s.gloomy[area] = g.s.spider[area] = g.s.crowd[area] = 1
    found = story.sight.area(g, area)
    for piece_ in found.pieces:
        left, top, right, bottom = extent(piece_.shapes)
        assert (
            left >= -pictures.ACROSS / 2
            and right <= pictures.ACROSS / 2
            and top >= -pictures.SIZE
            and bottom <= pictures.SIZE
        )


def test_the_picture_names_all_and_is_the_same_again(tmp_path: Path) -> None:
    """Players, species, supply, key and when it is; texts within the drawing; the same bytes."""
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 3}}, 4)
    uses = ["harvester", "rusher", "turtle", "rusher"]
    story = Story(session, uses, Camera(dict))
    session.watcher = None
    antgames.play(session, 2, uses)
    drawing = story.sight.picture(session.game, below="deal 2")
    texts = [shape for shape in drawing.shapes if isinstance(shape, Lettering)]
    whole = " ".join(shape.words for shape in texts)
    for words in (
        *story.players,
        "End of the game",
        "deal 2",
        "supply: protein",
        "Entrance, closed",
        "species:",
    ):
        assert words in whole
    left, top, right, bottom = extent(texts)
    assert left >= 0 and top >= 0 and right <= drawing.width and bottom <= drawing.height
    assert story.picture("svg") == story.picture("svg")
    assert all(player in drawing.alt for player in story.players)


@pytest.mark.parametrize(
    ("uses", "lost"),
    [
        (("rusher", "hunter"), 1),
        pytest.param(
            ("hunter", "rusher", "opportunist", "rusher", "rusher", "hunter"), 3, marks=pytest.mark.slow
        ),
    ],
    ids=["two", "six"],
)
def test_a_whole_game_is_a_small_page_with_its_battles_and_lost_queens(
    tmp_path: Path, uses: tuple[str, ...], lost: int
) -> None:
    """With all reasons it is under the limit of 1 MB; who loses a Queen can be jumped to."""
    hunger = tmp_path / "famine.toml"  # plans let each other be
    hunger.write_text("[rules]\nfamine = 18\n", encoding="utf-8")
    played = play(uses, 1, None, "dealt", [hunger], "antwars", html=tmp_path / "game.html", explain="all")
    assert (tmp_path / "game.html").stat().st_size < 1_000_000
    page = watched.read((tmp_path / "game.html").read_bytes())
    landmarks = Counter(landmark for _, landmark, _ in page.data["moments"])
    kinds = Counter(event["event"] for event in played.events if event["round"])
    assert landmarks["battle"] == kinds["battle"] and landmarks["gate"] == kinds["gate"]
    assert landmarks["Queen hurt or lost"] == kinds["queen"] + kinds["fall"]
    assert kinds["fall"] >= lost
    assert landmarks["army at a nest"] < kinds["move"] / 10


def test_a_narrow_page_shows_where_an_action_begins(browser: Browser, tmp_path: Path) -> None:
    """The area that ants will leave is in view, and the board of two players is no low strip."""
    play(("rusher", "hunter"), 1, None, "dealt", [], "antwars", html=tmp_path / "game.html")
    page = watched.read((tmp_path / "game.html").read_bytes())
    at = {name: (x, y) for name, x, y in page.data["places"]}
    named = [re.search(r"(?:mobilizes|explores) from (.+?)(?: to .*)?\.$", text) for text in page.story]
    starts = [(page.data["frames"][n][0], one[1]) for n, one in enumerate(named) if one]
    browser.look(400, 850)
    assert len(starts) > 20
    for event, name in starts[10:40:5]:
        browser.open(tmp_path / "game.html", f"#e{event}")
        box, high = browser.value("[board.getAttribute('viewBox'), board.clientHeight]")
        left, top, width, height = map(float, box.split())
        assert left < at[name][0] < left + width and top < at[name][1] < top + height and high >= 240


def test_an_army_that_comes_to_a_nest_is_a_moment_of_its_own() -> None:
    """Eight dice or more, at a rival's exit or into its anthill, not again from one to the other."""
    session = antgames.table()
    tale = Story(session, ["rusher"] * 4, Camera(dict))
    board = session.board
    way_out, gate, own = board.exit[1], board.gate[1], board.gate[0]
    for left, entered, minors, majors, comes in (
        (0, way_out, 8, 0, True), (0, way_out, 7, 0, False), (0, way_out, 2, 3, True),
        (way_out, gate, 8, 0, False), (board.exit[0], own, 9, 0, False), (0, gate, 8, 0, True),
    ):  # fmt: skip
        assert tale.arrives((w.E_MOVE, 0, left, entered, minors, majors)) is comes


def test_seats_are_told_apart_by_letter_and_colour() -> None:
    tones = scenery().tones
    assert len({tone.letter for tone in tones}) == len({tone.disc for tone in tones}) == len(COLOURS) == 6
