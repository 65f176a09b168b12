"""TODO yalta/tournament_commands."""
