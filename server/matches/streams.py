"""The names of streams in the event log."""

EVENT_STREAM = "event"
MATCH_STREAM = "match/"
