"""The public's live feeds."""
