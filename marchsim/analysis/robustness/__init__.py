"""What a run of draws says of claims: supports, labels, and which of the unknown numbers matter."""
