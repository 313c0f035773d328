"""Studies that ask a game for abilities work with Ant Wars: levelled seats, numbers that are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim.errors import ConfigError
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans
from marchsim.studies.levelling.level import prepare
from marchsim.studies.sensitivity.preparation import prepare as prepare_boxes

CLAIM = """
name = "mine"
game = "antwars"
preset = "dealt"
[design]
players = 3
[[claims]]
metric = "species.{name}"
is = "above"
[[strategies]]
use = "rusher"
"""


def test_seats_are_levelled_by_pieces_and_minors() -> None:
    """Each of four seats has both, in units that the rules allow; one order of play is kept."""
    asked = configs.load("antwars").changed(overlays=configs.read_overlays(["first_player=fixed"], "antwars"))
    prepared = prepare(asked, players=4, blocks=30)
    assert [(one.resource, one.seat) for one in prepared.levers] == [
        (name, seat) for name in ("pieces", "minors") for seat in range(4)
    ]
    assert prepared.rules([1, 0, 0, 0, 0, -2, 0, 0]) == {"pieces_seat_0": 1, "minors_seat_1": -2}
    assert len(prepared.sweep().variants) == 4 * 8


def test_each_species_that_is_dealt_is_claimed() -> None:
    """Besides the first seat and the plans; with their assumed numbers to draw, and those of traits."""
    found = prepare_boxes("antwars", players=4, metrics=["species"])
    assert len(found.claims) == 6 and {claim.fair(4) for claim in found.claims} == {0.25}
    assert {one.number.path[0] for one in found.priors.drawn} == {"species", "rules"}
    march = prepare_boxes("demo", players=4)
    assert not any(claim.metric.startswith("species.") for claim in march.claims)


@pytest.mark.parametrize(("name", "known"), [("lasius", True), ("lassius", False)])
def test_a_claim_may_name_a_species(tmp_path: Path, name: str, known: bool) -> None:
    """One that there is; another is an error with the nearest."""
    path = tmp_path / "mine.toml"
    path.write_text(CLAIM.format(name=name), encoding="utf-8")
    if known:
        assert [claim.metric for claim in configs.load(str(path)).claims] == ["species.lasius"]
        return
    with pytest.raises(ConfigError, match=r"'species.lassius'.* Did you mean 'species.lasius'"):
        plans.make(configs.load(str(path)))
