"""Laws of every game: nothing is lost or doubled, every counter agrees with its source, every game ends."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.games.march import words as w
from marchsim.games.march.engine.rounds import play_game
from marchsim.kernel.columns import EVENT_WIDTH
from marchsim.kernel.table import Fault, Seat
from marchsim.tabletop.recording import RoundEnd
from tools import games, wild
from tools.onlooker import Ear, Onlooker

pytestmark = pytest.mark.both
POLICIES = ("random", "first", "last", "eager")
MORE = pytest.mark.parametrize(
    "deals", [range(1, 2), pytest.param(range(3), marks=pytest.mark.slow)], ids=len
)
LINE_UPS = st.lists(st.sampled_from(POLICIES), min_size=5, max_size=5)
DEALS = st.integers(0, 10**6)
FEW = settings(max_examples=10, deadline=None, derandomize=True, database=None)


def watched(overlay: object, players: int, deal: int, names: list[str]) -> Onlooker:
    """Play a game under the eyes of an onlooker."""
    session = games.table(overlay, players)
    g = games.deal_out(session, deal, names[:players])
    onlooker = Onlooker(g)
    games.run(g)
    return onlooker


@pytest.mark.rule("SET-02", "MEA-13", "GEN-06", "END-04", "MEA-06")
@FEW
@given(way=st.sampled_from(games.ways()), deal=DEALS, names=LINE_UPS)
def test_the_laws_hold_at_every_event(way: tuple[str, int], deal: int, names: list[str]) -> None:
    """Cubes, cards, tokens, tiles, counters, scores, books and options, in every way of playing."""
    onlooker = watched({"preset": way[0]}, way[1], deal, names)
    assert onlooker.verdict() == []
    assert onlooker.g.s.phase == w.OVER
    assert onlooker.g.s.round == onlooker.g.rules.rounds


@pytest.mark.rule("PRI-02", "PRI-05", "PRI-08", "PRI-11")
@pytest.mark.parametrize("rule", ["dealt", "choose"])
@pytest.mark.parametrize("players", games.PLAYERS)
@MORE
def test_the_laws_hold_with_primitive_species(deals: range, players: int, rule: str) -> None:
    """The same with mats dealt or chosen, and enough food for their actions."""
    overlay = {"rules": {"species": rule, "starting_food": 5, "starting_cards": 4}}
    taken: Counter[int] = Counter()
    for deal in deals:
        onlooker = watched(overlay, players, deal, games.line_up(("random", "eager"), players, deal))
        assert onlooker.verdict() == []
        rows = list(onlooker.g.events.rows)
        taken.update(rows[i + 2] for i in range(0, len(rows), EVENT_WIDTH) if rows[i] == w.E_ACTION)
    assert any(taken[code] for code in (w.O_DANCE, w.O_JOURNEY, w.O_GENES, w.O_RAID))


@pytest.mark.rule("HOR-01", "HOR-09", "HOR-10")
@pytest.mark.parametrize("places", ["random", "active"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@MORE
def test_the_laws_hold_against_the_horde(deals: range, players: int, places: str) -> None:
    """The same with two decks that never mix, centipedes in the Great Tunnel and the points of the Horde."""
    overlay = {"preset": "solo" if players == 1 else "coop", "rules": {"horde_places": places}}
    for deal in deals:
        onlooker = watched(overlay, players, deal, games.line_up(("random", "eager"), players, deal))
        assert onlooker.verdict() == []
        assert onlooker.seen[w.E_MEET] > 10
        assert onlooker.seen[w.E_HORDE_END] == 1


@FEW
@given(players=st.sampled_from(games.PLAYERS), number=DEALS, names=LINE_UPS)
def test_the_laws_hold_under_any_rules(players: int, number: int, names: list[str]) -> None:
    """The same with rulesets and components drawn at random within their ranges."""
    overlay = wild.overlay(number)
    overlay["rules"]["decisions_most"] = 250
    g = games.deal_out(games.table(overlay, players), number, names[:players])
    onlooker = Onlooker(g)
    try:
        games.run(g)
    except Fault as fault:
        assert fault.reason == "limit"
    assert onlooker.verdict() == []


@pytest.mark.rule("END-03")
def test_scores_ranks_and_winners_agree() -> None:
    """Ranks follow points and then ants; the winners are those of rank 1; the events tell the same scores."""
    for players in games.PLAYERS:
        session = games.table(players=players, record="events")
        for deal in range(6):
            outcome = games.play(session, deal, games.line_up(POLICIES, players, deal))
            rows = session.take()
            ends = [row for row in rows["events"] if row[games.column("events", "event")] == w.E_END]
            score, ants = games.column("events", "a"), games.column("events", "b")
            assert [row[score] for row in ends] == list(outcome.scores)
            assert rows["seats"][:, : w.SOURCES].sum(axis=1).tolist() == list(outcome.scores)
            standing = [(int(row[score]), int(row[ants])) for row in ends]
            assert list(outcome.ranks) == [1 + sum(other > own for other in standing) for own in standing]
            assert outcome.winners == sum(1 << seat for seat, rank in enumerate(outcome.ranks) if rank == 1)


def test_every_kind_of_event_and_question_is_met() -> None:
    """The games of these tests are no desert: every event and question of some way of playing comes up."""
    events: Counter[int] = Counter()
    questions: Counter[int] = Counter()
    rich = {"species": "choose", "starting_cards": 6, "starting_food": 9}
    raiders = {**rich, "starting_ants": 9, "species_seat_0": "raiding", "species_seat_2": "raiding"}
    ways = [({}, 2), ({}, 4), ({}, 5), ({"preset": "solo"}, 1), ({"preset": "coop"}, 3)]
    ways += [({"rules": rich}, 4), ({"rules": raiders}, 5)]
    tables = [games.table(overlay, players) for overlay, players in ways]
    for deal in range(140):
        table = tables[deal % len(tables)]
        g = games.deal_out(table, deal, ["eager"] * table.players)
        g.table.listener = ear = Ear(g)
        events.update(list(games.run(g).events.rows)[::EVENT_WIDTH])
        questions += ear.asked
    assert {name for name, kind in vars(w).items() if name.startswith("E_") and kind not in events} == set()
    assert {w.QUESTIONS[number][0] for number in range(len(w.QUESTIONS)) if number not in questions} == set()


@pytest.mark.rule("CEN-02", "CEN-04")
@pytest.mark.parametrize("cards", [0, 1, 2, 4])
def test_a_centipede_draws_as_many_cards_as_the_rules_say(cards: int) -> None:
    """None too; where nothing else turns up cards, nobody silences it, and every tile laid has one."""
    off = {"enabled": False}
    tiles: dict[str, object] = {str(number): {"icon": "centipede"} for number in range(1, 26)}
    tiles["21"] = off
    overlay = {"rules": {"centipede_cards": cards}, "cards": {"tawny-crazy-head": off}, "tiles": tiles}
    events: Counter[int] = Counter()
    for deal in range(6):
        g = games.run(games.deal_out(games.table(overlay), deal, ["random"] * 4))
        events.update(list(g.events.rows)[::EVENT_WIDTH])
    assert events[w.E_HUNT] > 10
    assert events[w.E_REVEAL] == cards * events[w.E_HUNT]


def test_a_game_repeats() -> None:
    """The same deal and strategies give the same digest, in a fresh session and in a used one."""
    for players in games.PLAYERS:
        session = games.table(players=players)
        names = games.line_up(POLICIES, players)
        first = [games.play(session, deal, names) for deal in range(4)]
        again = [games.play(session, deal, names) for deal in reversed(range(4))]
        assert first == again[::-1]
        assert first[2] == games.play(games.table(players=players), 2, names)
        assert len({outcome.digest for outcome in first}) == 4


def test_every_deal_is_another() -> None:
    """Three hundred deals have three hundred set-ups."""
    session = games.table(players=3)
    opening = set()
    for deal in range(300):
        g = games.deal_out(session, deal, ["first"] * 3)
        g.table.most = 0
        with pytest.raises(Fault):
            games.run(g)
        opening.add((tuple(g.s.deck), tuple(g.s.pile), tuple(g.s.hand)))
    assert len(opening) == 300


class Nested(Seat):
    """Answers by the first option, but plays a whole other game before its 20th answer."""

    def __init__(self, inner: list[str]) -> None:
        self.left = 20
        self.inner = inner

    def answer(self, question: int) -> int:
        """Take the first option."""
        self.left -= 1
        if self.left == 0:
            g = games.deal_out(games.table(players=3), 7, ["first"] * 3)
            self.inner.append(games.run(g).events.digest())
        return 0


def test_games_share_nothing() -> None:
    """A game played in the middle of another, at the same table of numbers, leaves it as it was."""
    session = games.table(players=3)
    plain = games.play(session, 5, ["first"] * 3).digest
    inner: list[str] = []
    g = games.deal_out(session, 5, ["first"] * 3)
    for seat in range(3):
        g.table.seats[seat] = Nested(inner)
    play_game(g, RoundEnd())
    assert g.events.digest() == plain
    assert inner == [games.play(session, 7, ["first"] * 3).digest] * 3
