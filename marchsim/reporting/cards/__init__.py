"""Reports on cards, from the hands of a run or from a card study.

`report` and `study` build the reports. The other modules build their sections. Effects come from
`analysis.cards`. This package estimates nothing.
"""
