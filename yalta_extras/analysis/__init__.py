"""An engine's analysis of finished matches: luck, forks, decisions and take-home sheets."""
