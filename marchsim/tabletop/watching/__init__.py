"""A page on which to watch a game frame by frame: board, players, scores and reasons.

`scene` describes the look of a game. `film` collects the frames of one game. `page` finds the key moments and
writes the page. All contents come from a teller that is `Pictured`.
"""
