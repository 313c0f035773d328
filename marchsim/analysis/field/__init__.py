"""Who wins: shares of strategies and seats, the ladder, matchups, and games won together."""
