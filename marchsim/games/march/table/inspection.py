"""The coverage of a game, taken from its events, and a check of its invariants at every turn.

A card is covered if it has had a chance to act. For an event, this means that it is played, and for a goal,
that its conditions hold in Slumber. An evolution must be on top at the right moment: a head when its player
battles, a thorax when its player acts or reacts, an abdomen when the Queen Phase begins. A card with code is
covered separately for each of its triggers.

`audit` recomputes a position from the sites and outskirts, the places of tiles, and the places of cards. It
reports each conserved quantity and each derived count that differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from marchsim.games.march import words as w
from marchsim.games.march.engine import queen_phase
from marchsim.games.march.engine.card import Card
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import scores as scores_in
from marchsim.games.march.table.record import EVENT_NAMES, OF_HORDE
from marchsim.games.march.table.session import MarchSession
from marchsim.tabletop import inspecting


def audit(g: Play) -> list[str]:
    """The faults of a position, in words. A correct game has none between any two events."""
    return [*cubes(g), *cards(g), *tokens(g), *meadow(g), *ants(g), *scores(g), *stores(g), *horde(g)]


def cubes(g: Play) -> list[str]:
    """Report players whose number of cubes differs from that in the rules (SET-02)."""
    s = g.s
    found = []
    for seat in range(s.players):
        total = s.supply[seat] + s.larvae[seat] + s.rest_larvae[seat] + s.army[seat]
        if total != g.rules.cubes and not (s.phase == w.SETUP and total == 0):
            found.append(f"seat {seat} has {total} cubes instead of {g.rules.cubes}")
    return found


def cards(g: Play) -> list[str]:
    """Report cards that are missing, in two places, or in the wrong deck."""
    s = g.s
    places = list(s.deck)[: s.deck_n] + list(s.discards)[: s.discards_n]
    hand, goal, evolution = list(s.hand), list(s.goal), list(s.evolution)
    for seat in range(s.players):
        places += hand[seat * w.CARDS : seat * w.CARDS + s.hand_n[seat]]
        places += goal[seat * w.CARDS : seat * w.CARDS + s.goal_n[seat]]
        for at in range(seat * 3, seat * 3 + 3):
            places += evolution[at * w.CARDS : at * w.CARDS + s.evolution_n[at]]
            shown = places[-1] if s.evolution_n[at] > 0 and s.muted[at] == 0 else w.NONE
            if s.topmost[at] != shown:
                return [f"section {at} shows card {s.topmost[at]} instead of {shown}"]
    theirs = list(s.horde_deck)[: s.horde_deck_n] + list(s.horde_discards)[: s.horde_discards_n]
    strays = [card for card in places if horde_card(g, card)]
    strays += [card for card in theirs if not horde_card(g, card)]
    found = [f"cards {strays} lie among those of the other side"] if strays else []
    places += [*theirs, *list(s.limbo)[: s.limbo_n]]
    if s.phase == w.SETUP and not places:
        return []
    deck = [card for card in range(g.kit.cards) if g.kit.enabled[card]]
    if sorted(places) == deck:
        return found
    return [*found, f"cards missing {_extra(deck, places)}, too many {_extra(places, deck)}"]


def horde_card(g: Play, card: int) -> bool:
    """Whether a card belongs to the Centipede Deck (HOR-01)."""
    return g.rules.horde > 0 and g.kit.centipede[card] > 0


def _extra(these: Iterable[int], those: Iterable[int]) -> list[int]:
    return sorted((Counter(these) - Counter(those)).elements())


def tokens(g: Play) -> list[str]:
    """Report tokens that are missing, in excess or in a wrong place (SET-09, MEA-06)."""
    s = g.s
    centipedes, wormholes = list(s.centipede), list(s.wormhole)
    used = sum(centipedes) + wormholes.count(2)
    found = []
    if s.tokens + used != g.rules.tokens and not (s.phase == w.SETUP and s.tokens + used == 0):
        found.append(f"{s.tokens} tokens left and {used} used instead of {g.rules.tokens}")
    for hexno in range(w.HEXES):
        printed = s.placed[hexno] > 0 and g.kit.icon[hexno] == w.WORMHOLE
        if wormholes[hexno] not in ((1,) if printed else (0, 2)):
            found.append(f"hex {hexno} has wormhole {wormholes[hexno]}")
        bare = hexno == w.TUNNEL or not s.placed[hexno]
        if centipedes[hexno] not in (0, 1) or (bare and centipedes[hexno] + wormholes[hexno]):
            found.append(f"hex {hexno} has centipede {centipedes[hexno]}, wormhole {wormholes[hexno]}")
    return found


def meadow(g: Play) -> list[str]:
    """Report faults of the map, recomputed from places and rotations (MEA-01, MEA-19)."""
    s, kit = g.s, g.kit
    laid = list(s.laid)[: s.laid_n]
    at = {(s.column[hexno], s.row[hexno]): hexno for hexno in laid}
    found = [] if len(at) == len(laid) else ["two hexes lie in one place"]
    if sorted(laid) != [hexno for hexno in range(w.HEXES) if s.placed[hexno]]:
        found.append("the hexes laid are not those placed")
    if w.GRID * w.GRID - list(s.grid).count(w.NONE) != len(laid):
        found.append("the grid holds other hexes than those laid")
    open_, beside, inner, rotation = list(s.open), list(s.beside), list(s.inner), list(s.rotation)
    for (column, row), hexno in at.items():
        mask = kit.turned(hexno, rotation[hexno])
        if hexno == w.TUNNEL:
            mask = kit.tunnel_back if g.rules.tunnel_side > 0 else kit.tunnel_front
        around = [at.get((column + q, row + r), w.NONE) for q, r in zip(w.EDGE_Q, w.EDGE_R, strict=True)]
        if s.grid[row * w.GRID + column] != hexno:
            found.append(f"hex {hexno} is not on the grid where it lies")
        if beside[hexno * 6 : hexno * 6 + 6] != around:
            found.append(f"hex {hexno} lies beside {around}")
        ways = [
            other if other >= 0 and open_[hexno * 6 + edge] and open_[other * 6 + (edge + 3) % 6] else w.NONE
            for edge, other in enumerate(around)
        ]
        if [s.joined[hexno * 6 + edge] for edge in range(w.SIDES)] != ways:
            found.append(f"tunnels join hex {hexno} to {ways}")
        if open_[hexno * 6 : hexno * 6 + 6] != [mask >> edge & 1 for edge in range(w.SIDES)]:
            found.append(f"hex {hexno} has other tunnels")
        if inner[hexno] != (w.TUNNEL in around):
            found.append(f"hex {hexno} is wrongly inside or outside the Inner Meadow")
        if s.scoring[hexno] != scores_in(s, hexno, g.rules.inner_connected):
            found.append(f"control of hex {hexno} wrongly scores or does not")
        if hexno != laid[0] and all(other == w.NONE for other in around):
            found.append(f"hex {hexno} touches no other")
    return found


def ants(g: Play) -> list[str]:
    """Report ants in a hex, filled sites and armies that differ from a recount of sites and outskirts."""
    s = g.s
    site, out, kept = list(s.site), list(s.out), list(s.ants)
    filled, crowd = list(s.filled), list(s.crowd)
    army = [0] * s.players
    found = []
    for hexno in range(w.HEXES):
        here = site[hexno * w.SITES : hexno * w.SITES + w.SITES]
        if max(here[g.kit.sites[hexno] :], default=w.NONE) >= 0:
            found.append(f"an ant stands on a site that hex {hexno} does not have")
        total = 0
        for seat in range(s.players):
            mine = out[seat * w.HEXES + hexno] + here.count(seat)
            total += mine
            army[seat] += mine
            if kept[seat * w.HEXES + hexno] != mine or out[seat * w.HEXES + hexno] < 0:
                found.append(f"seat {seat} has {mine} ants in hex {hexno}")
        if crowd[hexno] != total or filled[hexno] != w.SITES - here.count(-1):
            found.append(f"hex {hexno} holds {total} ants on {w.SITES - here.count(-1)} sites")
        if total and not s.placed[hexno]:
            found.append(f"ants stand in hex {hexno}, which does not lie")
    if army != list(s.army)[: s.players]:
        found.append(f"the armies are {army}")
    return found


def scores(g: Play) -> list[str]:
    """Report players whose colony points differ from the sum of their sources."""
    s = g.s
    points = list(s.points)
    sums = [sum(points[seat * w.SOURCES : seat * w.SOURCES + w.SOURCES]) for seat in range(s.players)]
    return [] if sums == list(s.score)[: s.players] else [f"the sources of points add up to {sums}"]


def stores(g: Play) -> list[str]:
    """Report quantities below zero."""
    s = g.s
    held = {
        "food": s.food,
        "larvae": s.larvae,
        "supply": s.supply,
        "score": s.score,
        "resting larvae": s.rest_larvae,
        "resting food": s.rest_food,
        "hand": s.hand_n,
        "evolutions": s.evolution_n,
        "goals": s.goal_n,
    }
    return [f"{name} fell below zero" for name, store in held.items() if min(store) < 0]


def horde(g: Play) -> list[str]:
    """Report faults of the Horde's points and counts.

    In a game without the Horde, any points, cards or centipedes of the Horde are faults.
    """
    s = g.s
    points = list(s.horde_points)
    found = [] if sum(points) == s.horde_score else [f"the sources of the Horde's points are {points}"]
    if min(*points, s.intruders, s.horde_deck_n, s.horde_discards_n, *s.horde_cards) < 0:
        found.append("something of the Horde fell below zero")
    if g.rules.horde == 0 and s.horde_score + s.intruders + s.horde_deck_n + s.horde_discards_n > 0:
        found.append("there is no Horde, but it has points, cards or centipedes")
    return found


# Coverage, and the check at every turn
CHECKED = (w.E_ROUND, w.E_PHASE, w.E_MARKER, w.E_END)  # as often as a turn begins
OF_SPECIES = (w.E_SPECIES, w.E_BENEATH)
PLAYED, LAID, MET, EFFECTS = "cards played", "hexes laid", "card triggers", "hex effects"
# The methods of a class of cards (moments.ActiveCard) by the moment that calls them.
EVENT_WINDOWS = ("resolve",)
BATTLE_WINDOWS = ("battle_over", "befriends_centipedes")
SOLDIER_WINDOWS = ("soldier_phase_begins", "soldier_phase_ends")
FORAGE_WINDOWS = ("forage_drops", "drop_card")
QUEEN_WINDOWS = ("queen_phase_begins",)
ALL_WINDOWS = (*EVENT_WINDOWS, *BATTLE_WINDOWS, *SOLDIER_WINDOWS, *FORAGE_WINDOWS, *QUEEN_WINDOWS)
SECTION_MOMENTS = ("in battle", "in an action", "in the Queen Phase")


def overridden(card: Card) -> tuple[str, ...]:
    """The names of the triggers that a card's class overrides."""
    if not isinstance(card, ActiveCard):
        return ()
    return tuple(name for name in ALL_WINDOWS if getattr(type(card), name) is not getattr(ActiveCard, name))


class Inspection(inspecting.Inspection):
    """Observes the games of a session (implements kernel.telling.Inspector)."""

    def __init__(self, session: MarchSession, laws: bool) -> None:
        super().__init__(EVENT_NAMES, w.E_SETUP, CHECKED, (PLAYED, MET, LAID, EFFECTS), laws)
        self.session = session
        self.kit = session.assembly.kit
        self.components = session.assembly.variant.components
        self.rules = session.assembly.variant.rules
        self.names = [card.id for card in self.components.cards]
        self.windows = [overridden(card) for card in session.assembly.cards]
        session.watcher = self

    def things(self) -> Mapping[str, tuple[str, ...]]:
        """The names of all things that can be covered, such as cards and hexes, by kind."""
        cards = [at for at, card in enumerate(self.components.cards) if card.enabled]
        tiles = [tile for tile in self.components.tiles if tile.enabled and tile.number > 0]
        return {
            PLAYED: tuple(self.names[at] for at in cards),
            MET: tuple(f"{self.names[at]}: {moment}" for at in cards for moment in self.moments(at)),
            LAID: tuple(str(tile.number) for tile in tiles),
            EFFECTS: tuple(str(tile.number) for tile in tiles if tile.amounts),
            inspecting.HAPPENED: self.happenings(self.impossible()),
        }

    def impossible(self) -> tuple[int, ...]:
        """The events that cannot happen under these rules."""
        without_horde = () if self.rules["horde"] > 0 else OF_HORDE
        return (*without_horde, *(() if self.rules.get("species", 0) > 0 else OF_SPECIES))

    def moments(self, card: int) -> tuple[str, ...]:
        """The triggers of a card that can be covered, in words."""
        section = self.kit.section[card]
        usual = SECTION_MOMENTS[section] if section >= 0 else "resolved"
        if self.components.cards[card].type == "goal":
            usual = "fulfilled"
        own = tuple(name.replace("_", " ") for name in self.windows[card] if name != "resolve")
        return (usual, *own)

    def round_now(self) -> int:
        """The round of the game in progress."""
        return int(self.session.game.s.round)

    def broken(self, kind: int) -> list[str]:
        """The faults of the game in progress, in words."""
        return audit(self.session.game)

    def note(self, kind: int, seat: int, a: int, b: int) -> None:
        """Record the cards and hexes that an event covers."""
        if kind == w.E_PLAY:
            self.found[PLAYED].add(self.names[a])
            if self.kit.kind[a] == w.EVENT:
                self.found[MET].add(f"{self.names[a]}: resolved")
        elif kind == w.E_TILE:
            self.found[LAID].add(str(a))
            if self.phase_now() == w.WORKER and not self.kit.tile_discard[a]:
                self.found[EFFECTS].add(str(a))
        elif kind == w.E_DISCARD and b == w.WHY_TILE and self.phase_now() == w.QUEEN:
            self.found[EFFECTS].update(self.thieves(seat))
        elif kind in (w.E_BATTLE, w.E_HUNT, w.E_OUTCOME):
            for fighter in (seat, a if kind == w.E_OUTCOME else w.NONE):
                self.in_force(fighter, w.HEAD, BATTLE_WINDOWS)
        elif kind in (w.E_ACTION, w.E_REACTION):
            self.in_force(seat, w.THORAX, FORAGE_WINDOWS if a == w.O_FORAGE else ())
        elif kind == w.E_PHASE:
            self.phase(a)
        elif kind == w.E_POINTS and b == w.BY_GOALS:
            self.fulfilled(seat)

    def phase_now(self) -> int:
        """The phase of the game in progress."""
        return int(self.session.game.s.phase)

    def thieves(self, seat: int) -> list[str]:
        """The hexes, by number, where a player has ants and so must discard cards in the Queen Phase."""
        ants = self.session.game.s.ants
        return [str(at) for at in range(w.HEXES) if self.kit.tile_discard[at] and ants[seat * w.HEXES + at]]

    def phase(self, phase: int) -> None:
        """Record the evolutions that act when a phase begins."""
        s = self.session.game.s
        for seat in range(s.players):
            for section in range(3):
                if phase == w.SOLDIER:
                    self.in_force(seat, section, SOLDIER_WINDOWS, usual=False)
                if phase == w.QUEEN:
                    self.in_force(seat, section, QUEEN_WINDOWS, usual=section == w.ABDOMEN)

    def fulfilled(self, seat: int) -> None:
        """Record the goals whose conditions a player fulfils when it scores for goals."""
        g = self.session.game
        for at in range(g.s.goal_n[seat]):
            goal = g.s.goal[seat * w.CARDS + at]
            if queen_phase.met(g, seat, goal):
                self.found[MET].add(f"{self.names[goal]}: fulfilled")

    def in_force(self, seat: int, section: int, windows: tuple[str, ...], usual: bool = True) -> None:
        """Record that a player's topmost evolution of a section has had a chance to act."""
        if seat < 0:
            return
        card = self.session.game.s.topmost[seat * 3 + section]
        if card < 0:
            return
        name = self.names[card]
        if usual:
            self.found[MET].add(f"{name}: {SECTION_MOMENTS[section]}")
        answered = [window for window in self.windows[card] if window in windows]
        self.found[MET].update(f"{name}: {window.replace('_', ' ')}" for window in answered)
