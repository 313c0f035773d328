"""March of the Ants (Weird City Games), in packages: each imports only those below it.

For the rest of the program `game` is the entry. Then from top to bottom: `scenarios`, `telling`, `table`,
`players` and `naming`, `cards`, `species`, `engine`, `rules`, `components`, and `words` for small integers.
"""
