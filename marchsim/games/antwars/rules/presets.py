"""The presets: the rulebook, species dealt for studies of species and seats, and the literal rulebook."""

from __future__ import annotations

from marchsim.tabletop.rules.presets import Preset

EVERYBODY = (2, 6)
PRESETS = {
    preset.name: preset
    for preset in (
        Preset("standard", "players choose their species and where their nest lies", {}, EVERYBODY),
        Preset(
            "dealt",
            "species are dealt, nests lie alike and the first player rotates, for fair comparisons",
            {"species_choice": "dealt", "nest_place": "fixed", "first_player": "rotates"},
            EVERYBODY,
            ("ATS-01", "ATS-04", "ATT-01"),
        ),
        Preset(
            "literal",
            "the text to the letter where we rule otherwise",
            {
                "search_tiles": "all",
                "gallery_means": "gallery",
                "lay": "at_once",
                "lay_reach": "area",
                "pheromone_ends": "any",
                "pupae_fight": False,
                "mushrooms_pay": False,
                "stores_stop": True,
            },
            EVERYBODY,
            ("ATM-02", "ATD-01", "ATH-03", "ATM-03", "ATF-01", "ATR-08", "ATM-06"),
        ),
    )
}
