"""Tune every strategy of a configuration against the untuned others, and write one population file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim.errors import ConfigError
from marchsim.runner.configuration.schema import Configuration
from marchsim.studies import toml_text
from marchsim.studies.tuning.preparation import NoWeights, SearchRequest, ending, prepare
from marchsim.studies.tuning.strategy_file import Tuned, words
from marchsim.studies.tuning.tuning import tune

ALL = "all"
HEAD = """\
# Every strategy of {name} with weights found by `marchsim tune --focal all`, each against the others as
# they were{rules}; where no gain was shown on sealed deals (95 % each), as it was. Play it with
# --population FILE, or population = "FILE" in a configuration.
"""


@dataclass(frozen=True)
class Everybody:
    """The searches of all strategies, in the configuration's order. `left` names those without weights."""

    found: list[Tuned]
    left: list[str]
    path: Path

    def data(self) -> dict[str, Any]:
        """The population's members and the sources of their weights, as plain data."""
        return {
            "schema": "marchsim.population/1",
            "strategies": [_member(one) for one in self.found],
            "without_weights": self.left,
            "file": str(self.path),
        }


def tune_all(
    configuration: Configuration, asked: SearchRequest, out: Path | None, begun: Callable[[str], None], *,
    strategy_paths: Sequence[Path] = (), variant: str = "", **more: Any,
) -> Everybody:  # fmt: skip
    """Tune each strategy that has weights, and write a population. Baselines are not part of it.

    The searches are in a folder beside the file, from which the same call resumes.
    """
    path = out if out is not None else Path("tuned") / f"{configuration.name}.toml"
    ending(path)
    folder = path.with_name(f"{path.stem}.search")
    found, left = [], []
    for entry in configuration.strategies:
        if entry.baseline:
            continue
        one = replace(asked, focal=entry.name)
        try:
            prepared = prepare(configuration, one, strategy_paths=strategy_paths, variant=variant)
        except NoWeights:
            left.append(entry.name)
            continue
        begun(entry.name)
        found.append(tune(prepared, folder / f"{entry.name}.toml", **more))
    if not found:
        raise ConfigError(f"{configuration.file}: no strategy has weights, so there is nothing to tune.")
    whole = Everybody(found, left, path)
    rules = f", by the rules of {variant}" if variant else ""
    parts = [toml_text.commented(HEAD.format(name=configuration.name, rules=rules))]
    parts += [_member_text(one) for one in found]
    toml_text.put(path, "\n".join(parts))
    return whole


def _member_text(found: Tuned) -> str:
    proof = found.confirmed
    head = f"# {found.prepared.asked.focal}: {words(proof.before)} before, {words(proof.after)} tuned"
    head += "" if found.proved else "; no gain is shown, so it is as it was"
    return f"{toml_text.commented(head)}\n" + toml_text.table("strategies", _member(found), "[[]]")


def _member(found: Tuned) -> dict[str, Any]:
    """A strategy as a member of a population, under its own name.

    It has the tuned weights only if a gain is proved.
    """
    data, own = found.data(), dict(found.prepared.job.entrants[0].parameters)
    strategy = {key: value for key, value in data["strategy"].items() if key != "name"}
    strategy = strategy if found.proved else {"use": strategy["use"], **own}
    told, proof = data["tuned"], data["confirmed"]
    aim = {"tuned_for": found.prepared.variant} if found.prepared.variant else {}
    known = ("configuration", "players", "seed", "stage_seed", "games", "rules", "plan", "fingerprint")
    source = {key: told[key] for key in known} | {"proved": found.proved}
    source |= {} if found.proved else {"fingerprint": told["plan"]}
    shares = {key: proof[key] for key in ("before", "after", "difference")}
    return {"name": found.prepared.asked.focal, **aim, **strategy, "tuned": {**source, **shares}}
