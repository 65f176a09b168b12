"""The log's sentence about each event of a match, as a template for the event's fields."""

from collections.abc import Callable, Mapping
from typing import Any

from rules import events as ev
from rules.events import CallReason, Clocks, CountedBy, Embargo, HoldScope
from rules.games.game import HoleChoice
from rules.text import N_

Template = str | Callable[[Any], str]
"""A sentence with places for values, or a function that chooses one for an event."""


def _roll_thrown(event: ev.RollThrown) -> str:
    if event.opening:
        return N_("Opening throw %(dice)s: %(side)s starts")
    if event.tail:
        return N_("%(dice)s for the closed room: %(side)s, turn %(turn)s")
    return N_("%(side)s threw %(dice)s, turn %(turn)s")


def _board_assigned(event: ev.BoardAssigned) -> str:
    if event.board_id:
        return N_("Board %(board_id)s was put on the table")
    return N_("The board was removed from the table")


def _board_moved(event: ev.BoardMoved) -> str:
    if event.reason:
        return N_("Board %(board_id)s was put on a table of match %(to_match)s. Reason: %(reason)s")
    return N_("Board %(board_id)s was put on a table of match %(to_match)s")


def _board_let_in(event: ev.BoardLetIn) -> str:
    return {
        ev.BoardDoubt.NEW_JOURNAL: N_("Board %(board_id)s was accepted with a different memory"),
        ev.BoardDoubt.BATTERY_LOW: N_("Board %(board_id)s plays on with a low battery"),
    }[event.doubt]


def _open_room_watched(event: ev.OpenRoomWatched) -> str:
    if event.by:
        return N_("%(player)s has watched the open room of game %(game)s, according to %(by)s")
    return N_("%(player)s was shown the open room of game %(game)s")


def _director_called(event: ev.DirectorCalled) -> str:
    if event.by:
        return N_("%(by)s called the director: %(reason)s")
    return N_("The director was called: %(reason)s")


def _hold_lifted(event: ev.HoldLifted) -> str:
    if event.reason:
        return N_("No longer held: %(scope)s. Reason: %(reason)s")
    return N_("No longer held: %(scope)s")


def _tail_draw_set(event: ev.TailDrawSet) -> str:
    if event.drawn:
        return N_("The last rolls are drawn from the seed. Reason: %(reason)s")
    return N_("The last rolls are thrown. Reason: %(reason)s")


def _recording_set(event: ev.RecordingSet) -> str:
    if event.positions:
        return N_("The table records positions")
    return N_("The table records dice, cube and results, and no positions")


def _roll_corrected(event: ev.RollCorrected) -> str:
    if event.reason:
        return N_("%(side)s, turn %(turn)s: the dice were %(dice)s. Reason: %(reason)s")
    return N_("%(side)s, turn %(turn)s: the dice were entered again, %(dice)s")


def _roll_stands(event: ev.RollStands) -> str:
    if event.dice.same_dice(event.relayed):
        return N_(
            "%(side)s, turn %(turn)s: the dice in this room were %(dice)s after all. "
            "Reason: %(reason)s"
        )
    return N_(
        "%(side)s, turn %(turn)s: the dice in this room were %(dice)s, not %(relayed)s, "
        "and stand. Reason: %(reason)s"
    )


def _result_confirmed(event: ev.ResultConfirmed) -> str:
    if event.side is None:
        return N_("The result was confirmed by %(by)s")
    if event.confirmer is ev.Confirmer.CAPTAIN:
        return N_("The captain of %(side)s confirmed the result: %(by)s")
    return N_("%(side)s confirmed the result: %(by)s")


def _result_corrected(event: ev.ResultCorrected) -> str:
    if event.adjusted:
        return N_(
            "Game %(game)s counts %(home)s SMP for the home team and %(away)s for the away team. "
            "Reason: %(reason)s"
        )
    return N_(
        "Result corrected: %(loser)s lost, %(ending)s, %(left)s left, cube %(cube)s. "
        "Reason: %(reason)s"
    )


def _table_released(event: ev.TableReleased) -> str:
    if event.reason:
        return N_("The director resumed play at the table. Reason: %(reason)s")
    return N_("The board shows the right dice: play goes on at the table")


def _opening_tied(event: ev.OpeningTied) -> str:
    if event.reason:
        return N_("Opening throw %(dice)s: equal, thrown again. Reason: %(reason)s")
    return N_("Opening throw %(dice)s: equal, thrown again")


OF_MATCHES: Mapping[type, Template] = {
    ev.TournamentCreated: N_("Tournament %(name)s was created"),
    ev.AnnouncementMade: N_("Announcement %(number)s was made: %(texts)s"),
    ev.AnnouncementTakenDown: N_("Announcement %(number)s was taken down"),
    ev.TeamRegistered: N_("Team %(name)s was entered: %(players)s"),
    ev.TeamChanged: N_("Team %(team)s is now %(name)s: %(players)s"),
    ev.MatchScheduled: N_("Match %(number)s was set up: %(home)s – %(away)s, %(games)s games"),
    ev.MatchPlayScheduled: N_(
        "Match %(number)s was set up at one table: %(white)s – %(red)s, to %(length)s points"
    ),
    ev.LineUpSubmitted: N_(
        "%(team)s: %(open_player)s in the open room, %(closed_player)s in the closed room"
    ),
    ev.SeedCommitted: N_("A seed for drawn rolls was chosen and its SHA-256 published"),
    ev.WordGiven: N_("%(team)s gave a word for drawing the last rolls"),
    ev.MatchStarted: N_("Both line-ups are open: %(home)s – %(away)s"),
    ev.MatchClosed: N_("The match is over"),
    ev.MatchSigned: N_("%(by)s signed for %(team)s"),
    ev.SubstituteSeated: N_(
        "%(player)s plays for %(team)s from game %(game)s on. Reason: %(reason)s"
    ),
    ev.PlayerLeft: N_("%(player)s left the table. Reason: %(reason)s"),
    ev.PlayerReturned: N_("%(player)s is back at the table"),
    ev.OpenRoomWatched: _open_room_watched,
    ev.DirectorCalled: _director_called,
    ev.CallTaken: N_("%(by)s is going to the table"),
    ev.CallEnded: N_("%(by)s marked the call as settled"),
    ev.HoldSet: N_("Held: %(scope)s. Reason: %(reason)s"),
    ev.HoldLifted: _hold_lifted,
    ev.MatchImported: N_("The file %(name)s was imported"),
    ev.BoardAssigned: _board_assigned,
    ev.BoardMoved: _board_moved,
    ev.BoardLeftClosedRoom: N_(
        "Board %(board_id)s has left the closed room: it is now in the open room of match "
        "%(to_match)s"
    ),
    ev.DiceSeen: N_(
        "The players at board %(board_id)s have seen dice they must not see. Reason: %(reason)s"
    ),
    ev.BoardAttached: N_("Board %(board_id)s is connected"),
    ev.BoardLetIn: _board_let_in,
    ev.BoardLost: N_("Board %(board_id)s was disconnected: %(reason)s"),
    ev.TailDrawSet: _tail_draw_set,
    ev.RecordingSet: _recording_set,
    ev.EmbargoSet: N_("Spectators see: %(embargo)s. Reason: %(reason)s"),
    ev.ClocksSet: N_("Clocks: %(clocks)s, %(minutes)s minutes a game. Reason: %(reason)s"),
    ev.ClocksStood: N_(
        "The clocks were stopped from %(since)s on, because nothing could be stored"
    ),
    ev.GameStarted: N_("Game %(game)s begins, attempt %(attempt)s"),
    ev.OpeningTied: _opening_tied,
    ev.OpeningDecided: N_("Opening throw %(dice)s: %(side)s starts"),
    ev.RollThrown: _roll_thrown,
    ev.RollCounted: N_("The dice of %(side)s, turn %(turn)s, count: %(by)s"),
    ev.RollReleased: N_("The closed room was given %(dice)s: %(side)s, turn %(turn)s"),
    ev.PlayerSet: N_("%(side)s has set up the checkers"),
    ev.TurnReady: N_("%(side)s pressed READY, turn %(turn)s"),
    ev.PlayMade: N_("%(side)s played turn %(turn)s: %(moves)s"),
    ev.PlayAsked: N_(
        "The sensors leave %(plays)s plays of %(side)s possible, turn %(turn)s: the board asks"
    ),
    ev.TurnPlayed: N_("%(side)s played turn %(turn)s; positions are not recorded"),
    ev.PlayQuestioned: N_("The play of %(side)s, turn %(turn)s, does not fit the dice"),
    ev.PlayCondoned: N_("The play of %(side)s, turn %(turn)s, was accepted as played"),
    ev.PointsMarked: N_(
        "Turn %(turn)s of %(side)s is worth: %(marks)s. White %(white)s, Red %(red)s"
    ),
    ev.ChoiceMade: N_("%(side)s, turn %(turn)s: %(choice)s"),
    ev.EchoMismatched: N_(
        "The board shows %(shown)s for %(side)s, turn %(turn)s: different dice from those "
        "it was given"
    ),
    ev.TimeRanOut: N_("The time of %(side)s has run out"),
    ev.DoubleOffered: N_("%(side)s doubled to %(cube)s"),
    ev.DoubleTaken: N_("The double of %(side)s was taken at %(cube)s"),
    ev.DoublePassed: N_("The double of %(side)s was passed"),
    ev.ResignationOffered: N_("%(side)s offered to resign: %(ending)s"),
    ev.ResignationRefused: N_("The resignation of %(side)s was refused"),
    ev.GameResigned: N_("%(side)s resigned: %(ending)s"),
    ev.EndClaimed: N_("%(side)s says that the game is over: %(ending)s, %(left)s left"),
    ev.EndRefused: N_("The opponent of %(side)s denies that the game is over"),
    ev.GameFinished: N_("%(loser)s lost: %(ending)s, %(left)s left, cube %(cube)s"),
    ev.ResultEntered: N_(
        "Result recorded by hand: %(loser)s lost, %(ending)s, %(left)s left, cube "
        "%(cube)s. Entered by %(by)s"
    ),
    ev.ResultConfirmed: _result_confirmed,
    ev.EarlyThrowKept: N_(
        "%(side)s threw %(dice)s before the opponent's play was finished, turn %(turn)s: "
        "the opponent is asked"
    ),
    ev.EarlyThrowVoided: N_("%(dice)s of %(side)s, turn %(turn)s, does not count: %(why)s"),
    ev.RestChosen: N_("%(side)s chose to have the remaining rolls drawn"),
    ev.RestChoiceWithdrawn: N_("%(side)s no longer chooses to have the remaining rolls drawn"),
    ev.RestDrawn: N_(
        "The remaining rolls of game %(game)s are drawn from the seed: both players in the open "
        "room chose this"
    ),
    ev.ThrowVoided: N_("A throw of %(dice)s does not count: %(why)s"),
    ev.ReadingRefused: N_("%(said)s (%(side)s) had no effect: %(why)s"),
    ev.RollCorrected: _roll_corrected,
    ev.RollStands: _roll_stands,
    ev.TurnReopened: N_("%(side)s plays turn %(turn)s again. Reason: %(reason)s"),
    ev.ResultCorrected: _result_corrected,
    ev.PositionCorrected: N_("The director corrected the position. Reason: %(reason)s"),
    ev.TableReleased: _table_released,
    ev.GameVoided: N_("Game %(game)s was voided in both rooms. Reason: %(reason)s"),
    ev.PlayedOnPaper: N_(
        "Game %(game)s was finished on paper; rolls typed in: %(rolls)s. Reason: %(reason)s"
    ),
    ev.GameCancelled: N_("Game %(game)s was cancelled, 0–0. Reason: %(reason)s"),
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
    HoleChoice.HOLD: N_("holds"),
    HoleChoice.GO: N_("goes"),
}
NOTHING_MARKED = N_("no points")
POINTS = N_("%(points)s for %(side)s, %(figure)s")
STANDING = N_("%(holes)s trous and %(points)s")

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
"""Kinds of input by their names in the log. Any other name is an order of the director."""
LOST = {
    "silence": N_("it stopped responding"),
    "new-hello": N_("it started a new session"),
    "hello-requested": N_("the server asked it to start again"),
    "closed": N_("its connection was closed"),
    "connection closed": N_("its connection was closed"),
    "refused": N_("it was refused"),
    "server stopped": N_("the server was stopped"),
}
"""Reasons why a board was lost, by the reason in the log."""
ORDER = N_("An order of the director")
