"""What a tournament is made of beyond one match: draws, schedules, stages, standings."""
