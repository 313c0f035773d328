"""What single items (cards) are worth: dealt at random, exchanged on purpose, for all and for whom."""
