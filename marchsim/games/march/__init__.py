"""March of the Ants (Weird City Games).

Each of these packages and modules imports only those listed after it: `scenarios`, `telling`, `table`,
`players` and `naming`, `cards`, `species`, `engine`, `rules`, `components`, `words`. The rest of the program
imports `game` alone.
"""
