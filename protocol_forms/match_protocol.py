"""The match protocol as one view object, from which every form of it is made.

Source: the form of the final match in Fair Backgammon Duplicated Team Tournament (Garal, 2008): an
owned cube is printed under the team that owns it, a refused double under "Double passed", remaining
checkers under the loser, points under the winner. Rulings 5 (printed colours), 14 and 15 (contents
of a form).

In a counted game, such as Trictrac, the teams compare a count (trous) instead of points. The
protocol of a match of such games has the same view. Its rows have each team's count for every game
and room, and the form states that comparing the counts is a house rule (our choice, see
rules.scoring.tallies).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from protocol_forms.decided_notes import (
    NOTHING_DECIDED,
    Decided,
    DecidedResults,
    Place,
    ResultDecision,
    decided_among,
    decided_notes,
    with_decided,
)
from protocol_forms.labels import FULL_NAME, Say, head_name, in_english, shortened
from protocol_forms.protocol_view import (
    CitedPoints,
    MatchCourse,
    MatchProtocolView,
    ProtocolHeading,
    ProtocolRow,
    RoomSeat,
    Signature,
    TeamTotal,
    imp_words,
    match_vp_words,
    reading_words,
    smp_words,
)
from protocol_forms.side_statistics import side_statistics_table
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult, GameResult, MatchProtocol, Result
from rules.scoring.scales import SCORING_TABLES_VERSION
from rules.scoring.tallies import CountedResult, TallyProtocol, TallyResult, tally_of
from rules.scoring.teams import PerTeam, TeamPlace, side_of
from rules.scoring.terms import BACKGAMMON_TERMS, ScoringTerms
from rules.text import N_

UNOWNED_NOTE = N_("* The value of the cube at the end; its owner was not recorded.")
"""The note that explains the asterisk at a cube whose owner was not recorded."""

TRIAL_NOTE = N_("A trial: it does not count in any standings.")
REPLACES_NOTE = N_("Replaces the protocol that both sides had signed by %(when)s.")
REPLACES_PRINT_NOTE = N_("Replaces the protocol that was printed at %(when)s.")


def match_protocol_view(
    protocol: MatchProtocol,
    heading: ProtocolHeading,
    terms: ScoringTerms = BACKGAMMON_TERMS,
    decided: DecidedResults = NOTHING_DECIDED,
    say: Say = in_english,
) -> MatchProtocolView:
    """Return the view of a match's protocol; the match need not be finished.

    A game without a result has an empty row. `terms` are the scoring terms of the game played: the
    form of long gammon, for example, says "house table" (ruling 14). `decided` says who entered or
    changed results, when and why, and who has confirmed them (ruling 15). `say` translates the
    notes.
    """
    by_place = {(result.game, result.room): result for result in protocol.results}
    entered = decided_among(by_place, decided, _ruled(protocol))
    letters, explained = decided_notes(entered, say)
    rows = tuple(
        with_decided(_row(game, room, by_place, letters, terms, say), entered)
        for game in range(1, protocol.games + 1)
        for room in Room
    )
    notes = [*leading_notes(heading, say), *map(say, terms.scored.notes), *explained]
    if any(_sign(result, terms) for result in protocol.results):
        notes.append(say(terms.scored.marked))
    notes += [say(UNOWNED_NOTE)] if any(row.cube_unowned for row in rows) else []
    totals = PerTeam(*(_total(team, protocol, heading) for team in TeamPlace))
    view = framed(protocol, heading, terms, rows=rows, totals=totals, notes=notes)
    return replace(
        view,
        bridge_difference=protocol.bridge_difference,
        table_version=SCORING_TABLES_VERSION,
        vp_cited=match_vp_words(protocol, say),
        reading=reading_words(protocol.games, say),
        statistics=side_statistics_table(protocol, heading.teams, say),
    )


def leading_notes(heading: ProtocolHeading, say: Say) -> list[str]:
    """Return the notes that concern the whole form and are printed before the others."""
    notes = [say(TRIAL_NOTE)] if heading.trial else []
    return [*notes, *replaced_notes(heading.course, say)]


def replaced_notes(course: MatchCourse, say: Say) -> list[str]:
    """Return notes that say which earlier forms of the match the new form replaces.

    There is a note if both sides had signed an earlier form, and a note if a different form had
    been printed. `course` has the times of both.
    """
    notes = [say(REPLACES_NOTE, when=course.replaces)] if course.replaces else []
    printed = course.replaces_print
    return [*notes, say(REPLACES_PRINT_NOTE, when=printed)] if printed else notes


def framed(
    protocol: MatchProtocol | TallyProtocol,
    heading: ProtocolHeading,
    terms: ScoringTerms,
    *,
    rows: Iterable[ProtocolRow],
    totals: PerTeam[TeamTotal],
    notes: Iterable[str],
) -> MatchProtocolView:
    """Return a match's view with the given rows, totals and notes.

    All other fields of the view are made from the protocol, the heading and the scoring terms.
    """
    return MatchProtocolView(
        event=heading.event,
        match=heading.match,
        roll_sets=_roll_sets(heading.roll_sets),
        games=protocol.games,
        rows=tuple(rows),
        home=totals.home,
        away=totals.away,
        compared=terms.scored.compared,
        difference=protocol.difference,
        complete=protocol.complete,
        winner=protocol.winner and shortened(heading.teams.of(protocol.winner), FULL_NAME),
        bridge_difference=None,
        notes=tuple(notes),
        state=protocol.state.value,
        recorded=heading.recorded,
        ledger_head=heading.ledger_head,
        table_title=terms.scoring_tables_title,
        table_version="",
        played=heading.course.played,
        place=heading.course.place,
        signatures=standing(heading.course, map(heading.teams.of, protocol.confirmations.captains)),
        replaces=heading.course.replaces,
        replaces_print=heading.course.replaces_print,
    )


def standing(course: MatchCourse, signed: Iterable[str]) -> tuple[Signature, ...]:
    """Return those signatures of the match that are still valid.

    `course` has the signatures with their times. A signature is void if a result was changed or the
    match shortened after it. `signed` has the names of the teams or players whose signatures are
    not void.
    """
    names = set(signed)
    return tuple(
        replace(each, team=shortened(each.team, FULL_NAME))
        for each in course.signatures
        if each.team in names
    )


def _row(
    game: int,
    room: Room,
    by_place: Mapping[Place, Result],
    letters: Mapping[Place, str],
    terms: ScoringTerms,
    say: Say,
) -> ProtocolRow:
    result = by_place.get((game, room))
    mark = _sign(result, terms) + letters.get((game, room), "")
    opening = _opening(game, by_place) if room is Room.OPEN else None
    letter = room.value[0].upper()
    empty = ProtocolRow(game=game, room=room.value, letter=letter, opening=opening, mark=mark)
    if result is None:
        return empty
    if isinstance(result, GameResult):
        return replace(_played_row(empty, result), cited=_cited(result, say))
    return ProtocolRow(
        cited=_cited(result, say),
        game=game,
        room=room.value,
        letter=letter,
        opening=opening,
        smp_home=result.smp.home,
        smp_away=result.smp.away,
        imp_home=result.imp.home,
        imp_away=result.imp.away,
        mark=mark,
    )


def _cited(result: Result, say: Say) -> CitedPoints:
    smp_home, smp_away = (smp_words(result, team, say) for team in TeamPlace)
    imp_home, imp_away = (imp_words(result.smp.of(team), say) for team in TeamPlace)
    return CitedPoints(smp_home=smp_home, smp_away=smp_away, imp_home=imp_home, imp_away=imp_away)


def _sign(result: Result | None, terms: ScoringTerms) -> str:
    """Return the sign that the scoring terms put beside a result, such as that of a mars, or ""."""
    return terms.scored.marks.get(result.ending, "") if isinstance(result, GameResult) else ""


def _played_row(empty: ProtocolRow, result: GameResult) -> ProtocolRow:
    home_won = result.winner is TeamPlace.HOME
    turned = result.cube if result.cube > 1 and result.proposed is None else None
    return ProtocolRow(
        game=empty.game,
        room=empty.room,
        letter=empty.letter,
        opening=empty.opening,
        cube_home=turned if result.owner is TeamPlace.HOME else None,
        cube_proposed=result.proposed,
        cube_away=turned if result.owner is TeamPlace.AWAY else None,
        cube_unowned=turned if result.owner is None else None,
        left_home=None if home_won else result.left,
        left_away=result.left if home_won else None,
        smp_home=result.smp.home if home_won else None,
        smp_away=None if home_won else result.smp.away,
        imp_home=result.imp.home if home_won else None,
        imp_away=None if home_won else result.imp.away,
        mark=empty.mark,
    )


def _opening(game: int, by_place: Mapping[Place, Result]) -> str | None:
    """Return the game's opening throw, White's die first, as either room recorded it."""
    for room in Room:
        result = by_place.get((game, room))
        if isinstance(result, GameResult) and result.opening is not None:
            return f"{result.opening.first}:{result.opening.second}"
    return None


def _ruled(protocol: MatchProtocol) -> dict[Place, Decided]:
    """Return the decisions by which results were adjusted or cancelled, each with its reason."""
    return {
        (result.game, result.room): Decided(
            ResultDecision.CANCELLED
            if isinstance(result, CancelledResult)
            else ResultDecision.ADJUSTED,
            reason=result.reason,
        )
        for result in protocol.results
        if not isinstance(result, GameResult)
    }


def _total(team: TeamPlace, protocol: MatchProtocol, heading: ProtocolHeading) -> TeamTotal:
    name = heading.teams.of(team)
    return TeamTotal(
        name=shortened(name, FULL_NAME),
        short_name=head_name(name),
        smp=protocol.smp.of(team),
        imp=protocol.imp.of(team),
        vp=None if protocol.vp is None else protocol.vp.of(team),
        seats=seats_of(team, heading),
    )


def seats_of(team: TeamPlace, heading: ProtocolHeading) -> tuple[RoomSeat, RoomSeat]:
    """Return the team's seats: in the open room, then in the closed room."""
    return _seat(team, Room.OPEN, heading), _seat(team, Room.CLOSED, heading)


def _seat(team: TeamPlace, room: Room, heading: ProtocolHeading) -> RoomSeat:
    side = side_of(team, room)
    players = heading.players.get((room, side), ())
    return RoomSeat(
        team=shortened(heading.teams.of(team), FULL_NAME),
        room=room.value,
        colour=heading.colours[side],
        players=", ".join(shortened(player, FULL_NAME) for player in players),
    )


def _roll_sets(numbers: Sequence[int]) -> str:
    """Return the numbers of the games' sets of rolls as text; empty if there are no numbers.

    An example is "37–42" or, if game 3 was replayed, "37–38, 51, 40".
    """
    runs = list[list[int]]()
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def tally_protocol_view(
    protocol: TallyProtocol,
    heading: ProtocolHeading,
    terms: ScoringTerms,
    decided: DecidedResults = NOTHING_DECIDED,
    say: Say = in_english,
) -> MatchProtocolView:
    """Return the view of the protocol of a match of counted games; the match need not be finished.

    A game without a result has an empty row. `terms` are the scoring terms of the game played,
    `decided` says who entered which results, and `say` translates the notes.
    """
    by_place = {(result.game, result.room): result for result in protocol.results}
    entered = decided_among(by_place, decided, _cancelled(protocol))
    letters, explained = decided_notes(entered, say)
    signs = {place: _counted_sign(result, terms) for place, result in by_place.items()}
    marks = {place: sign + letters.get(place, "") for place, sign in signs.items()}
    notes = [*leading_notes(heading, say), *map(say, terms.scored.notes), *explained]
    notes += [say(terms.scored.marked)] if any(signs.values()) else []
    rows = (with_decided(row, entered) for row in _rows(protocol.games, by_place, marks))
    totals = PerTeam(*(_counted_total(team, protocol, heading) for team in TeamPlace))
    return framed(protocol, heading, terms, rows=rows, totals=totals, notes=notes)


def _cancelled(protocol: TallyProtocol) -> dict[Place, Decided]:
    return {
        (result.game, result.room): Decided(ResultDecision.CANCELLED, reason=result.reason)
        for result in protocol.results
        if isinstance(result, CancelledResult)
    }


def _counted_sign(result: CountedResult, terms: ScoringTerms) -> str:
    return terms.scored.marks.get(result.ending, "") if isinstance(result, TallyResult) else ""


def _rows(
    games: int, by_place: Mapping[Place, CountedResult], marks: Mapping[Place, str]
) -> Iterator[ProtocolRow]:
    for game in range(1, games + 1):
        for room in Room:
            result = by_place.get((game, room))
            tally = None if result is None else tally_of(result)
            yield ProtocolRow(
                game=game,
                room=room.value,
                letter=room.value[0].upper(),
                opening=_counted_opening(game, by_place) if room is Room.OPEN else None,
                tally_home=None if tally is None else tally.home,
                tally_away=None if tally is None else tally.away,
                mark=marks.get((game, room), ""),
            )


def _counted_opening(game: int, by_place: Mapping[Place, CountedResult]) -> str | None:
    """Return the throw that decided who starts, White's die first, as either room recorded it."""
    for room in Room:
        result = by_place.get((game, room))
        if isinstance(result, TallyResult) and result.opening is not None:
            return f"{result.opening.first}:{result.opening.second}"
    return None


def _counted_total(team: TeamPlace, protocol: TallyProtocol, heading: ProtocolHeading) -> TeamTotal:
    name = heading.teams.of(team)
    return TeamTotal(
        name=shortened(name, FULL_NAME),
        short_name=head_name(name),
        tally=protocol.tally.of(team),
        seats=seats_of(team, heading),
    )
