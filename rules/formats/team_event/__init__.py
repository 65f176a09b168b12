"""A tournament of teams: entries, stages of rounds, draws, standings, qualification."""
