"""The names of streams in the event log."""

EVENT_STREAM = "event"
MATCH_STREAM = "match/"


def match_stream(number: int) -> str:
    """The stream of the match with that number."""
    return f"{MATCH_STREAM}{number}"


def match_number(stream: str) -> int | None:
    """The number of the match whose stream this is, None for another stream."""
    if not stream.startswith(MATCH_STREAM):
        return None
    return int(stream.removeprefix(MATCH_STREAM))
