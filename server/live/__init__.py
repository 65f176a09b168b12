"""The public live feed of matches and tournaments, with the embargo."""
