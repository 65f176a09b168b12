"""An engine's analysis of matches that are over: luck, forks, decisions, take-home sheets."""
