"""The form of a match at one table as one view object, with one row per game.

Source: ruling 17; ruling 15 for entered results and for the contents of a form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from protocol_forms.decided_notes import (
    AT_ONE_TABLE,
    NOTHING_DECIDED,
    DecidedResults,
    Place,
    decided_among,
    decided_notes,
    shown_decisions,
)
from protocol_forms.labels import FULL_NAME, SHORT_NAME, Say, in_english, shortened
from protocol_forms.match_protocol import TRIAL_NOTE, replaced_notes, standing
from protocol_forms.protocol_view import UNKNOWN_COURSE, DecidedShown, MatchCourse, Signature
from rules.games.backgammon import BACKGAMMON
from rules.games.known_games import INFOS
from rules.match_play.protocol import GameScore, MatchPlayProtocol
from rules.match_play.state import TABLE
from rules.position import Side
from rules.text import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayHeading:
    """Names and dates for the form of a match at one table.

    An unknown value is empty and is not printed. `recorded` is the time at which the match's last
    event was stored, and `ledger_head` the last hash of the event log (the ledger). Both are given
    only after the match. `trial` is True for a match that does not count in any standings.
    """

    white: str
    red: str
    game_name: str = BACKGAMMON.name
    event: str = ""
    match: str = ""
    trial: bool = False
    recorded: str = ""
    ledger_head: str = ""
    course: MatchCourse = UNKNOWN_COURSE


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayRow:
    """One game of a match at one table, as a row of the form.

    `winner` is "white" or "red"; the loser's points are None. `score_white` and `score_red` are the
    scores after the game. `cube` is the value in force, `proposed` the value of a refused double.
    `counts` is False if the match had been won before this game. `decided` and `confirmation` have
    the same meaning as in ProtocolRow.
    """

    game: int
    crawford: bool
    opening: str | None
    winner: str
    ending: str
    how: str
    cube: int
    proposed: int | None
    points_white: int | None
    points_red: int | None
    counts: bool
    score_white: int
    score_red: int
    mark: str = ""
    decided: tuple[DecidedShown, ...] = ()
    confirmation: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPlayView:
    """The form of a match at one table, which is played to `length` points.

    `winner` is the winner's name, or None until the match is complete. `link` is the address of the
    match's live page, printed as a QR code.
    """

    event: str
    match: str
    length: int
    white: str
    red: str
    white_short: str
    red_short: str
    rows: tuple[MatchPlayRow, ...]
    score_white: int
    score_red: int
    complete: bool
    winner: str | None
    notes: tuple[str, ...]
    state: str
    recorded: str
    ledger_head: str
    played: str = ""
    place: str = ""
    signatures: tuple[Signature, ...] = ()
    replaces: str = ""
    replaces_print: str = ""
    link: str = ""


_NOT_COUNTED = N_("Points in brackets do not count: the match was won before that game.")


def match_play_view(
    protocol: MatchPlayProtocol,
    heading: MatchPlayHeading,
    decided: DecidedResults = NOTHING_DECIDED,
    say: Say = in_english,
) -> MatchPlayView:
    """Return the form of a match at one table; the match need not be finished.

    `decided` says who entered or changed results, when and why, and who has confirmed them. `say`
    translates the words.
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
    told = INFOS[heading.game_name].endings
    opening = game.opening
    return MatchPlayRow(
        game=game.game,
        crawford=game.crawford,
        opening=None if opening is None else f"{opening.first}:{opening.second}",
        winner=game.winner.value,
        ending=game.ending.value,
        how=say(told[game.ending].name),
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
