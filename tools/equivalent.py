"""Code mutants that cannot be noticed: function, change, and the reason why the code does the same."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str], str] = {
    (
        "met",
        "if card.need_inner > 0 and g.figures.inner_controlled(seat) < card.need_inner: -> "
        "if card.need_inner >= 0 and g.figures.inner_controlled(seat) < card.need_inner:",
    ): "no number of hexes is below 0",
    (
        "resolve_hex",
        "if g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0: -> "
        "if g.s.centipede[hexno] > 0 and g.s.crowd[hexno] >= 0:",
    ): "a centipede finds no prey where nobody stands, and nothing happens",
    (
        "friend",
        "if ruler < 0: -> if False:",
    ): "a hex without a player answers NOBODY either way, as ruler is NOBODY then",
    (
        "offer_moves",
        "options = table.room((end - first) * places) -> options = table.room((end + first) * places)",
    ): "more room than is written to changes nothing",
    (
        "journey_reactions",
        "if placed + moved > 0: -> if placed + moved >= 0:",
    ): "where nobody has moved since the last filling there is no site to fill",
    (
        "ant_battles",
        "if defender < 0: -> if False:",
    ): "a contested hex has more ants than sites, so that each site is held, the control site too",
    (
        "next_invader",
        "elif rank == best: -> elif True:",
    ): "only those of the best rank are offered, and a single option is not asked for",
    (
        "lose_anywhere",
        "ants = s.army[seat] - s.ants[seat * w.HEXES + w.TUNNEL] if tiles_only else s.army[seat] -> "
        "ants = s.army[seat] - s.ants[seat * w.HEXES - w.TUNNEL] if tiles_only else s.army[seat]",
    ): "the Great Tunnel is hex 0",
    (
        "play_reactions",
        "if reacts(g, index) and s.hand_n[other] > 0: -> if reacts(g, index) and s.hand_n[other] >= 0:",
    ): "who has no card can only pass, and a single option is not asked for",
    (
        "act",
        "if isinstance(mat, ActiveMat): -> if True:",
    ): "an action that is none of the others is a species', and a species that has one is an ActiveMat",
    (
        "before_harvest",
        "if discards[hexno] > 0 and s.placed[hexno] > 0 and inhabits(s, seat, hexno): -> "
        "if discards[hexno] > 0 or s.placed[hexno] > 0 and inhabits(s, seat, hexno):",
    ): "without a number on the tile, or without ants there, no card is due",
    (
        "BlastHead.soldier_phase_begins",
        "if g.table.n == 0: -> if False:",
    ): "only tiles with as many own ants as are destroyed are offered",
    (
        "Recorder.hexes",
        "if filled[hexno] > 0: -> if filled[hexno] >= 0:",
    ): "nobody inhabits or controls a hex on which nobody stands",
    (
        "tokens",
        "if centipedes[hexno] not in (0, 1) or (bare and centipedes[hexno] + wormholes[hexno]): -> "
        "if centipedes[hexno] not in (0, 1) or (bare and centipedes[hexno] - wormholes[hexno]):",
    ): "where both are 1 the wormhole is reported by the line before: a bare hex has no printed one",
    (
        "collect_all",
        "if abdomen >= 0: -> if abdomen > 0:",
    ): "card 0 of the box is a head",
}
