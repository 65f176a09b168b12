"""What the log says of knockouts by messages; a sentence's values are the event's fields."""

from rules import events as ev
from rules.text import N_

_SENTENCES = {
    "PbemOpened": N_(
        "Knockout %(knockout)s takes messages: %(days)s days for the last matches of a round, "
        "a reminder after %(quiet_days)s days"
    ),
    "PbemBoardStarted": N_("Match %(number)s: board %(board)s started, reported by %(player)s"),
    "PbemBoardWon": N_(
        "Match %(number)s: board %(board)s won by %(winner)s, %(points)s points "
        "(reported: %(reported)s)"
    ),
    "PbemBoardCorrected": N_(
        "Match %(number)s: board %(board)s corrected: %(winner)s, %(points)s points. "
        "Reason: %(reason)s"
    ),
    "PbemWeekBegun": N_(
        "Round %(round)s of knockout %(knockout)s: its last matches have until %(until)s"
    ),
    "PbemTimeRuled": N_("Match %(number)s goes to %(winner)s by the 75 %% rule: %(verdict)s"),
}
_VOID = N_("Match %(number)s: board %(board)s does not count. Reason: %(reason)s")

VERDICTS = {
    ev.PbemVerdict.MOST_POINTS: N_("most points"),
    ev.PbemVerdict.LAST_GAME: N_("least time in the last finished game"),
    ev.PbemVerdict.CURRENT_GAME: N_("least time in the current game"),
    ev.PbemVerdict.DIRECTOR: N_("the director's decision"),
}


def pbem_sentence(event: ev.Event) -> str | None:
    """What the log says of an event, with fields of it to be put in; None of others."""
    if isinstance(event, ev.PbemBoardCorrected) and event.winner is None:
        return _VOID
    return _SENTENCES.get(type(event).__name__)
