"""The protocol of a match of counted games as the view that every form is made from.

Its lines are what each team counted, game by game and room by room; a form says that comparing
them is a house rule (rules.scoring.tallies, ours). The rest is as for any other match.
"""

from collections.abc import Iterator, Mapping

from protocol_forms.decided_notes import (
    NOTHING_DECIDED,
    Decided,
    DecidedResults,
    Decision,
    Place,
    decided_among,
    decided_notes,
    with_decided,
)
from protocol_forms.form_texts import Say, in_english
from protocol_forms.match_protocol import framed, leading_notes, seats_of
from protocol_forms.protocol_view import (
    MatchProtocolView,
    ProtocolHeading,
    ProtocolRow,
    TeamTotal,
)
from protocol_forms.shown_texts import FULL_NAME, head_name, shortened
from rules.room import Room
from rules.scoring.match_protocol import CancelledResult
from rules.scoring.tallies import CountedResult, TallyProtocol, TallyResult, tally_of
from rules.scoring.teams import PerTeam, TeamPlace
from rules.scoring.terms import ScoringTerms


def tally_protocol_view(
    protocol: TallyProtocol,
    heading: ProtocolHeading,
    terms: ScoringTerms,
    decided: DecidedResults = NOTHING_DECIDED,
    say: Say = in_english,
) -> MatchProtocolView:
    """The view of a protocol, finished or not; a game without result yet has an empty row.

    `terms` are those of the game played, `decided` says who entered which results. `say` gives the
    notes in the form's language.
    """
    by_place = {(result.game, result.room): result for result in protocol.results}
    entered = decided_among(by_place, decided, _cancelled(protocol))
    letters, explained = decided_notes(entered, say)
    signs = {place: _sign(result, terms) for place, result in by_place.items()}
    marks = {place: sign + letters.get(place, "") for place, sign in signs.items()}
    notes = [*leading_notes(heading, say), *map(say, terms.notes), *explained]
    notes += [say(terms.marked)] if any(signs.values()) else []
    rows = (with_decided(row, entered) for row in _rows(protocol.games, by_place, marks))
    totals = PerTeam(*(_total(team, protocol, heading) for team in TeamPlace))
    return framed(protocol, heading, terms, rows=rows, totals=totals, notes=notes)


def _cancelled(protocol: TallyProtocol) -> dict[Place, Decided]:
    return {
        (result.game, result.room): Decided(Decision.CANCELLED, reason=result.reason)
        for result in protocol.results
        if isinstance(result, CancelledResult)
    }


def _sign(result: CountedResult, terms: ScoringTerms) -> str:
    return terms.marks.get(result.ending, "") if isinstance(result, TallyResult) else ""


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
                opening=_opening(game, by_place) if room is Room.OPEN else None,
                tally_home=None if tally is None else tally.home,
                tally_away=None if tally is None else tally.away,
                mark=marks.get((game, room), ""),
            )


def _opening(game: int, by_place: Mapping[Place, CountedResult]) -> str | None:
    """The throw that named who threw first, White's die first, from whichever room has a result."""
    for room in Room:
        result = by_place.get((game, room))
        if isinstance(result, TallyResult) and result.opening is not None:
            return f"{result.opening.first}:{result.opening.second}"
    return None


def _total(team: TeamPlace, protocol: TallyProtocol, heading: ProtocolHeading) -> TeamTotal:
    name = heading.teams.of(team)
    return TeamTotal(
        name=shortened(name, FULL_NAME),
        short_name=head_name(name),
        tally=protocol.tally.of(team),
        seats=seats_of(team, heading),
    )
