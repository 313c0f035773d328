"""Reports on cards: of a run's hands, of a card study.

`report` and `study` are the reports; the other files are sections of theirs. What a card is worth
was computed in `analysis.cards`; nothing is estimated here.
"""
