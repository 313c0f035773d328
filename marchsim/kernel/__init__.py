"""What any tabletop game needs: chance, integer columns, and the protocol a game fulfils. It knows no game."""
