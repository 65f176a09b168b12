"""What concerns more than one match: the teams, and which matches are set up."""
