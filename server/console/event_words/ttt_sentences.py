"""What the log says of a TTT; a sentence's values are the event's fields."""

from rules import events as ev
from rules.text import N_
from rules.ttt.state import points
from server.console.speech import Words

_SENTENCES: dict[str, str] = {
    "TttRulesSet": N_(
        "A TTT was set up: adjudicated games are worth at most %(cap)s, %(removal_at)s time-outs "
        "remove a player, a move is due every %(move_hours)s hours"
    ),
    "TttPlayersEntered": N_("Entered in the TTT: %(players)s"),
    "TttPlayerTakenOut": N_("%(player)s does not play in the TTT after all"),
    "TttDrawn": N_("The groups of the TTT were drawn, by the seed %(seed)s"),
    "TttDrawWithdrawn": N_("The draw of the TTT was undone. Reason: %(reason)s"),
    "TttMiniDrawn": N_(
        "Mini-TTT %(mini)s of group %(group)s was drawn: %(players)s, by the seed %(seed)s"
    ),
    "TttInvited": N_("%(inviter)s invited %(invited)s"),
    "TttMatchStarted": N_("Match %(match)s is being played: %(inviter)s – %(invited)s"),
    "TttMatchStruck": N_("Match %(match)s was taken out. Reason: %(reason)s"),
    "TttResultReported": N_("Match %(match)s, %(player)s reports: %(winner)s won, %(ending)s"),
    "TttResultEntered": N_("Match %(match)s: %(winner)s won, %(ending)s"),
    "TttGameForfeited": N_("Match %(match)s: %(loser)s, %(how)s"),
    "TttPositionGiven": N_(
        "Match %(match)s: the last position is %(position)s, %(on_roll)s on roll"
    ),
    "TttAdjudicated": N_(
        "Match %(match)s is worth %(score)s to who did not time out: wins %(wins)s, gammons "
        "%(gammons)s, backgammons %(backgammons)s, by %(engine)s"
    ),
    "TttPlayerRemoved": N_("%(player)s was removed after %(forfeits)s time-outs"),
    "TttPlayerReturned": N_("%(player)s is in the TTT again"),
}
_AMENDED = N_(
    "The rules of the TTT were amended, version %(version)s: adjudicated games are worth at most "
    "%(cap)s, %(removal_at)s time-outs remove a player, a move is due every %(move_hours)s hours. "
    "%(text)s"
)
_MINI_UNDONE = N_("The draw of mini-TTT %(mini)s was undone. Reason: %(reason)s")
_CORRECTED = N_("Match %(match)s corrected: %(winner)s won, %(ending)s. Reason: %(reason)s")
_FORFEIT_CORRECTED = N_("Match %(match)s corrected: %(loser)s, %(how)s. Reason: %(reason)s")
_REMOVED = N_("%(player)s was removed. Reason: %(reason)s")
_RETURNED = N_("%(player)s is in the TTT again. Reason: %(reason)s")
ENDINGS = {
    ev.TttEnding.SINGLE: N_("a single game"),
    ev.TttEnding.GAMMON: N_("a gammon"),
    ev.TttEnding.BACKGAMMON: N_("a backgammon"),
}
FORFEITS = {
    ev.TttForfeit.TIME_OUT: N_("timed out"),
    ev.TttForfeit.RESIGNED: N_("resigned"),
}
BY_HAND = N_("the director's hand")


def ttt_sentence(event: ev.Event) -> str | None:
    """What the log says of an event of a TTT, with fields of it to be put in; None of others."""
    match event:
        case ev.TttRulesSet() if event.version > 1:
            return _AMENDED
        case ev.TttDrawWithdrawn() if event.mini:
            return _MINI_UNDONE
        case ev.TttResultEntered() if event.reason:
            return _CORRECTED
        case ev.TttGameForfeited() if event.reason:
            return _FORFEIT_CORRECTED
        case ev.TttPlayerRemoved() if event.reason:
            return _REMOVED
        case ev.TttPlayerReturned() if event.reason:
            return _RETURNED
        case _:
            return _SENTENCES.get(type(event).__name__)


def ttt_values(event: ev.Event, words: Words) -> dict[str, object]:
    """Fields that the log writes otherwise than they are kept."""
    match event:
        case ev.TttRulesSet():
            return {"cap": points(event.cap)}
        case ev.TttResultReported() | ev.TttResultEntered():
            return {"ending": words.gettext(ENDINGS[event.ending])}
        case ev.TttGameForfeited():
            return {"how": words.gettext(FORFEITS[event.how])}
        case ev.TttAdjudicated():
            three = {name: getattr(event, name) for name in ("wins", "gammons", "backgammons")}
            percents = {name: f"{each / 10_000:.2f} %" for name, each in three.items()}
            engine = event.engine or words.gettext(BY_HAND)
            return {**percents, "score": points(event.score), "engine": engine}
        case _:
            return {}
