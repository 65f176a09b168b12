"""The log's sentences about knockouts, PBeM knockouts and TTTs.

The values filled into a template are the event's fields.
"""

from collections.abc import Mapping

from rules import events as ev
from rules.formats.ttt.state import points
from rules.text import N_
from server.words.match_sentences import Template
from server.words.translation import Words


def _knockout_match_ruled(event: ev.KnockoutMatchRuled) -> str:
    if event.winner is None:
        return N_(
            "Match %(number)s was decided: nobody goes through (%(decision)s). Reason: %(reason)s"
        )
    if event.decision is ev.KnockoutDecision.RESULT:
        return N_(
            "Match %(number)s: result entered by hand, %(winner)s goes through. Reason: %(reason)s"
        )
    return N_(
        "Match %(number)s was decided: %(winner)s goes through (%(decision)s). Reason: %(reason)s"
    )


def _pbem_board_corrected(event: ev.PbemBoardCorrected) -> str:
    if event.winner is not None:
        return N_(
            "Match %(number)s: board %(board)s corrected: %(winner)s, %(points)s points. "
            "Reason: %(reason)s"
        )
    return N_("Match %(number)s: board %(board)s does not count. Reason: %(reason)s")


def _ttt_rules_set(event: ev.TttRulesSet) -> str:
    if event.version > 1:
        return N_(
            "The rules of the TTT were amended, version %(version)s: adjudicated games are worth "
            "at most %(cap)s, %(removal_at)s time-outs remove a player, a move is due every "
            "%(move_hours)s hours. %(text)s"
        )
    return N_(
        "A TTT was set up: adjudicated games are worth at most %(cap)s, %(removal_at)s time-outs "
        "remove a player, a move is due every %(move_hours)s hours"
    )


def _ttt_draw_withdrawn(event: ev.TttDrawWithdrawn) -> str:
    if event.mini:
        return N_("The draw of mini-TTT %(mini)s was undone. Reason: %(reason)s")
    return N_("The draw of the TTT was undone. Reason: %(reason)s")


def _ttt_result_entered(event: ev.TttResultEntered) -> str:
    if event.reason:
        return N_("Match %(match)s corrected: %(winner)s won, %(ending)s. Reason: %(reason)s")
    return N_("Match %(match)s: %(winner)s won, %(ending)s")


def _ttt_game_forfeited(event: ev.TttGameForfeited) -> str:
    if event.reason:
        return N_("Match %(match)s corrected: %(loser)s, %(how)s. Reason: %(reason)s")
    return N_("Match %(match)s: %(loser)s, %(how)s")


def _ttt_player_removed(event: ev.TttPlayerRemoved) -> str:
    if event.reason:
        return N_("%(player)s was removed. Reason: %(reason)s")
    return N_("%(player)s was removed after %(forfeits)s time-outs")


def _ttt_player_returned(event: ev.TttPlayerReturned) -> str:
    if event.reason:
        return N_("%(player)s is in the TTT again. Reason: %(reason)s")
    return N_("%(player)s is in the TTT again")


OF_FORMATS: Mapping[type, Template] = {
    ev.KnockoutPlanned: N_("Knockout %(knockout)s was planned: %(name)s, to %(length)s points"),
    ev.KnockoutWithdrawn: N_("Knockout %(knockout)s was removed. Reason: %(reason)s"),
    ev.KnockoutEntered: N_("%(player)s was entered in knockout %(knockout)s"),
    ev.KnockoutEntryWithdrawn: N_("The entry of %(player)s in knockout %(knockout)s was removed"),
    ev.KnockoutRoundDrawn: N_("Round %(round)s of knockout %(knockout)s was drawn. Seed: %(seed)s"),
    ev.KnockoutMatchesPublished: N_(
        "Matches in round %(round)s of knockout %(knockout)s were published, to %(length)s points"
    ),
    ev.KnockoutRoundWithdrawn: N_(
        "Round %(round)s of knockout %(knockout)s was removed. Reason: %(reason)s"
    ),
    ev.KnockoutMatchRuled: _knockout_match_ruled,
    ev.KnockoutRulingLifted: N_(
        "The decision in match %(number)s was taken back. Reason: %(reason)s"
    ),
    ev.KnockoutPlayerWithdrawn: N_("%(player)s withdrew. Reason: %(reason)s"),
    ev.KnockoutPlayerReturned: N_("%(player)s plays again. Reason: %(reason)s"),
    ev.KnockoutWinnerKept: N_(
        "%(player)s goes through from match %(place)s of round %(round)s, whoever won it. Reason: "
        "%(reason)s"
    ),
    ev.KnockoutMatchesVoided: N_("These matches no longer count: %(numbers)s. Reason: %(reason)s"),
    ev.PbemOpened: N_(
        "Knockout %(knockout)s takes messages: %(days)s days for the last matches of a round, "
        "a reminder after %(quiet_days)s days"
    ),
    ev.PbemBoardStarted: N_("Match %(number)s: board %(board)s started, reported by %(player)s"),
    ev.PbemBoardWon: N_(
        "Match %(number)s: board %(board)s won by %(winner)s, %(points)s points "
        "(reported: %(reported)s)"
    ),
    ev.PbemBoardCorrected: _pbem_board_corrected,
    ev.PbemWeekBegun: N_(
        "Round %(round)s of knockout %(knockout)s: its last matches have until %(until)s"
    ),
    ev.PbemTimeRuled: N_("Match %(number)s goes to %(winner)s by the 75 %% rule: %(verdict)s"),
    ev.TttRulesSet: _ttt_rules_set,
    ev.TttPlayersEntered: N_("Entered in the TTT: %(players)s"),
    ev.TttPlayerTakenOut: N_("%(player)s does not play in the TTT after all"),
    ev.TttDrawn: N_("The groups of the TTT were drawn, by the seed %(seed)s"),
    ev.TttDrawWithdrawn: _ttt_draw_withdrawn,
    ev.TttMiniDrawn: N_(
        "Mini-TTT %(mini)s of group %(group)s was drawn: %(players)s, by the seed %(seed)s"
    ),
    ev.TttInvited: N_("%(inviter)s invited %(invited)s"),
    ev.TttMatchStarted: N_("Match %(match)s is being played: %(inviter)s – %(invited)s"),
    ev.TttMatchStruck: N_("Match %(match)s was taken out. Reason: %(reason)s"),
    ev.TttResultReported: N_("Match %(match)s, %(player)s reports: %(winner)s won, %(ending)s"),
    ev.TttResultEntered: _ttt_result_entered,
    ev.TttGameForfeited: _ttt_game_forfeited,
    ev.TttPositionGiven: N_(
        "Match %(match)s: the last position is %(position)s, %(on_roll)s on roll"
    ),
    ev.TttAdjudicated: N_(
        "Match %(match)s is worth %(score)s to the player who did not time out: wins %(wins)s, "
        "gammons %(gammons)s, backgammons %(backgammons)s (%(engine)s)"
    ),
    ev.TttPlayerRemoved: _ttt_player_removed,
    ev.TttPlayerReturned: _ttt_player_returned,
}

DECISIONS = {
    ev.KnockoutDecision.RESULT: N_("by the score"),
    ev.KnockoutDecision.WALKOVER: N_("walkover"),
    ev.KnockoutDecision.FORFEIT: N_("forfeit"),
    ev.KnockoutDecision.ADJUDICATION: N_("adjudicated"),
}

VERDICTS = {
    ev.PbemVerdict.MOST_POINTS: N_("most points"),
    ev.PbemVerdict.LAST_GAME: N_("least time in the last finished game"),
    ev.PbemVerdict.CURRENT_GAME: N_("least time in the current game"),
    ev.PbemVerdict.DIRECTOR: N_("the director's decision"),
}

ENDINGS = {
    ev.TttEnding.SINGLE: N_("a single game"),
    ev.TttEnding.GAMMON: N_("a gammon"),
    ev.TttEnding.BACKGAMMON: N_("a backgammon"),
}
FORFEITS = {
    ev.TttForfeit.TIME_OUT: N_("timed out"),
    ev.TttForfeit.RESIGNED: N_("resigned"),
}
BY_HAND = N_("entered by the director")


def ttt_values(event: ev.Event, words: Words) -> dict[str, object]:
    """Return texts for those fields that the log does not show as they are, keyed by field name."""
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
