"""The hall's console, where those who run matches see them all: matches, tiles and alarms."""
