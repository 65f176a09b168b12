"""What a board's sensors show, and which play that was: functions of values (ruling 10)."""
