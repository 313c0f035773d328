"""A game to watch, frame by frame on one page, with slider, keys, board, players, scores and reasons.

`scene` describes the look of a game. `film` collects the frames of one game. `page` finds the key moments and
writes the page. All contents come from a teller that is `Pictured`.
"""
