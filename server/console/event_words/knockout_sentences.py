"""What the log says of a tournament's knockouts; a sentence's values are the event's fields."""

from rules import events as ev
from rules.text import N_

_SENTENCES = {
    "KnockoutPlanned": N_("Knockout %(knockout)s was planned: %(name)s, to %(length)s points"),
    "KnockoutWithdrawn": N_("Knockout %(knockout)s was removed. Reason: %(reason)s"),
    "KnockoutEntered": N_("%(player)s was entered in knockout %(knockout)s"),
    "KnockoutEntryWithdrawn": N_("The entry of %(player)s in knockout %(knockout)s was removed"),
    "KnockoutRoundDrawn": N_("Round %(round)s of knockout %(knockout)s was drawn. Seed: %(seed)s"),
    "KnockoutMatchesPublished": N_(
        "Matches in round %(round)s of knockout %(knockout)s were published, to %(length)s points"
    ),
    "KnockoutRoundWithdrawn": N_(
        "Round %(round)s of knockout %(knockout)s was removed. Reason: %(reason)s"
    ),
    "KnockoutMatchRuled": N_(
        "Match %(number)s was decided: %(winner)s goes on (%(decision)s). Reason: %(reason)s"
    ),
    "KnockoutRulingLifted": N_(
        "The decision in match %(number)s was taken back. Reason: %(reason)s"
    ),
    "KnockoutPlayerWithdrawn": N_("%(player)s withdrew. Reason: %(reason)s"),
    "KnockoutPlayerReturned": N_("%(player)s plays again. Reason: %(reason)s"),
    "KnockoutWinnerKept": N_(
        "%(player)s goes on from match %(place)s of round %(round)s, whoever won it. "
        "Reason: %(reason)s"
    ),
    "KnockoutMatchesVoided": N_("These matches count no more: %(numbers)s. Reason: %(reason)s"),
}
_NOBODY = N_("Match %(number)s was decided: nobody goes on (%(decision)s). Reason: %(reason)s")
_BY_HAND = N_("Match %(number)s: result entered by hand, %(winner)s goes on. Reason: %(reason)s")

DECISIONS = {
    ev.KnockoutDecision.RESULT: N_("by the score"),
    ev.KnockoutDecision.WALKOVER: N_("walkover"),
    ev.KnockoutDecision.FORFEIT: N_("forfeit"),
    ev.KnockoutDecision.ADJUDICATION: N_("adjudicated"),
}


def knockout_sentence(event: ev.Event) -> str | None:
    """What the log says of an event of knockouts, its fields to be put in; None of others."""
    match event:
        case ev.KnockoutMatchRuled(winner=None):
            return _NOBODY
        case ev.KnockoutMatchRuled(decision=ev.KnockoutDecision.RESULT):
            return _BY_HAND
        case _:
            return _SENTENCES.get(type(event).__name__)
