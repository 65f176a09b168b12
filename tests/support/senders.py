"""Who gives a reading to a match, where a test does not say."""

from rules.tables import readings as rd

BOARD = rd.Sender("board BZ-1")
DIRECTOR = rd.Sender("Ann")


def usual_sender(reading: rd.AnyReading) -> rd.Sender:
    """Somebody with an account for what no board says, else a board."""
    of_people = isinstance(reading, rd.DirectorReading | rd.EnterResult)
    return DIRECTOR if of_people else BOARD
