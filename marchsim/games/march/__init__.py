"""March of the Ants (Weird City Games): rules, components, strategies' door and what a game records."""
