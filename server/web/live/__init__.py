"""The public's live feeds of matches and tournaments."""
