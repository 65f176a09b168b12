"""Links for captains, players and tables: of one match, or as printed sheets for a whole round."""
