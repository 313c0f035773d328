"""A warrior written from the rulebook and the public view alone: it gathers, and strikes who has acted."""

from marchsim.games.antwars import words as w
from marchsim.games.antwars.players import Strategy

FAR, ARMY, BLOW, KEPT = 99, 12, 1.1, 3


class Warrior(Strategy):
    """It keeps a chain from nest to exit, searches near it, and marches with fourteen dice."""

    def __init__(self):
        super().__init__()
        self.send, self.goal = (0, 0), -1

    # what lies where ------------------------------------------------------------
    def ants(self, view, seat, area):
        """Return Minors, Majors and Queens of a colony in an area."""
        at = seat * w.AREAS + area
        return view.minors[at], view.majors[at], view.queens[at]

    def foes(self, view, area):
        """Return the dice of all others in an area."""
        dice = view.figures.dice_in
        return sum(dice(s, area) for s in range(view.players) if s != view.seat) + 3 * view.spider[area]

    def steps(self, view, goal):
        """Return how far each area is from a goal, counting a crowd of foes on the way as steps."""
        found, heap = {goal: 0}, [goal]
        while heap:
            heap.sort(key=lambda area: -found[area])
            area = heap.pop()
            more = 1 + (self.foes(view, area) // 4 if area != goal else 0)
            for at in range(area * w.NEAR, area * w.NEAR + view.board.near_n[area]):
                other = view.board.near[at]
                if view.figures.passes(other, area) and found.get(other, FAR) > found[area] + more:
                    found[other] = found[area] + more
                    heap.append(other)
        return found

    def acted(self, view, seat):
        """Return whether a colony has had its turn of this round."""
        k = view.players
        return (seat - view.first) % k < (view.seat - view.first) % k

    def areas(self, view):
        """Return the areas with own ants."""
        at = view.seat * w.AREAS
        return [area for area in range(view.board.areas) if view.here[at + area] > 0]

    def chain(self, view):
        """Return the places that keep an ant, so that all stay joined: nest to exit, and the Pantry."""
        board, me = view.board, view.seat
        nest = [view.queen_at[me * w.QUEENS + i] for i in range(w.QUEENS)]
        home = {board.place(me, w.HALL), board.place(me, w.STORE), board.gate[me], board.exit[me]}
        return home | {area for area in nest if area >= 0}

    def spare(self, view, area, chain):
        """Return the Minors and Majors that may leave an area."""
        minors, majors, queens = self.ants(view, view.seat, area)
        if area not in chain:
            return minors, majors
        keep = KEPT if queens else 1
        return max(0, minors - keep), majors if minors >= keep else max(0, majors - keep)

    def peril(self, view):
        """Return the most dice of a foe in an area within four steps of the exit."""
        way = self.steps(view, view.board.exit[view.seat])
        near = [area for area in range(view.board.foraging) if way.get(area, FAR) <= 4]
        others = [seat for seat in range(view.players) if seat != view.seat]
        return max(view.figures.dice_in(seat, area) for seat in others for area in near)

    # the army -------------------------------------------------------------------
    def army(self, view, chain):
        """Return where most dice stand that may leave, and how many they are."""
        found = [(m + 2 * j, area) for area in self.areas(view) for m, j in [self.spare(view, area, chain)]]
        return max(found, default=(0, -1))

    def prey(self, view, area):
        """Return the Queen to march on: where she is, the dice that she asks for, and the way to her."""
        best = (FAR, -1, 0, {})
        for seat in range(view.players):
            for at in range(seat * w.QUEENS, (seat + 1) * w.QUEENS):
                there = view.queen_at[at]
                if seat == view.seat or there < 0:
                    continue
                target = there if view.open[seat] or view.board.home[there] != seat else view.board.exit[seat]
                way = self.steps(view, target)
                need = BLOW * view.queen_life[at] / 3.5 + 0.5 * self.foes(view, there)
                price = way.get(area, FAR) + need / 2
                if price < best[0]:
                    best = (price, target, need, way)
        return best[1:]

    # actions --------------------------------------------------------------------
    def _pick_action(self, view):
        """Take the option that is worth most."""
        chain = self.chain(view)
        dice, stack = self.army(view, chain)
        hunt = self.prey(view, stack) if dice >= ARMY - 2 else None
        rated = [(self.rate(view, view.option(i), chain, dice, stack, hunt), i) for i in range(view.n)]
        (_, self.send, self.goal), index = max(rated, key=lambda one: (one[0][0], -one[1]))
        return index

    def rate(self, view, option, chain, dice, stack, hunt):
        """Return what an action is worth, who goes, and where to."""
        code, area, second = w.code_of(option), w.part(option, 0), w.part(option, 1)
        me, board = view.seat, view.board
        store, way_out = board.place(me, w.STORE), board.exit[me]
        if code == w.O_FORAGE:
            lies = sum(view.loose_n[own] for own in self.areas(view))
            return 70 if lies >= 4 else 34, (0, 0), -1
        if code == w.O_TRANSFORM and second == w.ENTRANCE:
            shut = self.peril(view) >= 6
            return (95 if shut == bool(view.open[me]) else -1), (0, 0), -1
        if code not in (w.O_EXPLORE, w.O_MOBILIZE):
            return {w.O_HATCH: 92, w.O_STOP: 0}.get(code, -1), (0, 0), -1
        minors, majors = self.spare(view, area, chain)
        if code == w.O_EXPLORE:
            if second in chain and minors + majors > 0:
                return 90, (minors, majors) if second != store else (min(minors, 1), minors == 0), -1
            if area == stack and hunt is not None:
                return self.march(view, area, second, dice, hunt), (minors, majors), -1
            way, loads = self.steps(view, way_out), view.loaded[me * w.AREAS + area]
            if loads and area not in chain:
                nearer = way.get(second, FAR) < way.get(area, FAR)
                return (64 if nearer else -1), self.ants(view, me, area)[:2], -1
            if view.figures.unsearched(me, second) and minors and not self.foes(view, second):
                far = way.get(second, FAR)
                return 50 - 9 * far + (area == way_out), (min(minors, 4), 0), -1
            return -1, (0, 0), -1
        if view.loaded[me * w.AREAS + area] and area != store:
            return 65, self.ants(view, me, area)[:2] if area not in chain else (minors, majors), store
        if hunt is None and area != way_out and minors + majors >= 3 and area in chain:
            return 40, (minors, majors), way_out
        if hunt is not None and area != stack and minors + majors >= 3 and board.home[area] == me:
            return 30, (minors, majors), way_out
        if hunt is None and area not in chain and not view.loaded[me * w.AREAS + area]:
            return 25, (minors, majors), way_out
        return -1, (0, 0), -1

    def march(self, view, area, second, dice, hunt):
        """Return what a step of the army is worth: near, but in only at the moment and with enough dice."""
        goal, need, way = hunt
        here, there = way.get(area, FAR), way.get(second, FAR)
        queens = [s for s in range(view.players) if s != view.seat and self.ants(view, s, goal)[2]]
        if there >= here or (dice < ARMY and here > 3):
            return -1
        if there <= 1 and queens:
            ready = dice >= need and all(self.acted(view, s) for s in queens)
            return 99 if ready and (there == 0 or view.left > 1) else -1
        return 85 if self.foes(view, second) < dice / 2 else -1

    # who goes, and small things -------------------------------------------------
    def counted(self, view, wanted):
        """Return the option of the number nearest to what is wanted."""
        return min(range(view.n), key=lambda i: abs(w.part(view.option(i), 0) - wanted))

    def _pick_minors(self, view):
        """Send as many Minors as planned."""
        return self.counted(view, self.send[0])

    def _pick_majors(self, view):
        """Send as many Majors as planned."""
        return self.counted(view, self.send[1])

    def _pick_queens(self, view):
        """Queens stay."""
        return self.counted(view, 0)

    def _pick_hatch(self, view):
        """Hatch all."""
        return self.counted(view, FAR)

    def _pick_target(self, view):
        """Go where it was meant, or as near as can be."""
        way = self.steps(view, self.goal) if self.goal >= 0 else {}
        return min(range(view.n), key=lambda i: way.get(w.part(view.option(i), 0), FAR))

    def _pick_found(self, view):
        """Take what the colony eats."""
        worth = [view.figures.worth(view.seat, w.part(view.option(i), 0)) for i in range(view.n)]
        return worth.index(max(worth))

    def _pick_forage(self, view):
        """Take everything, or else a piece."""
        codes = [w.code_of(view.option(i)) for i in range(view.n)]
        return codes.index(w.O_ALL) if w.O_ALL in codes else 0

    def _pick_aim(self, view):
        """Aim at a Queen, else at the Majors, else at whatever comes first."""
        order = {w.QUEEN: 0, w.MAJOR: 1, w.MINOR: 2}
        return min(range(view.n), key=lambda i: order.get(w.part(view.option(i), 1), 3))

    def otherwise(self, view):
        """Answer by the method of the question; else stop, so that nobody raids on, or take the first."""
        pick = getattr(self, f"_pick_{w.QUESTIONS[view.question][0]}", None)
        if pick is not None:
            return pick(view)
        return max(range(view.n), key=lambda i: (w.code_of(view.option(i)) == w.O_STOP, -i))
