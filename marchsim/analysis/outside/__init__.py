"""Results from elsewhere: tables of other programs, read cell by cell into what the analyses take."""
