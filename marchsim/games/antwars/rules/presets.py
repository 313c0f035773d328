"""The two ways of playing: as the rulebook says, and dealt, for studies of species and seats."""

from __future__ import annotations

from marchsim.tabletop.rules.presets import Preset

EVERYBODY = (2, 6)
PRESETS = {
    preset.name: preset
    for preset in (
        Preset("standard", "players choose their species and where their nest lies", {}, EVERYBODY),
        Preset(
            "dealt",
            "species are dealt and nests lie alike, so that no choice of set-up colours a comparison",
            {"species_choice": "dealt", "nest_place": "fixed"},
            EVERYBODY,
            ("ATS-01", "ATS-04"),
        ),
    )
}
