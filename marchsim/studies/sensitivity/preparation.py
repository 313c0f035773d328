"""Prepare a sensitivity study: populations, claims, numbers to draw, and the schedule of looks.

A call judges the claims after 50, 100, 200, ... draws and at its end. These looks share the call's error
probability equally. The first call has the whole error probability. When users make a later call with another
value of `--draws`, they have seen its labels so far. It therefore counts as a further look, like a look at an
extended run (`reading.source`). All later calls together have the same error probability once more. Looks
and labels of earlier calls do not change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from marchsim import games
from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.reading.source import error_part
from marchsim.analysis.robustness.judging import ERROR, Wanted
from marchsim.analysis.robustness.known import AGAIN, FILE, LISTED, content
from marchsim.analysis.variants.differences import changes
from marchsim.errors import ConfigError, StateMismatch, nearest
from marchsim.kernel.numbers import Assuming
from marchsim.recorder import claims as claimed
from marchsim.recorder import metrics
from marchsim.recorder.claims import Claim
from marchsim.recorder.metrics import SPECIES, component
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration.design import Stop
from marchsim.runner.configuration.fields import within
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan
from marchsim.runner.planning.single import number_of_players
from marchsim.studies.sensitivity import draws as drawing
from marchsim.studies.sensitivity import priors
from marchsim.studies.sensitivity.priors import Priors

FIRST_LOOK = 50  # draws


@dataclass(frozen=True)
class StudyLook:
    """A look at the claims: the number of draws, the error probability, and the number of the call."""

    draws: int
    error: float
    call: int


def grid(draws: int) -> list[int]:
    """The numbers of draws after which a call with this many `draws` judges the claims."""
    found, at = [], FIRST_LOOK
    while at < draws:
        found.append(at)
        at *= 2
    return [*found, draws]


def calls(folder: Path, draws: int) -> tuple[int, ...]:
    """The different values of `--draws` in all calls so far. Raises StateMismatch if the file is damaged."""
    file = folder / FILE
    data = content(file) if file.exists() else {}
    last = data.get("draws_at_most") if isinstance(data, Mapping) else None
    before = data.get("calls", [] if last is None else [last]) if isinstance(data, Mapping) else None
    if not isinstance(before, list) or not all(type(one) is int and one > 0 for one in before):
        raise StateMismatch(f"{file}: it lacks the number of draws of the study; {AGAIN}.")
    return tuple(dict.fromkeys([*before, draws]))


def schedule(made: Sequence[int], draws: int) -> list[StudyLook]:
    """The looks of the calls `made`, up to `draws` draws. Calls without a new look are ignored."""
    found: dict[int, StudyLook] = {}
    call = 1
    for most in made:
        new = [at for at in grid(most) if at not in found]
        for at in new:
            found[at] = StudyLook(at, ERROR * error_part(call) / len(new), call)
        call += bool(new)
    return sorted((one for one in found.values() if one.draws <= draws), key=lambda one: one.draws)


def words(looks: Sequence[StudyLook], made: Sequence[int]) -> str:
    """A sentence on the number of this look and its error probability, '' at the first look."""
    call = max((one.call for one in looks), default=1)
    if call == 1:
        return ""
    before = listed([f"{draws:,}" for draws in made[:-1]])
    whole, part = 100 * ERROR, 100 * ERROR * error_part(call)
    return (
        f"Look {call} at this study, made before for {before} draws. New labels have {part:.2g} % of "
        f"error: the first look had {whole:g} %, and all later ones share {whole:g} %. Earlier labels stay."
    )


PILOT, DRAWS, MAIN = "sensitivity-pilot", "sensitivity", "main"
PILOT_DRAWS, PILOT_DEALS = 20, 30
FEWEST_DRAWS, MOST_DRAWS = 10, 2_000
FEWEST_DEALS, MOST_DEALS = 30, 1_000
WHY = "claims are tried on one"


@dataclass(frozen=True)
class PreparedSensitivity:
    """A study ready to play. `cast` has the configuration for each population, the weakest first.

    `claims` are all claims that can be tested. `declared` is False if the file has no [[claims]]. A claim is
    then judged only if the study's own figures support it. `fingerprint` identifies the rules and components
    of the control, and `engine` the code.
    """

    configuration: Configuration
    cast: Mapping[str, Configuration]
    folders: tuple[Path, ...]
    players: int
    priors: Priors
    claims: tuple[Claim, ...]
    declared: bool
    control: str
    fingerprint: str
    draws: int
    deals: int | None
    engine: str

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """The quantities to estimate, without repetitions."""
        return tuple(dict.fromkeys((claim.metric, claim.variant) for claim in self.claims))

    def plan(self, population: str, stage: str, draws: int, blocks: int) -> Plan:
        """A plan with `draws` draws of a stage and `blocks` blocks for each draw."""
        own = self.cast[population]
        whole = min(MOST_BLOCKS, draws * blocks)
        plan = plans.make(own.changed(blocks=whole), self.folders, stage)
        return drawing.drawn(plan, self.priors.drawn, blocks)

    def blocks(self, deals: int) -> int:
        """The smallest number of blocks that has at least `deals` deals."""
        plan = plans.make(self.configuration.changed(blocks=1), self.folders, DRAWS)
        return max(1, -(-deals // plan.schedule.deals()))


def prepare(
    config: str | Configuration, *, populations: Sequence[str] = (), priors_file: Path | None = None,
    players: int | None = None, draws: int = 200, deals: int | None = None, seed: int | None = None,
    rules: Sequence[str] = (), strategy_paths: Sequence[Path] = (), metrics: Sequence[str] = (),
) -> PreparedSensitivity:  # fmt: skip
    """Prepare a study of claims about `metrics` (all claims if there are none).

    Raises ConfigError if the study cannot be played.
    """
    within("--draws", draws, FEWEST_DRAWS, MOST_DRAWS)
    within("--deals", deals, 2, MOST_DEALS * 10)

    def read(population: str) -> Configuration:
        asked = configs.load(config, population) if isinstance(config, str) else config
        overlays = configs.read_overlays(rules, asked.game)
        return _alone(asked.changed(seed=seed, overlays=overlays), players)

    if populations and not isinstance(config, str):
        raise ConfigError("--population: works with a configuration that is a file or a shipped name.")
    base = read("")
    name = base.population.name if base.population else LISTED
    cast = {one: read(one) for one in populations} or {name: base}
    plan = plans.make(base, strategy_paths, MAIN)
    game = games.able(base.game, Assuming, "it gives no plausible ranges for its assumed numbers")
    at = next(place for place, recipe in enumerate(plan.job.variants) if recipe.base)
    found = priors.read(priors_file, game.component_numbers(plan.variants[at]), game.priors)
    claims = _about(_claims(base, plan, at, list(cast)), metrics)
    return PreparedSensitivity(
        base, cast, tuple(strategy_paths), base.design.players[0], found, claims, bool(base.claims),
        plan.job.variants[at].name, plan.variants[at].fingerprint, draws, deals, plan.job.engine,
    )  # fmt: skip


def _alone(asked: Configuration, players: int | None) -> Configuration:
    """The configuration for one number of players, without a stopping rule."""
    count = number_of_players(asked, players, WHY)
    design = replace(asked.design, players=(count,))
    return replace(asked, design=design, stop=Stop(), record="rounds")


def _claims(asked: Configuration, plan: Plan, control: int, populations: Sequence[str]) -> tuple[Claim, ...]:
    """The claims of a configuration. Raises ConfigError if one names a population that does not play."""
    for claim in asked.claims:
        unknown = [one for one in claim.populations if one not in populations]
        if len(unknown) == len(claim.populations) > 0:
            raise ConfigError(
                f"{asked.file}: claims: {claim.metric}: is about {', '.join(unknown)}, who do not play; "
                "give --population."
            )
    if asked.claims:
        return asked.claims
    if plan.variants[control].opponent:
        raise ConfigError(
            f"{asked.file}: claims: no share of wins is fair against {plan.variants[control].opponent}; "
            "write [[claims]] (docs/reference/configuration.md)."
        )
    names = [entry.name for entry in asked.strategies if not entry.baseline]
    variants = {
        recipe.name: _touched(plan, control, at)
        for at, recipe in enumerate(plan.job.variants)
        if at != control
    }
    known = metrics.known_components(plan.game, plan.variants[control])
    exchanged = "species" in getattr(plan.game, "arranged", ())
    dealt = [one for one in known if exchanged and one.startswith(SPECIES)]
    return tuple(claimed.usual(asked.reported.metrics, variants, tuple(names), dealt))


def _touched(plan: Plan, control: int, at: int) -> list[str]:
    """The metrics of the components that a variant changes and that are dealt to seats."""
    then, now = plan.variants[control], plan.variants[at]
    ids = {one.path[1] for one in changes(then.resolved(), now.resolved()) if len(one.path) > 1}
    both = set(metrics.known_components(plan.game, then)) & set(metrics.known_components(plan.game, now))
    return sorted(name for name in both if component(name) in ids)


def _about(claims: tuple[Claim, ...], metrics: Sequence[str]) -> tuple[Claim, ...]:
    """The claims about `metrics`, or all claims if `metrics` is empty.

    `species` and `share` stand for all metrics whose names begin with the word. Raises ConfigError if
    no claim is about one of `metrics`.
    """
    families = [claim.metric.partition(".")[0] for claim in claims if "." in claim.metric]
    known = list(dict.fromkeys([*(claim.metric for claim in claims), *families]))
    for name in metrics:
        if name not in known:
            raise ConfigError(
                f"--metric: no claim is about {name}.{nearest(name, known)} Known here: {', '.join(known)}."
            )
    asked = [claim for claim in claims if {claim.metric, claim.metric.partition(".")[0]} & {*metrics}]
    return tuple(asked) if metrics else claims
