"""What any tabletop game needs: chance, columns, the table, the protocol of a game. It knows no game."""
