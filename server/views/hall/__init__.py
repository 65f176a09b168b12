"""The hall's console: matches, tiles and alarms."""
