"""The entries of a tournament, at its desk."""
