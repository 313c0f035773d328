"""A game of March on the page: each frame shows what the engine has at that event; the page stays small."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from marchsim.games.march.naming import Names, hex_look, seat_look, table_look
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling import board
from marchsim.games.march.telling.story import Story
from marchsim.games.march.words import OVER, SPECIES_IDS, SPECIES_NAMES
from marchsim.studies.play import play
from marchsim.tabletop import hexes
from tools import games, golden, watched
from tools.watched import Camera

FEW = [("standard", 3), ("long", 5), ("primitive", 4), ("coop", 3), ("solo", 1), ("first-game", 2)]


def position(session: MarchSession, names: Names) -> dict[str, Any]:
    """Return how a game stands by the words in which scenarios are written."""
    g = session.g
    assert g is not None
    laid = [int(g.s.laid[index]) for index in range(g.s.laid_n)]
    places = {hexno: (int(g.s.column[hexno]), int(g.s.row[hexno])) for hexno in laid}
    return {
        "hexes": {names.hexes[hexno]: (places[hexno], hex_look(g, names, hexno)) for hexno in laid},
        "seats": [seat_look(g, names, seat) for seat in range(len(names.players))],
        "table": table_look(g, names),
        "over": g.s.phase == OVER,
    }


def filmed(preset: str, players: int, deal: int, uses: Sequence[str]) -> tuple[watched.Page, Camera]:
    """Play a game and return its page, and what was seen."""
    session = games.table({"preset": preset}, players)
    camera = Camera(lambda: position(session, story.names))
    story = Story(session, uses, camera)
    return camera.shoot(story, "March", lambda: games.play(session, deal, uses)), camera


def agrees(found: watched.Page, camera: Camera) -> None:
    """Hold every frame of a page against the engine's position at its event."""
    assert found.story == camera.texts
    names = camera.story.names
    ids = dict(zip(names.cards, names.ids, strict=True))
    species = dict(zip(SPECIES_NAMES, SPECIES_IDS, strict=True))
    for frame, (state, wanted) in enumerate(zip(found.states, camera.positions, strict=True)):
        table = wanted["table"]
        assert state.get("o", table.horde_score) == table.horde_score
        assert found.words(state["f"])[0] == f"deck {len(table.deck)}"
        same_board(found.board(frame), wanted["hexes"], table.intruders)
        for seat, look in enumerate(wanted["seats"]):
            lists, signs = found.lists(frame, seat), found.words(state[f"t{seat}"])
            assert state[f"s{seat}"] == look.score
            assert state[f"n{seat}"] == [look.food, look.larvae, look.army, len(look.hand)]
            assert [ids[card] for card in lists["hand"]] == look.hand
            assert [ids[card] for card in lists["goals"]] == look.goals
            for section in ("head", "thorax", "abdomen"):
                assert [ids[card] for card in reversed(lists[section])] == getattr(look, section)
            assert [species[name] for name in lists["species"]] == [look.species] * (look.species != "common")
            assert ("rested" in signs) == look.rested
            assert ("has the marker" in signs) == (look.name == table.marker and not wanted["over"])


def same_board(found: dict[str, Any], wanted: dict[str, Any], intruders: int) -> None:
    """Hold the board of a frame against the hexes of the position."""
    assert found.keys() == wanted.keys()
    for name, (at, look) in wanted.items():
        (x, y), places = found[name]
        assert (x, y) == tuple(round(value, 1) for value in hexes.middle(*at, 100.0))
        sites = {key.split("site ")[1]: words for key, words in places.items() if "site " in key}
        assert sites == {site: [owner or "vacant"] for site, owner in look.sites.items()}
        crowd = places.get("outskirts", places.get("inside", ["nobody"]))[0]
        assert crowd == (", ".join(f"{n} {player}" for player, n in look.out.items()) or "nobody")
        tokens = ["wormhole"] * look.wormhole + ["centipede"] * look.centipede
        assert places.get("token", []) == tokens
        assert places.get("control", [""]) == [look.control]
        entered = f"{intruders} centipede{'' if intruders == 1 else 's'}"
        assert places.get("entered", []) == ([entered] if intruders and name == "Great Tunnel" else [])


@pytest.mark.parametrize(("preset", "players"), FEW)
def test_every_frame_is_the_engines_position(preset: str, players: int) -> None:
    """Board, scores, stores, cards and signs of each frame are those of the state at its event."""
    found, camera = filmed(preset, players, 1, games.line_up(golden.line_ups("march")[golden.MIXED], players))
    agrees(found, camera)
    assert len(found.states) > 20


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), games.ways())
def test_every_frame_of_the_golden_games_is_the_engines_position(preset: str, players: int) -> None:
    """They are the golden games: what is filmed has the digests that are written down."""
    for name, entry in golden.written(preset, players)["games"].items():
        words, deal = name.rsplit(" ", 1)
        shift = int(deal) if words == golden.MIXED else 0
        found, camera = filmed(
            preset, players, int(deal), games.line_up(golden.line_ups("march")[words], players, shift)
        )
        assert camera.digest == entry["digest"]
        agrees(found, camera)


def test_the_last_frame_has_the_recorded_scores(folder: Path) -> None:
    played = play(("warlord", "forager", "explorer"), seed=2, html=folder / "game.html")
    found = watched.read((folder / "game.html").read_bytes())
    assert [found.states[-1][f"s{seat}"] for seat in range(3)] == list(played.outcome.scores)
    assert found.data["frames"][-1][0] == len(played.events)
    assert any(landmark == "battle" for _, landmark, _ in found.data["moments"])
    assert [text for _, landmark, text in found.data["moments"] if not landmark] == [played.ending[0]]


def test_everything_that_is_drawn_is_painted(folder: Path) -> None:
    """Each class of a shape on the board, of the mark around a change and of the signs has its rule."""
    play(("warlord", "forager"), seed=2, html=folder / "game.html")
    found = watched.read((folder / "game.html").read_bytes())
    painted = set(re.findall(r"^\.drawn \.(\w+)\{", found.of("style")[0], re.MULTILINE))
    markup = found.data["outline"] + "".join(shapes for _, _, shapes in found.data["symbols"])
    signs = {given["class"] for tag, given in found.tags if tag in ("circle", "polygon", "polyline", "text")}
    used = set(re.findall(r'class="(\w+)"', markup)) | signs
    assert used == painted and len(used) > 20


def light(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2)."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_colours_of_seats_can_be_read_on_light_and_dark_paper() -> None:
    """As text each has a contrast of 4.5 or more, and its letter on its disc of 3 or more, being large."""
    style = (resources.files("marchsim.tabletop.watching") / "templates" / "watch.css").read_text("utf-8")
    papers = re.findall(r"--(?:paper|card): (#[0-9a-f]{6})", style)
    assert len(papers) == 6
    for tone in board.scenery(horde=False).tones:
        assert min(contrast(tone.light, paper) for paper in (*papers[:2], *papers[4:])) >= 4.5, tone
        assert min(contrast(tone.dark, paper) for paper in papers[2:4]) >= 4.5, tone
        assert contrast(tone.disc, tone.ink) >= 3, tone


def test_long_games_with_all_reasons_stay_small(folder: Path) -> None:
    """Five players, the long game, every decision explained: under half of the limit of 1 MB."""
    uses = ("warlord", "opportunist", "trapper", "evolver", "warden")
    play(uses, preset="long+primitive", html=folder / "game.html", explain="all")
    assert (folder / "game.html").stat().st_size < 500_000
