"""The pages of a match: for the public, for the hall's staff, and for captains and players."""
