"""Laws of every game of Ant Wars: nothing is lost or doubled, events tell it all.

Every game and battle ends.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.rounds import play_game
from marchsim.games.antwars.rules.parameters import PARAMETERS
from marchsim.games.antwars.table.inspection import audit
from marchsim.kernel.columns import Watcher
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.rules.parameters import Parameter
from marchsim.tabletop.telling.narrator import events_of
from tests.antwars.retold import Retold
from tools import antgames

pytestmark = pytest.mark.both
NAMES = st.lists(st.sampled_from((*antgames.FROZEN, *antgames.PLANS)), min_size=6, max_size=6)
FEW = settings(max_examples=8, deadline=None, derandomize=True, database=None)
LIMITS = {"decisions_most": 20000}


class Auditor(RoundEnd):
    """Recounts everything at the end of each round."""

    def __init__(self) -> None:
        self.wrong: list[str] = []

    def ended(self, g: Play) -> None:
        """Recount, now and then and at the end; after the battles nobody has a threat left."""
        if g.s.round % 7 != 2 and g.s.phase != w.OVER:
            return
        self.wrong += audit(g)
        self.wrong += [
            f"a threat to {seat} is left in {area}"
            for seat in range(g.s.players)
            for area in range(g.board.areas)
            if g.s.here[seat * w.AREAS + area] and g.figures.threatened(seat, area) and armed(g, area)
        ]


def armed(g: Play, area: int) -> bool:
    """Return whether anybody in an area rolls dice; who rolls none threatens for ever (ATF-12)."""
    return any(g.figures.dice_in(seat, area) for seat in range(g.s.players))


class Cycles(Watcher):
    """Notes the most cycles of a battle."""

    def __init__(self) -> None:
        self.most = 0

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Note the most cycles of a battle."""
        if kind == w.E_CYCLE:
            self.most = max(self.most, a)


def watched(overlay: dict[str, object], players: int, deal: int, names: list[str]) -> tuple[Play, Auditor]:
    """Play a game under an auditor's eyes."""
    g = antgames.deal_out(antgames.table(overlay, players), deal, names[:players])
    auditor, cycles = Auditor(), Cycles()
    g.events.watcher = cycles
    play_game(g, auditor)
    assert cycles.most < 200
    return g, auditor


@pytest.mark.rule("ATR-03", "ATD-08", "ATC-04", "ATE-04")
@FEW
@given(way=st.sampled_from(antgames.ways()), deal=st.integers(0, 10**6), names=NAMES)
def test_nothing_is_lost_and_events_tell_all(way: tuple[str, int], deal: int, names: list[str]) -> None:
    """Ants, pieces, tiles and animals, in every way of playing.

    A game told by its events is the same game.
    """
    g, auditor = watched({"preset": way[0]}, way[1], deal, names)
    assert auditor.wrong == []
    assert Retold(events_of(g.events.rows)).differences(g) == []
    assert g.s.phase == w.OVER and g.s.round <= g.rules.rounds


def value(parameter: Parameter) -> st.SearchStrategy[object]:
    """Return any value that a parameter may have; rounds stay few, so that tests do."""
    if parameter.type == "choice":
        return st.sampled_from(parameter.choices)
    high = min(parameter.high, 12) if parameter.name == "rounds" else parameter.high
    return st.booleans() if parameter.type == "bool" else st.integers(parameter.low, high)


WILD = st.fixed_dictionaries(
    {},
    optional={
        name: value(known) for name, known in PARAMETERS.items() if name not in ("decisions_most", "layout")
    },
)


@settings(max_examples=14, deadline=None, derandomize=True, database=None)
@given(rules=WILD, players=st.integers(2, 6), deal=st.integers(0, 10**6), names=NAMES)
def test_the_laws_hold_under_wild_rules(
    rules: dict[str, object], players: int, deal: int, names: list[str]
) -> None:
    """Whatever each parameter says, nothing is lost and the game ends."""
    g, auditor = watched({"rules": {"rounds": 6, **rules}}, players, deal, names)
    assert auditor.wrong == []
    assert Retold(events_of(g.events.rows)).differences(g) == []
    assert g.s.phase == w.OVER


@pytest.mark.slow
@settings(max_examples=1000, deadline=None, database=None)
@given(rules=WILD, players=st.integers(2, 6), deal=st.integers(0, 10**6), names=NAMES)
def test_a_thousand_wild_rulesets(
    rules: dict[str, object], players: int, deal: int, names: list[str]
) -> None:
    """The same at length."""
    g, auditor = watched({"rules": rules}, players, deal, names)
    assert auditor.wrong == [] and g.s.phase == w.OVER


@pytest.mark.slow
def test_fifty_thousand_random_games_end() -> None:
    """For 2 to 6 players; none is void."""
    for players in antgames.PLAYERS:
        session = antgames.table({"preset": "standard"}, players)
        for deal in range(10_000):
            outcome = antgames.play(
                session, deal, antgames.line_up(("random", "rover", "marauder"), players, deal)
            )
            assert not outcome.void, outcome.fault


def test_lists_of_options_stay_short() -> None:
    """The longest is that of the actions: a few hundred at most, in games of plans and of chance."""
    longest = 0

    class Ears(Watcher):
        def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
            nonlocal longest
            longest = max(longest, g.table.n)

    for deal in range(4):
        g = antgames.deal_out(antgames.table({"preset": "dealt"}, 6), deal, ["rover"] * 6)
        g.events.watcher = Ears()
        play_game(g, RoundEnd())
    assert 20 < longest < 256


def test_every_event_is_seen() -> None:
    """Plans and chance together meet each kind of event; nothing is recorded that never happens."""
    seen: set[int] = set()
    rules = {"queenless": "removed", "famine": 12, "famine_life": 3, "upkeep": 6, "unload": "forage"}
    for deal in range(3):
        for overlay in ({"preset": "dealt"}, {"rules": rules}):
            g, _ = watched(
                overlay, 4, deal, [*antgames.line_up(("marauder", "rusher", "turtle"), 4, deal), "", ""]
            )
            seen |= {event[0] for event in events_of(g.events.rows)}
    assert {name for name, number in vars(w).items() if name.startswith("E_") and number not in seen} == set()


def test_the_sources_play_what_this_process_plays() -> None:
    """Interpreted in a process of its own, whatever the hash seed, against the games of this process."""
    root = Path(__file__).resolve().parents[2]
    environment = {"MARCHSIM_PURE": "1", "PYTHONHASHSEED": "7", "PATH": "/usr/bin:/bin"}
    told = subprocess.run(
        [sys.executable, "-m", "tools.antgames", "1"], capture_output=True, text=True, check=True,
        cwd=root, env=environment,
    )  # fmt: skip
    assert told.stdout.splitlines() == antgames.lines(1)
    assert not any("void" in line for line in antgames.lines(1))
