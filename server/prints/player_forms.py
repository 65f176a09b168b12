"""One player's sheet of an event, by what is public, for operators too (rulings 12 and 34)."""

from protocol_forms.table_form import TablesForm
from rules.errors import MatchRefused
from rules.formats.format import NOTHING_PLAYED, Outcomes
from rules.identities import MatchId, PersonId
from server.matches.finished_match import FinishedMatch, PersonTally
from server.matches.match_record import MatchRecord
from server.persons.naming import resolved
from server.prints.event_forms import event_called
from server.prints.form_context import FormContext
from server.results.person_results import PlayedMatch
from server.results.player_sheet import SheetMatch, player_sheet_form
from server.results.seats import seats_of


def player_sheet(context: FormContext) -> TablesForm:
    """The sheet of the person whose id is named; raises MatchRefused for who did not play."""
    names = context.hall.names(context.words.code)
    person = _person(context)
    tournament = context.tournament.tournament
    public = context.outcomes.of(tournament)
    played = context.outcomes.played(context.hall, tournament)
    sheet = (_sheet_match(context, each, person, public) for each in played)
    matches = [each for each in sheet if each is not None]
    if not matches:
        raise _unknown(context)
    return player_sheet_form(names.of(person), event_called(context), matches, names, context.words)


def _person(context: FormContext) -> PersonId:
    """The id that stands for the person now."""
    try:
        named = PersonId(context.part.player)
    except ValueError:
        raise _unknown(context) from None
    return _as_known(context, named)


def _unknown(context: FormContext) -> MatchRefused:
    return MatchRefused("player", context.part.player, "the id of somebody who has played here")


def _as_known(context: FormContext, person: PersonId) -> PersonId:
    known = resolved(context.hall.persons.persons, person)
    return person if known is None else known.person_id


def _sheet_match(
    context: FormContext, played: PlayedMatch, person: PersonId, public: Outcomes
) -> SheetMatch | None:
    """The match as it stands on the sheet; None where that person has no game that counts."""
    tallies = [each for each in played.tallies if _as_known(context, each.person) == person]
    match = _match(context, played.match_id)
    seats = tuple(each for each in seats_of(match) if _as_known(context, each.player) == person)
    if not tallies or not seats:
        return None
    return SheetMatch(
        label=context.hall.names().match(played.match_id).label,
        game_name=played.game_name,
        kind=played.kind,
        teams=played.teams,
        seats=seats,
        tally=_summed(person, tallies),
        result=_result(match, public),
    )


def _match(context: FormContext, match_id: MatchId) -> MatchRecord | FinishedMatch:
    finished = context.hall.registry.finished
    if match_id in finished:
        return finished.of(match_id)
    return context.hall.match(match_id).record


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
