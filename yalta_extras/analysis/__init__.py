"""What an engine makes of matches that are over: luck, forks, decisions, take-home sheets."""
