"""The Primitive Species: one file for each with its action and drawbacks, and the mats at the set-up."""
