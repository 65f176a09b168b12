"""What the log says of each kind of event; a sentence's values are the event's fields."""

from rules.events import CallReason, Clocks, CountedBy, Embargo, HoldScope
from rules.games.game import Choice
from rules.text import N_

Sentence = str

SET_UP: dict[str, Sentence] = {
    "TournamentCreated": N_("Tournament %(name)s was created"),
    "AnnouncementMade": N_("Announcement %(number)s was made: %(texts)s"),
    "AnnouncementTakenDown": N_("Announcement %(number)s was taken down"),
    "TeamRegistered": N_("Team %(name)s was entered: %(players)s"),
    "TeamChanged": N_("Team %(team)s is now %(name)s: %(players)s"),
    "MatchScheduled": N_("Match %(number)s was set up: %(home)s – %(away)s, %(games)s games"),
    "MatchPlayScheduled": N_(
        "Match %(number)s was set up at one table: %(white)s – %(red)s, to %(length)s points"
    ),
    "LineUpSubmitted": N_(
        "%(team)s: %(open_player)s in the open room, %(closed_player)s in the closed room"
    ),
    "SeedCommitted": N_("A seed for drawn rolls was chosen and its SHA-256 published"),
    "WordGiven": N_("%(team)s gave a word to draw the last rolls with"),
    "MatchStarted": N_("Both line-ups are open: %(home)s – %(away)s"),
    "MatchClosed": N_("The match is over"),
    "MatchSigned": N_("%(by)s signed for %(team)s"),
    "SubstituteSeated": N_(
        "%(player)s plays for %(team)s from game %(game)s on. Reason: %(reason)s"
    ),
    "PlayerLeft": N_("%(player)s left the table. Reason: %(reason)s"),
    "PlayerReturned": N_("%(player)s is back at the table"),
    "OpenRoomWatched": N_("%(player)s was shown the open room of game %(game)s"),
    "watched": N_("%(player)s has watched the open room of game %(game)s, according to %(by)s"),
    "DirectorCalled": N_("The director was called: %(reason)s"),
    "called-by": N_("%(by)s called the director: %(reason)s"),
    "CallTaken": N_("%(by)s is going to the table"),
    "CallEnded": N_("The call is settled, says %(by)s"),
    "HoldSet": N_("Held: %(scope)s. Reason: %(reason)s"),
    "HoldLifted": N_("No longer held: %(scope)s"),
    "lifted-with-reason": N_("No longer held: %(scope)s. Reason: %(reason)s"),
    "MatchImported": N_("The file %(name)s was imported"),
    "BoardAssigned": N_("Board %(board_id)s was put on the table"),
    "taken": N_("The board was removed from the table"),
    "BoardMoved": N_("Board %(board_id)s was put on a table of match %(to_match)s"),
    "moved-in-game": N_(
        "Board %(board_id)s was put on a table of match %(to_match)s. Reason: %(reason)s"
    ),
    "BoardLeftClosedRoom": N_(
        "Board %(board_id)s has left the closed room: it is now in the open room of match "
        "%(to_match)s"
    ),
    "DiceSeen": N_(
        "The players at board %(board_id)s have seen dice they must not see. Reason: %(reason)s"
    ),
    "BoardAttached": N_("Board %(board_id)s is connected"),
    "BoardLost": N_("Board %(board_id)s was disconnected: %(reason)s"),
    "new-journal": N_("Board %(board_id)s was accepted with a different memory"),
    "battery-low": N_("Board %(board_id)s plays on with a low battery"),
    "TailDrawSet": N_("The last rolls are drawn from the seed. Reason: %(reason)s"),
    "thrown-tail": N_("The last rolls are thrown. Reason: %(reason)s"),
    "RecordingSet": N_("The table records dice, cube and results, and no positions"),
    "recorded": N_("The table records positions"),
    "EmbargoSet": N_("Spectators see: %(embargo)s. Reason: %(reason)s"),
    "ClocksSet": N_("Clocks: %(clocks)s, %(minutes)s minutes a game. Reason: %(reason)s"),
    "ClocksStood": N_("The clocks stood from %(since)s on, while nothing could be stored"),
}

TABLE: dict[str, Sentence] = {
    "GameStarted": N_("Game %(game)s begins, attempt %(attempt)s"),
    "OpeningTied": N_("Opening throw %(dice)s: equal, thrown again"),
    "opening": N_("Opening throw %(dice)s: %(side)s begins"),
    "OpeningDecided": N_("Opening throw %(dice)s: %(side)s throws first"),
    "RollThrown": N_("%(side)s threw %(dice)s, turn %(turn)s"),
    "tail": N_("%(dice)s for the closed room: %(side)s, turn %(turn)s"),
    "RollCounted": N_("The dice of %(side)s, turn %(turn)s, count: %(by)s"),
    "RollReleased": N_("The closed room was given %(dice)s: %(side)s, turn %(turn)s"),
    "PlayerSet": N_("%(side)s has set up the checkers"),
    "TurnReady": N_("%(side)s said READY, turn %(turn)s"),
    "PlayMade": N_("%(side)s played turn %(turn)s: %(moves)s"),
    "PlayAsked": N_(
        "The sensors leave %(plays)s plays of %(side)s possible, turn %(turn)s: the board asks"
    ),
    "TurnPlayed": N_("%(side)s played turn %(turn)s; positions are not recorded"),
    "PlayQuestioned": N_("The play of %(side)s, turn %(turn)s, does not fit the dice"),
    "PlayCondoned": N_("The play of %(side)s, turn %(turn)s, was accepted as played"),
    "PointsMarked": N_(
        "Turn %(turn)s of %(side)s is worth: %(marks)s. White %(white)s, Red %(red)s"
    ),
    "ChoiceMade": N_("%(side)s, turn %(turn)s: %(choice)s"),
    "EchoMismatched": N_(
        "The board shows %(shown)s for %(side)s, turn %(turn)s: different dice from those "
        "it was given"
    ),
    "TimeRanOut": N_("The time of %(side)s has run out"),
    "right": N_("The board shows the right dice: play goes on at the table"),
    "DoubleOffered": N_("%(side)s doubled to %(cube)s"),
    "DoubleTaken": N_("The double of %(side)s was taken at %(cube)s"),
    "DoublePassed": N_("The double of %(side)s was passed"),
    "ResignationOffered": N_("%(side)s offered to resign: %(ending)s"),
    "ResignationRefused": N_("The resignation of %(side)s was refused"),
    "GameResigned": N_("%(side)s resigned: %(ending)s"),
    "EndClaimed": N_("%(side)s says that the game is over: %(ending)s, %(left)s left"),
    "EndRefused": N_("The opponent of %(side)s denies that the game is over"),
    "GameFinished": N_("%(loser)s lost: %(ending)s, %(left)s left, cube %(cube)s"),
    "ResultEntered": N_(
        "Result recorded by hand: %(loser)s lost, %(ending)s, %(left)s left, cube "
        "%(cube)s. Entered by %(by)s"
    ),
    "ResultConfirmed": N_("%(side)s confirmed the result: %(by)s"),
    "by-captain": N_("The captain of %(side)s confirmed the result: %(by)s"),
    "by-account": N_("The result was confirmed by %(by)s"),
    "EarlyThrowKept": N_(
        "%(side)s threw %(dice)s before the opponent's play was finished, turn %(turn)s: "
        "the opponent is asked"
    ),
    "EarlyThrowVoided": N_("%(dice)s of %(side)s, turn %(turn)s, does not count: %(why)s"),
    "RestChosen": N_("%(side)s chose to have the remaining rolls drawn"),
    "RestChoiceWithdrawn": N_("%(side)s no longer chooses to have the remaining rolls drawn"),
    "RestDrawn": N_(
        "The remaining rolls of game %(game)s are drawn from the seed: both open players chose it"
    ),
    "ThrowVoided": N_("A throw of %(dice)s does not count: %(why)s"),
    "ReadingRefused": N_("%(said)s (%(side)s) had no effect: %(why)s"),
}

MENDED: dict[str, Sentence] = {
    "keyed": N_("%(side)s, turn %(turn)s: the dice were entered again, %(dice)s"),
    "RollCorrected": N_("%(side)s, turn %(turn)s: the dice were %(dice)s. Reason: %(reason)s"),
    "RollStands": N_(
        "%(side)s, turn %(turn)s: the dice in this room were %(dice)s, not %(relayed)s, "
        "and stand. Reason: %(reason)s"
    ),
    "as-relayed": N_(
        "%(side)s, turn %(turn)s: the dice in this room were %(dice)s after all. Reason: %(reason)s"
    ),
    "tie": N_("Opening throw %(dice)s: equal, thrown again. Reason: %(reason)s"),
    "TurnReopened": N_("%(side)s plays turn %(turn)s again. Reason: %(reason)s"),
    "ResultCorrected": N_(
        "Result corrected: %(loser)s lost, %(ending)s, %(left)s left, cube %(cube)s. "
        "Reason: %(reason)s"
    ),
    "adjusted": N_(
        "Game %(game)s counts %(home)s SMP for the home team and %(away)s for the away team. "
        "Reason: %(reason)s"
    ),
    "PositionCorrected": N_("The director corrected the position. Reason: %(reason)s"),
    "TableReleased": N_("The director resumed play at the table. Reason: %(reason)s"),
    "GameVoided": N_("Game %(game)s was voided in both rooms. Reason: %(reason)s"),
    "PlayedOnPaper": N_(
        "Game %(game)s was finished on paper; rolls typed in: %(rolls)s. Reason: %(reason)s"
    ),
    "GameCancelled": N_("Game %(game)s was cancelled, 0–0. Reason: %(reason)s"),
}

COUNTED_BY = {
    CountedBy.READER: N_("read by the dice reader"),
    CountedBy.OPPONENT: N_("confirmed by the opponent"),
    CountedBy.PLAY: N_("the play fits them"),
    CountedBy.DIRECTOR: N_("by the director's order"),
    CountedBy.SEED: N_("drawn from the seed"),
}

EMBARGOES = {
    Embargo.LOCKSTEP: N_("the open room as the closed room follows"),
    Embargo.LIVE: N_("the open room at once"),
    Embargo.AFTER_GAME: N_("each game once it is over in both rooms"),
}

CALLED_FOR = {
    CallReason.NONE: N_("no reason given"),
    CallReason.DICE_OR_PLAY: N_("dice or a play in doubt"),
    CallReason.ILLEGAL_PLAY: N_("an illegal play"),
    CallReason.CLOCK: N_("the clock"),
    CallReason.OTHER: N_("something else"),
}

HELD = {
    HoldScope.TABLE: N_("the table"),
    HoldScope.MATCH: N_("the match"),
    HoldScope.ROOM: N_("all tables of the room"),
    HoldScope.HALL: N_("the hall"),
}

CLOCKS = {
    Clocks.OFF: N_("none"),
    Clocks.ON: N_("on; the director is called when someone's time runs out"),
    Clocks.SHOWN: N_("shown only; running out of time has no consequences"),
}

CHOICES = {
    Choice.HOLD: N_("holds"),
    Choice.GO: N_("goes"),
}
NOTHING_MARKED = N_("no points")
POINTS = N_("%(points)s for %(side)s, %(figure)s")
STANDING = N_("%(holes)s holes and %(points)s")

READINGS = {
    "Roll": N_("A throw in the closed room"),
    "DiceUnreadable": N_("A throw with a die that does not lie flat"),
    "DiceConfirmed": N_("A confirmation of dice"),
    "ReadyDeclared": N_("READY"),
    "PlayFinished": N_("A finished play"),
    "PlayNarrowed": N_("A finished play"),
    "PlayNamed": N_("An answer about which play it was"),
    "FinishedAnswered": N_("An answer whether a play is finished"),
    "RestAnswered": N_("A choice to have the remaining rolls drawn"),
    "Played": N_("A finished play without a position"),
    "EndClaimMade": N_("A claim that the game is over"),
    "PlayAccepted": N_("The acceptance of a play"),
    "Doubled": N_("A double"),
    "DoubleAnswered": N_("An answer to a double"),
    "ResignationMade": N_("A resignation"),
    "ResignationAnswered": N_("An answer to a resignation"),
    "ResultAgreed": N_("A confirmation of the result"),
    "EnterResult": N_("A result recorded by hand"),
    "CallDirector": N_("A call for the director"),
}
"""What was said, by the name under which the log keeps it; others are the director's orders."""
LOST = {
    "silence": N_("it stopped responding"),
    "new-hello": N_("it started a new session"),
    "hello-requested": N_("the server asked it to start again"),
    "closed": N_("its connection was closed"),
    "connection closed": N_("its connection was closed"),
    "refused": N_("it was refused"),
    "server stopped": N_("the server was stopped"),
}
"""Why a board was lost, by the reason the log keeps."""
ORDER = N_("An order of the director")
