"""A game to watch: frame by frame on one page, with slider, keys, board, players, scores and reasons.

`scene` describes the look of a game. `film` collects the frames of one game. `moments` finds its key moments,
and `page` writes the page. All contents come from a teller that is `Pictured`.
"""
