"""Reports on cards, from the hands recorded in a run or from a card study.

`report` and `study` build the reports. The other modules build their sections. `analysis.cards` estimates all
effects.
"""
