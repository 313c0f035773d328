"""What the score of an option is made of: the terms that the heuristic adds up, each by a name.

It calls the very functions that the score is added from, so that what it says is what is thought. Terms
are hundredths of a colony point and sum to the score; what no term here stands for is shown as `other`
(tests want none). A score that is one thing has no parts.
"""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.appraisal import (
    body_worth,
    evolution_worth,
    gains_worth,
    keep,
    new_goal_worth,
    price,
    worth,
)
from marchsim.games.march.players.heuristic.colonies import (
    CHANCE_EVENT,
    CHANCE_STEPS,
    GIFT,
    free_worth,
    journey_worth,
    laid_worth,
)
from marchsim.games.march.players.heuristic.hunting import Hunt, hunting_worth
from marchsim.games.march.players.heuristic.mind import Heuristic
from marchsim.games.march.players.heuristic.plans import (
    Steps,
    forage_cards,
    forage_gift,
    march_steps,
    mover,
    place_worth,
    rest_food,
    rest_last,
    spend,
    steps_worth,
    tile_worth,
    unknown_tile,
    way_out,
)
from marchsim.games.march.players.heuristic.scene import Scene
from marchsim.games.march.players.heuristic.weighted import AT_ONCE
from marchsim.games.march.players.heuristic.weights import (
    W_ANT,
    W_EVENT,
    W_EXPLORE,
    W_FEROCITY,
    W_FORAGE,
    W_HARM,
    W_MARCH,
    W_PLAY,
    W_REST,
)
from marchsim.games.march.words import (
    EVENT,
    EVOLUTION,
    GOAL,
    O_CHAMBER,
    O_DANCE,
    O_EXPLORE,
    O_FORAGE,
    O_JOURNEY,
    O_LARVA,
    O_MARCH,
    O_PASS,
    O_PLAY,
    O_REST,
    SOLDIER,
    TILE_CONTEXT,
    code_of,
    part,
)

Part = tuple[str, int]
Parts = list[Part]


def parts(mind: Heuristic, view: View, hook: str, choice: int, score: int) -> Parts:
    """Return the terms of a score that a heuristic gave to an option of a question, none if it is one thing.

    The mind must have looked at this view last.
    """
    scene = mind.look(view)
    explain = REASONS.get(hook)
    found = explain(scene, view, choice) if explain else []
    found = [(what, value) for what, value in found if value != 0]
    left = score - sum(value for _, value in found)
    if left != 0 and hook == "step" and scene.wary:
        return []  # a step of a hunt, which is rated as a whole
    if found and left != 0:
        found.append(("other", left))
    return found if len(found) > 1 else []


# the Worker Phase -------------------------------------------------------------
def action(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of an action."""
    code = code_of(choice)
    if code == O_PLAY:
        last = -e.card_price if e.left <= 1 else 0
        card = part(choice, 0)
        return [
            *card_parts(e, card), ("what pays for it", -price(e, card)), ("weight play", e.w[W_PLAY]),
            ("a card less at the end", last),
        ]  # fmt: skip
    food = ("the food it costs", -spend(e))
    if code == O_EXPLORE:
        tile, way = unknown_tile(e), way_out(e)
        room = ("room that the Horde takes", e.room)
        way_there = ("from the best place", way)
        return [("a tile as they come", tile), way_there, room, *weight(e, "explore", W_EXPLORE), food]
    if code == O_MARCH:
        steps = march_steps(e)
        hunt = hunting_worth(e, Hunt(), steps) if e.wary else 0
        best = ("best steps", steps_worth(e, Steps(), steps))
        return [best, ("a hunt of centipedes", hunt), *weight(e, "march", W_MARCH), food]
    if code == O_FORAGE:
        gift = ("larvae for the others", -forage_gift(e))
        return [("new cards", forage_cards(e)), gift, *weight(e, "forage", W_FORAGE), food]
    if code == O_REST:
        larvae = ("larvae", e.rules.rest_larvae * e.larva_price)
        horde = ("the card of the Horde that follows", e.omen)
        waiting = ("food while others take turns", rest_food(e))
        begins = ("to begin the next round", rest_last(e))
        return [larvae, horde, waiting, begins, *weight(e, "rest", W_REST)]
    return species_action(e, code)


def species_action(e: Scene, code: int) -> Parts:
    """Return the terms of an action of the Primitive Species."""
    food = ("the food it costs", -spend(e))
    if code == O_DANCE:
        gift = (GIFT * (e.view.players - 1) * e.w[W_HARM]) // 100
        event = (CHANCE_EVENT * e.w[W_EVENT]) // 100
        return [
            ("an event as they come", event),
            ("steps", CHANCE_STEPS),
            ("larvae for the others", -gift),
            food,
        ]
    if code == O_JOURNEY:
        hexes = journey_worth(e) - 2 * e.w[W_EXPLORE] + spend(e)
        return [("new hexes for one left", hexes), ("weight explore, twice", 2 * e.w[W_EXPLORE]), food]
    return []


def weight(e: Scene, name: str, index: int) -> Parts:
    """Return the term of a weight that is added as it stands."""
    return [(f"weight {name}", e.w[index])]


def card_parts(e: Scene, card: int) -> Parts:
    """Return the terms of what playing a card brings (appraisal.worth)."""
    kind = e.kit.kind[card]
    if kind == EVOLUTION:
        bodies = body_worth(e, e.kit.section[card])
        return [("in play to the end", evolution_worth(e, card) - bodies), ("for complete bodies", bodies)]
    if kind == GOAL:
        return [("its bonus", gains_worth(e, card)), ("as a goal", new_goal_worth(e, card))]
    assert kind == EVENT
    return [("what it does", worth(e, card))]


def step(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a step: what the ant or larva may gain, and what it leaves."""
    code = code_of(choice)
    if code == O_PASS:
        return []
    steps = view.context(0) - 1
    if code == O_LARVA:
        to = part(choice, 0)
        return [("what it may reach" if steps > 0 else "there", reached(e, to, steps)), larva_price(e)]
    hexno, to = part(choice, 0), part(choice, 2)
    if to == hexno:
        return []
    near = steps > 0 and e.aim[to] != hexno
    gain = ("what it may reach", reached(e, to, steps)) if near else ("there", e.more(to, 1))
    return [gain, ("leaving its place", -e.leave(hexno, part(choice, 1))), ("the effort", -2)]


def reached(e: Scene, hexno: int, steps: int) -> int:
    """Return what an ant in a hex may gain with so many steps left."""
    return e.reach[hexno] if steps > 0 else e.more(hexno, 1)


def larva_price(e: Scene) -> Part:
    """Return the term of a larva that becomes an ant, which has to be fed."""
    return ("a larva for an ant to be fed", -(e.larva_price + e.upkeep - e.w[W_ANT]))


def place(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a place to explore: the tile there, the ant that goes, the neighbours."""
    tile, hexno, edge = view.context(0), part(choice, 0), part(choice, 1)
    there, left = tile_worth(e, tile, e.is_inner(hexno, edge)), mover(e, hexno)
    beside = place_worth(e, tile, hexno, edge) - there + left
    return [("the tile", there), ("leaving its place", -left), ("its neighbours", beside)]


def emerge(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a larva that becomes an ant."""
    if code_of(choice) == O_PASS:
        return []
    most = min(max(view.context(0), 2), e.force)
    return [("an ant there", e.more(part(choice, 0), most)), larva_price(e)]


def bring(e: Scene, to: int, choice: int) -> Parts:
    """Return the terms of an ant that is moved to a hex."""
    if code_of(choice) == O_PASS:
        return []
    left = e.leave(part(choice, 0), part(choice, 1))
    return [("an ant there", e.more(to, AT_ONCE)), ("leaving its place", -left)]


def move_in(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of an ant that moves into an explored hex."""
    return bring(e, view.context(0), choice)


def gather(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of an ant that an effect moves, or calls back."""
    if view.context(1) >= 0:
        return bring(e, view.context(1), choice)
    if code_of(choice) == O_PASS:
        return []
    left = e.leave(part(choice, 0), part(choice, 1))
    return [
        ("a larva that is not fed", e.larva_price + e.upkeep),
        ("leaving its place", -left),
        ("the effort", -5),
    ]


def inhabit(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a site: what it yields, and control."""
    hexno, site = part(choice, 0), part(choice, 1)
    control = e.control(hexno) if site == 0 else 0
    return [("what it yields", e.worth(hexno, site) - control), ("control", control)]


# cards --------------------------------------------------------------------------
def pay(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a payment: the larva, or the ant, its food and its place."""
    if code_of(choice) == O_CHAMBER:
        return []
    left = e.leave(part(choice, 0), part(choice, 1))
    return [("not to be fed", e.upkeep), ("weight ant", -e.w[W_ANT]), ("leaving its place", -left)]


def discard(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a card that is given away (appraisal.keep), each against it."""
    if code_of(choice) == O_PASS:
        return []
    card = part(choice, 0)
    fierce = e.kit.ferocity[card] * e.w[W_FEROCITY]
    final = e.left <= 1 and e.phase >= SOLDIER
    last = e.card_price if e.left <= 1 else 0
    if final:
        fierce //= 4
    return [
        ("its ferocity", -fierce),
        ("playing it", fierce + last - keep(e, card)),
        ("a card at the end", -last),
    ]


def free_card(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of a card that an effect lets play."""
    if code_of(choice) == O_PASS:
        return []
    card = part(choice, 0)
    paid = view.context(0) >= TILE_CONTEXT
    return [*card_parts(e, card), ("what pays for it", -price(e, card) if paid else 0)]


def evolve(e: Scene, view: View, choice: int) -> Parts:
    """Return the terms of an evolution of Double Spliced Genes."""
    if code_of(choice) == O_PASS:
        return []
    card = part(choice, 0)
    free = view.context(1) > 0
    follows = free_worth(e, card) if not free and view.marker == e.seat else 0
    laid = ("in play", laid_worth(e, card, part(choice, 1) > 0))
    return [laid, ("what pays for it", 0 if free else -price(e, card)), ("what may follow it", follows)]


REASONS: dict[str, Callable[[Scene, View, int], Parts]] = {
    "action": action,
    "step": step,
    "place": place,
    "move_in": move_in,
    "gather": gather,
    "emerge": emerge,
    "inhabit": inhabit,
    "pay": pay,
    "discard": discard,
    "exchange_card": discard,
    "free_card": free_card,
    "evolve": evolve,
}
