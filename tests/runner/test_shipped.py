"""The shipped configurations: each says what it studies, and a block of it is played without a void game."""

from __future__ import annotations

from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.recorder import RunFolder
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources
from marchsim.runner.planning import plan as plans

# For each configuration of a variant: players, variants, and whom the players play against.
HORDE = "the Centipede Horde"
VARIANTS: dict[str, tuple[tuple[int, ...], tuple[str, ...], str]] = {
    "two": ((2,), ("base",), ""),
    "five": ((5,), ("base",), ""),
    "long": ((4,), ("base", "standard", "four-rounds", "spring-and-spider"), ""),
    "primitive": ((4,), ("base", "dealt", "shift-0", "shift-1", "shift-2", "shift-3"), ""),
    "solo": ((1,), ("normal", "easy", "hard"), HORDE),
    "coop": ((2, 3, 4), ("normal", "easy", "hard"), HORDE),
}


@pytest.mark.parametrize("name", sources.shipped_names("configs", ".toml"))
def test_a_shipped_configuration_says_what_it_is_for(name: str) -> None:
    """Its head is a comment, its name that of its file, and it has no warnings."""
    path = configs.find(name)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# ") and len(lines[0]) > 40
    plan = plans.make(configs.load(name))
    assert plan.configuration.name == name
    assert plan.warnings() == ()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_block_of_each_variant_is_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command line, from any folder; the manifest says for whom the variants are."""
    monkeypatch.chdir(tmp_path)
    assert command_line(["run", name, "--blocks", "1", "--workers", "1", "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    folder = RunFolder(tmp_path / "runs" / name)
    players, variants, opponent = VARIANTS[name]
    assert folder.manifest["voids"] == {}
    assert tuple(entry["name"] for entry in folder.manifest["variants"]) == variants
    assert {entry["opponent"] for entry in folder.manifest["variants"]} == {opponent}
    games = folder.scan("games").collect()
    assert tuple(sorted(set(games["players"]))) == players
    assert games["margin"].null_count() == (0 if opponent else games.height)


@pytest.mark.rule("PRI-01")
def test_the_shifts_put_each_species_into_each_seat() -> None:
    """Four variants, four seats: a Latin square."""
    plan = plans.make(configs.load("primitive"))
    seats = [
        [variant.resolved()["rules"][f"species_seat_{seat}"] for seat in range(4)]
        for variant in plan.variants
        if variant.name.startswith("shift")
    ]
    species = {"crazy", "nomadic", "mutant", "raiding"}
    assert all(set(row) == species for row in seats)
    assert all(set(column) == species for column in zip(*seats, strict=True))
