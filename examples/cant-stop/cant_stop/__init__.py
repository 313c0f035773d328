"""Can't Stop, a game for marchsim."""
