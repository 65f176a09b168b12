"""A match to points as one view object that every form of it is made from: a line a game.

Source: ruling 17; ruling 15 for results that were entered.
"""

from collections.abc import Mapping
from dataclasses import replace

from protocol_forms.decided_notes import (
    AT_ONE_TABLE,
    NOTHING_DECIDED,
    DecidedResults,
    Place,
    decided_among,
    decided_notes,
    shown_decisions,
)
from protocol_forms.form_texts import N_, Say, in_english
from protocol_forms.match_play_view import MatchPlayHeading, MatchPlayRow, MatchPlayView
from protocol_forms.match_protocol import TRIAL_NOTE, replaced_notes, standing
from protocol_forms.shown_texts import FULL_NAME, SHORT_NAME, shortened
from rules.games.long_gammon import LONG_GAMMON
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.room import Ending

_HOW = {
    Ending.BEAROFF: N_("bear-off"),
    Ending.PASS: N_("pass"),
    Ending.GAMMON: N_("gammon"),
    Ending.BACKGAMMON: N_("backgammon"),
    Ending.RESIGNED: N_("resigned"),
    Ending.RESIGNED_GAMMON: N_("resigned gammon"),
    Ending.RESIGNED_BACKGAMMON: N_("resigned backgammon"),
}
_HOW_LONG = {
    **_HOW,
    Ending.BEAROFF: N_("oin"),
    Ending.GAMMON: N_("mars"),
    Ending.RESIGNED_GAMMON: N_("resigned mars"),
}
_NOT_COUNTED = N_("Points in brackets do not count: the match was won before that game.")


def match_play_view(
    protocol: MatchPlayProtocol,
    heading: MatchPlayHeading,
    decided: DecidedResults = NOTHING_DECIDED,
    say: Say = in_english,
) -> MatchPlayView:
    """The view of a match to points, finished or not; `say` gives its words in a language.

    `decided` says of results that were entered who did, when, why, and whether they are confirmed.
    """
    places: dict[Place, GameScore] = {(each.game, TABLE): each for each in protocol.games}
    entered = decided_among(places, decided, {})
    letters, notes = decided_notes(entered, say, AT_ONE_TABLE)
    rows = (_row(game, heading, letters, say) for game in protocol.games)
    if not all(game.counts for game in protocol.games):
        notes = [*notes, say(_NOT_COUNTED)]
    if heading.trial:
        notes = [say(TRIAL_NOTE), *notes]
    notes = [*replaced_notes(heading.course, say), *notes]
    names = {Side.WHITE: heading.white, Side.RED: heading.red}
    return MatchPlayView(
        event=heading.event,
        match=heading.match,
        length=protocol.score.length,
        white=shortened(heading.white, FULL_NAME),
        red=shortened(heading.red, FULL_NAME),
        white_short=shortened(heading.white, SHORT_NAME),
        red_short=shortened(heading.red, SHORT_NAME),
        rows=tuple(_with_decided(row, entered) for row in rows),
        score_white=protocol.score.white,
        score_red=protocol.score.red,
        complete=protocol.complete,
        winner=protocol.winner and shortened(names[protocol.winner], FULL_NAME),
        notes=tuple(notes),
        state=protocol.state.value,
        recorded=heading.recorded,
        ledger_head=heading.ledger_head,
        played=heading.course.played,
        place=heading.course.place,
        signatures=standing(heading.course, (names[side] for side in protocol.signed)),
        replaces=heading.course.replaces,
        replaces_print=heading.course.replaces_print,
    )


def _row(
    game: GameScore, heading: MatchPlayHeading, letters: Mapping[Place, str], say: Say
) -> MatchPlayRow:
    how = _HOW_LONG if heading.game_name == LONG_GAMMON.name else _HOW
    opening = game.opening
    return MatchPlayRow(
        game=game.game,
        crawford=game.crawford,
        opening=None if opening is None else f"{opening.first}:{opening.second}",
        winner=game.winner.value,
        ending=game.ending.value,
        how=say(how[game.ending]),
        cube=game.cube,
        proposed=game.proposed,
        points_white=game.points if game.winner is Side.WHITE else None,
        points_red=game.points if game.winner is Side.RED else None,
        counts=game.counts,
        score_white=game.white,
        score_red=game.red,
        mark=letters.get((game.game, TABLE), ""),
    )


def _with_decided(row: MatchPlayRow, entered: DecidedResults) -> MatchPlayRow:
    result = entered.get((row.game, TABLE))
    if result is None:
        return row
    decided, confirmation = shown_decisions(result)
    return replace(row, decided=decided, confirmation=confirmation)
