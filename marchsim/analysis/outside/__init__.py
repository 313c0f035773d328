"""Results from elsewhere: tables of other programs, checked cell by cell and converted for the analyses."""
