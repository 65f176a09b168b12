"""One player's sheet of an event, by what is public, for operators too (rulings 12 and 34)."""

from protocol_forms.table_form import TablesForm
from rules.errors import MatchRefused
from rules.formats.standings import NOTHING_PLAYED, Outcomes
from rules.identities import MatchId, PersonId
from server.matches.finished_match import FinishedMatch, PersonTally
from server.matches.match_record import MatchRecord
from server.persons.naming import resolved
from server.prints.event_forms import event_called
from server.prints.wanted import Wanted
from server.results.person_results import PlayedMatch
from server.results.player_sheet import SheetMatch, player_sheet_form
from server.results.seats import seats_of


def player_sheet(wanted: Wanted) -> TablesForm:
    """The sheet of the person whose id is named; raises MatchRefused for who did not play."""
    names = wanted.hall.names(wanted.words.code)
    person = _person(wanted)
    tournament = wanted.tournament.tournament
    public = wanted.outcomes.of(tournament)
    played = wanted.outcomes.played(wanted.hall, tournament)
    sheet = (_sheet_match(wanted, each, person, public) for each in played)
    matches = [each for each in sheet if each is not None]
    if not matches:
        raise _unknown(wanted)
    return player_sheet_form(names.of(person), event_called(wanted), matches, names, wanted.words)


def _person(wanted: Wanted) -> PersonId:
    """The id that stands for the person now."""
    try:
        named = PersonId(wanted.part.player)
    except ValueError:
        raise _unknown(wanted) from None
    return _as_known(wanted, named)


def _unknown(wanted: Wanted) -> MatchRefused:
    return MatchRefused("player", wanted.part.player, "the id of somebody who has played here")


def _as_known(wanted: Wanted, person: PersonId) -> PersonId:
    known = resolved(wanted.hall.persons.persons, person)
    return person if known is None else known.person_id


def _sheet_match(
    wanted: Wanted, played: PlayedMatch, person: PersonId, public: Outcomes
) -> SheetMatch | None:
    """The match as it stands on the sheet; None where that person has no game that counts."""
    tallies = [each for each in played.tallies if _as_known(wanted, each.person) == person]
    match = _match(wanted, played.match_id)
    seats = tuple(each for each in seats_of(match) if _as_known(wanted, each.player) == person)
    if not tallies or not seats:
        return None
    return SheetMatch(
        label=wanted.hall.names().match(played.match_id).label,
        game_name=played.game_name,
        kind=played.kind,
        teams=played.teams,
        seats=seats,
        tally=_summed(person, tallies),
        result=_result(match, public),
    )


def _match(wanted: Wanted, match_id: MatchId) -> MatchRecord | FinishedMatch:
    finished = wanted.hall.registry.finished
    if match_id in finished:
        return finished.of(match_id)
    return wanted.hall.match(match_id).record


def _result(match: MatchRecord | FinishedMatch, public: Outcomes) -> tuple[int, int] | None:
    """VP, points or what the games counted, once the public knows them, home first."""
    if isinstance(match, FinishedMatch):
        return match.final_score
    return public.get(match.match_id.number, NOTHING_PLAYED).vp


def _summed(person: PersonId, tallies: list[PersonTally]) -> PersonTally:
    """Of somebody who sat in both rooms, or who turned out to be two persons, all of it."""
    return PersonTally(
        person=person,
        games=sum(each.games for each in tallies),
        won=sum(each.won for each in tallies),
        smp=_pair_sum([each.smp for each in tallies]),
        imp=_pair_sum([each.imp for each in tallies]),
        points=_pair_sum([each.points for each in tallies]),
    )


def _pair_sum(pairs: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(own for own, _ in pairs), sum(theirs for _, theirs in pairs)
