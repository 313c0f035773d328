"""Reports on cards: of a run's hands, of a card study, of an outside table of copies."""
