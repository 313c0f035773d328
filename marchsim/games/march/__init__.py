"""March of the Ants (Weird City Games), in packages. Each imports only those below it.

The rest of the program enters through `game`. From the top down, the packages are `scenarios`, `telling`,
`table`, `players` and `naming`, `cards`, `species`, `engine`, `rules`, `components`, and `words`.
"""
