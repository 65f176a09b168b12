"""Forms of a match besides its protocol: results by room, sets of rolls, side statistics.

Of sets of rolls only those of games that both rooms have ended: by then all of the game is public
(ruling 12), and so are they, for operators too.
"""

from dataclasses import replace

from protocol_forms.match_play_view import MatchPlayView
from protocol_forms.roll_set_form import NumberedRolls, roll_sets_form
from protocol_forms.room_results import room_results_form
from protocol_forms.said import Say, in_english
from protocol_forms.scoring_tables import scoring_tables_form
from protocol_forms.shown_texts import FULL_NAME, shortened
from protocol_forms.side_statistics import side_statistics_form
from protocol_forms.table_form import TablesForm
from rules.duplicate.roll_sets import roll_sets
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.teams import PerTeam
from server.luck.luck_tables import LuckTables
from server.prints.match_forms import luck_of, protocol, scored_protocol
from server.prints.wanted import Wanted
from server.translation import N_

_ONCE_OVER = N_("Luck and forks are told by the server once the match is over.")
_LUCK, _TEAMS = N_("Luck and forks"), N_("Teams")
_TITLES = N_("Set of rolls"), N_("Sets of rolls")


def room_results(wanted: Wanted) -> TablesForm:
    """The results of both rooms by player; raises MatchRefused for a match at one table."""
    view = protocol(replace(wanted, prints={}))
    if isinstance(view, MatchPlayView):
        raise not_in_two_rooms(wanted)
    return room_results_form(view, _say(wanted))


def side_statistics(wanted: Wanted) -> TablesForm:
    """The side statistics; raises MatchRefused for a match that no table of IMP scores."""
    scored = scored_protocol(wanted)
    scheduled = wanted.hall.match(wanted.match).record.scheduled
    if not isinstance(scored, MatchProtocol) or not isinstance(scheduled, MatchScheduled):
        raise MatchRefused("match", wanted.match, "a match that is scored in IMP")
    return side_statistics_form(
        scored, PerTeam(*scheduled.opponents), called(wanted, scheduled), _say(wanted)
    )


def luck(wanted: Wanted) -> TablesForm:
    """Luck, IMP without it, and forks; before the match is over none, and the form says so.

    Raises MatchRefused for a match at one table.
    """
    scored, record = scored_protocol(wanted), wanted.hall.match(wanted.match).record
    scheduled = record.scheduled
    if not isinstance(scheduled, MatchScheduled):
        raise not_in_two_rooms(wanted)
    say = _say(wanted)
    made = luck_of(wanted, scored) or LuckTables((), (say(_ONCE_OVER),))
    return TablesForm(
        title=say(_LUCK),
        event=called(wanted, scheduled),
        tables=made.tables,
        facts=((say(_TEAMS), " – ".join(_short(scheduled))),),
        notes=made.notes,
    )


def rolled_sets(wanted: Wanted) -> TablesForm:
    """The sets of rolls of all games that are over in both rooms, or of the one that is named.

    Raises MatchRefused for a match at one table and for a game that is not over.
    """
    process, now = wanted.hall.match(wanted.match), wanted.hub.snapshot(wanted.match)
    record, scheduled = process.record, process.record.scheduled
    if not isinstance(scheduled, MatchScheduled):
        raise not_in_two_rooms(wanted)
    assert now is not None
    over, named = sorted(now.finished), wanted.part.game
    if named is not None and named not in over:
        allowed = ", ".join(map(str, over)) or "none yet"
        raise MatchRefused("game", named, f"games that are over in both rooms: {allowed}")
    rolled = roll_sets(process.history)
    shown = [
        NumberedRolls(record.roll_set_of(game), rolled[game])
        for game in over
        if named in (None, game)
    ]
    title = wanted.words.gettext(_TITLES[named is None])
    teams = wanted.words.gettext("Teams"), " – ".join(_short(scheduled))
    return roll_sets_form(title, called(wanted, scheduled), shown, (teams,), _say(wanted))


def scoring_tables(wanted: Wanted) -> TablesForm:
    """The tables a match is scored by, whichever it is."""
    return scoring_tables_form(_say(wanted))


def _say(wanted: Wanted) -> Say:
    return in_english if wanted.for_programs else wanted.words.gettext


def called(wanted: Wanted, scheduled: MatchScheduled) -> str:
    """Of which match a form is: the event's name, the match's number."""
    number = wanted.words.gettext("Match %(number)s", number=scheduled.number)
    return " · ".join(part for part in (scheduled.event, number) if part)


def _short(scheduled: MatchScheduled) -> list[str]:
    return [shortened(team, FULL_NAME) for team in scheduled.opponents]


def not_in_two_rooms(wanted: Wanted) -> MatchRefused:
    """The refusal of a form that only a match in two rooms has."""
    return MatchRefused("match", wanted.match, "a match in two rooms")
