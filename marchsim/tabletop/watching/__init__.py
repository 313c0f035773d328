"""A game to watch: frame by frame on one page, with slider, keys, board, players, scores and reasons.

It has a game's own description of its look (`scene`), the frames of one game (`film`), its key moments
(`moments`) and the page. Nothing here knows a game: all that it shows comes from one that is `Pictured`.
"""
