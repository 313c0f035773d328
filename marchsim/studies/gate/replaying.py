"""Tiers 0 and 1: check that the game's invariants hold, and that its fixed games are unchanged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.errors import ConfigError, MarchsimError, plural
from marchsim.kernel.telling import Inspected
from marchsim.studies.gate.baseline import Baseline
from marchsim.studies.gate.case import FAILED, PASSED, Case, Tier
from marchsim.studies.gate.fixed_games import Fixed, Happening, happenings
from marchsim.studies.gate.preparation import PreparedGate, prepare
from marchsim.studies.own_folder import differing as differs
from marchsim.studies.sitting import parting, when

BEFORE = 3  # events told before the first difference, and of each side from there on
CHECKED = 24  # games that tier 0 follows turn by turn
CHANCE = "the games also depend on a clock, chance without a seed, an imported file, or the machine"


def laws(prepared: PreparedGate, baseline: Baseline, only: int | None) -> Tier:
    """Play some of the fixed games, check the game's invariants at each turn, and count void games."""
    begun = time.monotonic()
    chosen = _chosen(baseline, only)[:CHECKED]
    faults, voids = [], []
    for at in chosen:
        fixed, inspector = prepared.table.inspected(baseline.games[at].seating, laws=True)
        where = f"game {at} ({fixed.seating.words()})"
        if fixed.void and not baseline.games[at].void:
            voids.append(f"{where}: void: {fixed.void}")
        faults += [f"{where}: {fault}" for fault in (inspector.faults if inspector else ())]
    count, again = len(chosen), prepared.command(baseline.path, "--tiers", "0")

    def case(name: str, words: str, found: list[str], what: str) -> Case:
        status, numbers = FAILED if found else PASSED, {"games": count, what: len(found)}
        return Case(0, name, status, words, tuple(found[:5]), again if found else "", numbers=numbers)

    cases = [case("no void games", f"{len(voids) or 'none'} of {count} games are void", voids, "void")]
    if isinstance(prepared.plan.game, Inspected):
        words = f"{len(faults)} positions break them" if faults else f"{count} games checked at every turn"
        cases.append(case("laws of the game", words, faults, "faults"))
    return Tier(0, count, tuple(cases) if count else (), time.monotonic() - begun)


def _chosen(baseline: Baseline, only: int | None) -> list[int]:
    if only is None:
        return list(range(len(baseline.games)))
    if not 0 <= only < len(baseline.games):
        raise ConfigError(f"--game: {only}: the baseline has the games 0 to {len(baseline.games) - 1}.")
    return [only]


@dataclass(frozen=True)
class Differing:
    """A changed fixed game: its position in the baseline, the game as stored, and the game now."""

    at: int
    then: Fixed
    now: Fixed


def replays(prepared: PreparedGate, baseline: Baseline, only: int | None) -> Tier:
    """Play the fixed games again and compare their digests with the baseline's."""
    begun = time.monotonic()
    chosen = _chosen(baseline, only)
    by_players: dict[int, list[int]] = {}
    for at in chosen:
        by_players.setdefault(baseline.games[at].seating.players, []).append(at)
    cases = [_case(prepared, baseline, players, own) for players, own in sorted(by_players.items())]
    return Tier(1, len(chosen), tuple(cases), time.monotonic() - begun)


def _case(prepared: PreparedGate, baseline: Baseline, players: int, places: Sequence[int]) -> Case:
    """A case for the fixed games at these positions, all with the same number of players."""
    played = [(at, baseline.games[at], prepared.table.play(baseline.games[at].seating)) for at in places]
    differing = [
        Differing(at, then, now)
        for at, then, now in played
        if (now.digest, now.void) != (then.digest, then.void)
    ]
    name, games = f"replay with {plural(players, 'player')}", len(played)
    numbers: dict[str, Any] = {"players": players, "games": games, "differing": len(differing)}
    if not differing:
        return Case(1, name, PASSED, f"{games} games are the same", numbers=numbers)
    first = differing[0]
    allowed = prepared.gating.replay == "may-change"
    told, place = _first(prepared, baseline, first)
    unsteady = _unsteady(prepared, baseline, differing)
    told = [*unsteady, *told]
    summary = f"{len(differing)} of {games} games ({len(differing) / games:.0%}) differ"
    numbers |= {"changed": not allowed, "repeatable": not unsteady, "first": {"game": first.at, **place}}
    status = PASSED if allowed else FAILED
    again = prepared.command(baseline.path, "--tiers", "1", "--game", str(first.at))
    return Case(1, name, status, summary, tuple(told), again, "", numbers)


def _unsteady(prepared: PreparedGate, baseline: Baseline, differing: Sequence[Differing]) -> list[str]:
    """A warning if games depend on anything but rules, components, engine and policies, else []."""
    again = [one for one in differing if prepared.table.play(one.now.seating) != one.now]
    if again:
        return [f"NOT REPEATABLE: played twice now, {len(again)} of them differ again: {CHANCE}."]
    made = [name for name in prepared.fingerprints() if not name.startswith("strategy ")]
    if set(made) & set(differs(baseline.fingerprints, prepared.fingerprints())):
        return []
    return [f"NOT REPEATABLE: rules, components, engine and policies are those of the baseline: {CHANCE}."]


def _first(
    prepared: PreparedGate, baseline: Baseline, game: Differing
) -> tuple[list[str], dict[str, object]]:
    """The first difference in a game, as sentences and as data."""
    who = f"game {game.at} ({game.then.seating.words()})"
    then = baseline.stream(game.at) or _as_then(prepared, baseline, game)
    now = happenings(prepared.table.events(game.now.seating))
    at = parting([one.key for one in then], [one.key for one in now]) if then and now else None
    if at is None:
        number = game.then.parting(game.now)
        where = f"from round {number} on" if number else "somewhere"
        told = [f"The first that differs is {who}, {where}."]
        if then and now:
            told.append("The same events happen there; only the numbers of cards or hexes differ.")
        if game.now.void:
            told.append(f"It is void now: {game.now.void}")
        return told, {"round": number, "event": None}
    here = (then if at < len(then) else now)[at]
    told = [f"The first that differs is {who}, in {when(here.round, here.phase)}, event {at}:"]
    told += [f"  {number:>6}  {then[number].text}" for number in range(max(0, at - BEFORE), at)]
    for label, side in (("then", then), ("now", now)):
        texts = [one.text for one in side[at : at + BEFORE]] or ["(the game has ended)"]
        told += [f"  {word:>6}  {text}" for word, text in zip([label, "", ""], texts, strict=False)]
    if game.now.void:
        told.append(f"It is void now: {game.now.void}")
    texts_of = {
        label: side[at].text if at < len(side) else None for label, side in (("then", then), ("now", now))
    }
    return told, {"round": here.round, "phase": here.phase, "event": at, **texts_of}


def drawn(prepared: PreparedGate, baseline: Baseline, tiers: Sequence[Tier]) -> bytes:
    """A picture (SVG) of the first game that differs, before its first different event (b"" if none does)."""
    firsts = [case.numbers["first"] for tier in tiers for case in tier.cases if "first" in case.numbers]
    known = [first for first in firsts if first.get("event")]
    if not known:
        return b""
    game, event = known[0]["game"], known[0]["event"]
    return prepared.table.drawn(
        baseline.games[game].seating, event, f"Fixed game {game}, before event {event}"
    )


def _as_then(prepared: PreparedGate, baseline: Baseline, game: Differing) -> list[Happening]:
    """The old events of a game, replayed under the baseline's rules, or [] if they cannot be replayed."""
    if not prepared.rules:
        return []
    try:
        before = prepare(prepared.config, baseline.rules, prepared.folders, prepared.population)
        now = before.fingerprints()
        if any(baseline.fingerprints.get(name) != value for name, value in now.items()):
            return []
        fixed = before.table.play(game.then.seating)
    except MarchsimError:
        return []
    return happenings(before.table.events(game.then.seating)) if fixed.digest == game.then.digest else []


def coverage_lines(coverage: object) -> list[str]:
    """Lines that describe how much the fixed games of a baseline cover."""
    told = []
    for kind, entry in coverage.items() if isinstance(coverage, dict) else ():
        if not isinstance(entry, dict) or not entry.get("all"):
            continue
        line = f"{kind}: {entry.get('seen')} of {entry.get('all')}"
        missing = entry.get("missing")
        if isinstance(missing, list) and missing:
            line += f", never {', '.join(str(name) for name in missing[:8])}"
            line += f" and {len(missing) - 8} more" if len(missing) > 8 else ""
        else:
            line += f", the rarest ({entry.get('rarest')}) in {entry.get('games')}"
        told.append(line)
    return told
