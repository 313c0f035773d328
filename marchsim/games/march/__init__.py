"""March of the Ants (Weird City Games), in rooms: each builds on those below it and none looks up.

`game` is the door for the floors above. Then from top to bottom: `scenarios`, `telling`, `table`,
`players` and `naming`, `cards`, `species`, `engine`, `rules`, `components`, and `words` for small integers.
"""
