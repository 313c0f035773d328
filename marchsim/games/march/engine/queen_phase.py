"""The Queen Phase except the Harvest: abdomens, feeding, the Royal Decree, Slumber. Implements QUE."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.goals import goal_points
from marchsim.games.march.engine.harvest import harvest
from marchsim.games.march.engine.horde import horde_slumber
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, lose_anywhere, settle, walk
from marchsim.kernel.compat import i64


def queen_phase(g: Play) -> None:
    """Resolve abdomens, Harvest, feeding, Royal Decree and Slumber, each clockwise from the marker."""
    s = g.s
    g.begin_phase(w.QUEEN)
    for index in range(s.players):
        abdomen_begins(g, clockwise(g, s.marker, index))
    harvest(g)
    for index in range(s.players):
        feed(g, clockwise(g, s.marker, index))
    settle(g, s.marker)
    if s.round <= g.rules.rounds - g.rules.rounds_without_decree:
        for index in range(s.players):
            decree(g, clockwise(g, s.marker, index))
    slumber(g)


def abdomen_begins(g: Play, seat: i64) -> None:
    """Resolve a player's top abdomen at the start of the phase, then fill sites (QUE-01, SOL-05)."""
    s = g.s
    abdomen = s.top(seat, w.ABDOMEN)
    if abdomen < 0:
        return
    card = g.cards[abdomen]
    g.draw_cards(seat, card.queen_draw, w.of_card(abdomen))
    if card.queen_ant_steps > 0:
        walk(g, seat, card.queen_ant_steps, False, False, w.NONE)
    if card.queen_points > 0 and g.figures.tiles_inhabited(seat) >= card.need_inhabited:
        g.score(seat, card.queen_points, w.BY_CARDS, w.of_card(abdomen))
    if isinstance(card, ActiveCard):
        card.queen_phase_begins(g, seat)
    settle(g, s.marker)


# feeding ---------------------------------------------------------------
def feed(g: Play, seat: i64) -> None:
    """Feed a player's ants with food, then larvae. Destroy those that remain unfed (QUE-04, QUE-05)."""
    s = g.s
    total = g.figures.mouths(seat, True)
    rate = g.figures.feed_rate(seat)
    food = min(g.figures.food_due(seat, True), s.food[seat])
    unfed = max(total - rate * food, 0)
    fed = min(s.larvae[seat] // g.rules.unfed_larvae, unfed)
    larvae = fed * g.rules.unfed_larvae
    g.events.add(w.E_FEED, seat, total, rate, food, larvae)
    g.lose_food(seat, food, w.WHY_FEED)
    g.lose_larvae(seat, larvae, w.WHY_FEED)
    if unfed > fed:
        g.events.add(w.E_STARVE, seat, unfed - fed, 0, 0, 0)
        lose_anywhere(g, seat, unfed - fed, w.WHY_STARVED, False)


def decree(g: Play, seat: i64) -> None:
    """Let a player's queen produce food or larvae (QUE-07, PRI-01)."""
    g.table.open(0, 0, 0, 0)
    g.table.offer(w.O_FOOD)
    g.table.offer(w.O_LARVAE)
    food = g.figures.decree_food(seat, True)
    larvae = g.figures.decree_larvae(seat, True)
    if g.table.choose(seat, w.Q_DECREE) == w.O_FOOD:
        g.events.add(w.E_DECREE, seat, food, 0, 0, 0)
        g.gain_food(seat, food, w.WHY_DECREE)
    else:
        g.events.add(w.E_DECREE, seat, 0, larvae, 0, 0)
        g.gain_larvae(seat, larvae, w.WHY_DECREE)


# Slumber ----------------------------------------------------------------
def slumber(g: Play) -> None:
    """Score the Inner Meadow and the Colony Goals of all players at once (QUE-08, QUE-09, QUE-12)."""
    s = g.s
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        g.score(seat, g.rules.inner_points * g.figures.inner_scoring(seat), w.BY_INNER)
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        for i in range(s.goal_n[seat]):
            goal = s.goal[seat * w.CARDS + i]
            g.score(seat, goal_points(g, seat, goal), w.BY_GOALS, w.of_card(goal))
    if g.rules.horde > 0:
        horde_slumber(g)
