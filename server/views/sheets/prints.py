"""Printed sheets for the hall: tables, signs, nameplates, rules, slips, blank forms, winners."""

from collections.abc import Iterator
from dataclasses import replace

from protocol_forms.board_drawing import BoardDrawn, facing_of
from protocol_forms.grids import GridsForm
from protocol_forms.scoring_tables import scoring_tables_form
from protocol_forms.sheets.blank_forms import BlankMatch, blank_protocol, score_sheets
from protocol_forms.sheets.hall_sheets import (
    TableSet,
    Winners,
    board_diagram,
    call_slips,
    first_three,
    player_plates,
    room_signs,
    ruling_slips,
    table_cards,
    table_plates,
    team_plates,
    where_sheet,
)
from protocol_forms.sheets.house_rules import HouseRules, house_rules
from protocol_forms.writers.sheet import Sheet
from rules.any_match import AnyMatchState
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.team_event.podium import podium
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam, TeamPlace, team_of
from rules.scoring.terms import TERMS
from rules.text import N_
from server.matches.line_ups import seats_of
from server.matches.match_record import MatchRecord
from server.tournaments.finished_matches import score_so_far
from server.views.knockouts.prints import knockouts_shown
from server.views.match.values import teams_in
from server.views.printable import FormContext, Printable, Scope, tournament_called
from server.views.rounds.prints import matches_of_round
from server.views.team_event.prints import event_seen
from server.views.tournament.words import status_shown

_ROOMS = {Room.OPEN: N_("open room"), Room.CLOSED: N_("closed room")}


def scoring_tables(context: FormContext) -> GridsForm:
    """Return a form with the three scoring tables of a duplicate match of backgammon."""
    return scoring_tables_form(context.say)


def signs(context: FormContext) -> Sheet:
    """Return signs for the doors of both rooms, or of the room that the context names."""
    rooms = tuple(Room) if context.part.room is None else (context.part.room,)
    return room_signs(rooms, tournament_called(context), context.words.gettext, context.words.code)


def rules_to_hang(context: FormContext) -> Sheet:
    """Return a sheet with the house rules and the tournament's period for queries (ruling 32)."""
    minutes = context.tournament.state.rulings.queries.minutes
    rules = HouseRules(tournament_called(context), minutes)
    return house_rules(rules, context.words.gettext, context.words.code)


def _is_reached(context: FormContext) -> bool:
    return bool(context.reached_at)


def for_the_entrance(context: FormContext) -> Sheet:
    """Return a sheet for the entrance with the address of the page where players find their table.

    Raises MatchRefused if other devices cannot reach the server.
    """
    address = f"{_reached_at(context)}/t/{context.name}/where"
    return where_sheet(
        tournament_called(context), address, context.words.gettext, context.words.code
    )


def _reached_at(context: FormContext) -> str:
    if not context.reached_at:
        allowed = N_("an address that phones reach: --public-url or YALTA_PUBLIC_URL sets it")
        raise MatchRefused("public_url", "", allowed)
    return context.reached_at


def plates_of_players(context: FormContext) -> Sheet:
    """Return nameplates of all players, or of the team or player that the context names.

    Raises MatchRefused if there is no such team or player.
    """
    names = context.hall.names(context.words.code)
    entered = context.tournament.teams
    players = [(names.of(player), team) for team in _teams(context) for player in entered[team]]
    requested_player = context.part.player
    if requested_player:
        players = [each for each in players if each[0] == requested_player]
    if not players:
        raise MatchRefused("player", requested_player, "a player of one of the teams")
    return player_plates(players, context.words.gettext, context.words.code)


def plates_of_teams(context: FormContext) -> Sheet:
    """Return nameplates of all teams, or of the team that the context names."""
    say, code = context.words.gettext, context.words.code
    return team_plates(_teams(context), tournament_called(context), say, code)


def _teams(context: FormContext) -> list[str]:
    """Return the team that the context names, or all teams if the context names none.

    Raises MatchRefused if the team is unknown.
    """
    known = list(context.tournament.teams)
    if not context.part.team and known:
        return known
    if context.part.team not in known:
        raise MatchRefused("team", context.part.team, ", ".join(known) or "a team that is entered")
    return [context.part.team]


def plates_of_tables(context: FormContext) -> Sheet:
    """Return nameplates of the tables of the context's round.

    If the context names no round, these are the tables of all matches that are not over. Raises
    MatchRefused if there is no such match.
    """
    tables = [table for record in _to_play(context) for table in _tables(record, context)]
    return table_plates(tables, context.words.gettext, context.words.code)


def cards_of_tables(context: FormContext) -> Sheet:
    """Return a card for each table of the context's round: how to use the phone that is its board.

    If the context names no round, there is a card for each table of all matches that are not over.
    A card names the table's players once the line-ups of both teams are in. Raises MatchRefused if
    there is no such match, or if other devices cannot reach the server.
    """
    tables = [
        _with_players(table, record, context)
        for record in _to_play(context)
        for table in _tables(record, context)
    ]
    address = f"{_reached_at(context)}/table"
    return table_cards(tables, address, context.words.gettext, context.words.code)


def _with_players(table: TableSet, record: MatchRecord, context: FormContext) -> TableSet:
    if table.room is None:
        return table
    names = context.hall.names(context.words.code)
    sitting = {(seat.room, seat.side): names.of(seat.player) for seat in seats_of(record)}
    if not sitting:
        return table
    white, red = (sitting[table.room, side] for side in (Side.WHITE, Side.RED))
    return replace(table, white=f"{white} ({table.white})", red=f"{red} ({table.red})")


def _to_play(context: FormContext) -> list[MatchRecord]:
    """Return the matches of the context's round, or of the tournament, that are not over.

    Raises MatchRefused if there is none.
    """
    hall, tournament = context.hall, context.tournament
    in_play = hall.registry.in_play()
    if context.part.round is None:
        own = tournament.tournament
        matches = [each for each in in_play if each.tournament == own]
    else:
        matches = [each for each in matches_of_round(tournament, context.part) if each in in_play]
    if not matches:
        raise MatchRefused("round", context.part.round or "", "one with a match that is not over")
    return [in_play[each].record for each in matches]


def _tables(record: MatchRecord, context: FormContext) -> list[TableSet]:
    names = context.hall.names(context.words.code)
    label = names.match(record.match_id).label
    teams = [names.by(team) for team in record.teams]
    if len(record.rooms) == 1:
        return [TableSet(label, None, teams[0], teams[1])]
    by_place = dict(zip(TeamPlace, teams, strict=True))
    return [
        TableSet(
            label,
            room,
            by_place[team_of(Side.WHITE, room)],
            by_place[team_of(Side.RED, room)],
        )
        for room in Room
    ]


def score_sheet(context: FormContext) -> Sheet:
    """Return score sheets of a match to fill in, for both rooms or for the named room."""
    rooms = tuple(Room) if context.part.room is None else (context.part.room,)
    return score_sheets(_blank(context), rooms, context.words.gettext, context.words.code)


def protocol_to_fill(context: FormContext) -> Sheet:
    """Return a match protocol to fill in by hand: it has empty fields instead of figures."""
    return blank_protocol(_blank(context), context.words.gettext, context.words.code)


def _blank(context: FormContext) -> BlankMatch:
    record = context.hall.match(context.match).record
    scheduled = record.scheduled
    if not isinstance(scheduled, MatchScheduled):
        raise MatchRefused("match", context.match, "a match of two rooms")
    return BlankMatch(
        event=scheduled.event,
        number=context.hall.names().match(context.match).label,
        teams=PerTeam(scheduled.home, scheduled.away),
        games=scheduled.games,
        terms=TERMS[record.game.name],
    )


def slips_of_calls(context: FormContext) -> Sheet:
    """Return a page of slips on which players write to call the director to their table."""
    return call_slips(tournament_called(context), context.words.gettext, context.words.code)


def slips_of_rulings(context: FormContext) -> Sheet:
    """Return a page of slips on which the director writes rulings."""
    return ruling_slips(tournament_called(context), context.words.gettext, context.words.code)


def empty_board(context: FormContext) -> Sheet:
    """Return a sheet with an empty board, on which to draw a position."""
    drawn = BoardDrawn(context.words.gettext("Board"), tournament_called(context))
    return board_diagram(drawn, context.words.gettext, context.words.code)


def board_as_it_stands(context: FormContext) -> Sheet:
    """Return a sheet with the position in the open room, or in the room that the context names.

    Raises MatchRefused if the match has not begun or the table does not record positions.
    """
    record = context.hall.match(context.match).record
    room = context.part.room or Room.OPEN
    if record.state is None or room not in record.rooms:
        raise MatchRefused("match", context.match, "one that has begun, and a room of it")
    table = record.state.table(room)
    if not table.recorded:
        raise MatchRefused("match", context.match, N_("a table whose positions are recorded"))
    words, names = context.words, context.hall.names(context.words.code)
    teams = tuple(names.by(team) for team in record.teams)
    by_side = teams_in(record, room)
    before = {at: each for at, each in record.state.results.items() if at[0] < record.state.game}
    home, away = score_so_far(record, before)
    drawn = BoardDrawn(
        _place(record.state, room, names.match(context.match).label, context),
        f"{teams[0]} – {teams[1]}",
        table.position,
        facing=facing_of(record.game),
        cube=table.cube,
        on_turn=table.on_turn,
        names=(names.by(by_side[Side.WHITE]), names.by(by_side[Side.RED])),
        score=words.gettext(
            "Score before this game: %(home)s %(left)s – %(right)s %(away)s",
            home=teams[0],
            left=home,
            right=away,
            away=teams[1],
        ),
    )
    return board_diagram(drawn, words.gettext, words.code)


def _place(state: AnyMatchState, room: Room, label: str, context: FormContext) -> str:
    words = context.words
    match = words.gettext("Match %(number)s", number=label)
    game = words.gettext("game %(game)s", game=state.game)
    parts = [match, game]
    if len(state.rooms) > 1:
        parts.append(words.gettext(_ROOMS[room]))
    return ", ".join(parts)


def _has_teams(context: FormContext) -> bool:
    return bool(context.tournament.teams)


def winners(context: FormContext) -> Sheet:
    """Return a page with the first three teams, and one for each knockout with a winner.

    Teams are printed with their players. The sheet shows what the context's visitor may know, and
    how final the places are, so that nobody reads out what can still change. If no first place is
    decided yet, the sheet says so. Sources: rulings 4, 13 and 32; for knockouts the bracket.
    """
    words, seen = context.words, event_seen(context)
    teams = podium(context.tournament.state.event, seen.outcomes)
    contests = (
        [Winners("", tuple(map(tuple, _places_with_players(teams, context))))] if teams else []
    )
    for each in knockouts_shown(context):
        places = tuple(tuple((one.name, ()) for one in place) for place in each.podium)
        if places:
            contests.append(Winners(each.name, places))
    state = status_shown(seen.status, words, context.hall.now()).text
    return first_three(tournament_called(context), contests, state, words.gettext, words.code)


def _places_with_players(
    places: tuple[tuple[str, ...], ...], context: FormContext
) -> Iterator[list[tuple[str, tuple[str, ...]]]]:
    names, teams = context.hall.names(context.words.code), context.tournament.teams
    for place in places:
        yield [(team, tuple(map(names.of, teams.get(team, ())))) for team in place]


def _has_places(context: FormContext) -> bool:
    state = context.tournament.state
    return bool(state.event.stages or state.of(KNOCKOUT).by_number)


FIRST_THREE = Printable(
    kind="first-three",
    title=N_("The first three"),
    scope=Scope.EVENT,
    make=winners,
    offered=_has_places,
)
PRINTS: tuple[Printable, ...] = (
    Printable(
        kind="scoring-tables",
        title=N_("Scoring tables for backgammon"),
        scope=Scope.NOTHING,
        make=scoring_tables,
        public=True,
    ),
    Printable(
        kind="signs",
        title=N_("Signs for the rooms"),
        scope=Scope.NOTHING,
        make=signs,
    ),
    Printable(
        kind="house-rules",
        title=N_("House rules"),
        scope=Scope.NOTHING,
        make=rules_to_hang,
        public=True,
    ),
    Printable(
        kind="where",
        title=N_("Where do I play? To hang at the entrance"),
        scope=Scope.NOTHING,
        make=for_the_entrance,
        offered=_is_reached,
    ),
    Printable(
        kind="player-plates",
        title=N_("Nameplates of players"),
        scope=Scope.TEAM,
        make=plates_of_players,
        offered=_has_teams,
    ),
    Printable(
        kind="team-plates",
        title=N_("Nameplates of teams"),
        scope=Scope.TEAM,
        make=plates_of_teams,
        offered=_has_teams,
    ),
    Printable(
        kind="table-plates",
        title=N_("Nameplates of tables"),
        scope=Scope.ROUND,
        make=plates_of_tables,
    ),
    Printable(
        kind="table-cards",
        title=N_("Table cards for phones"),
        scope=Scope.ROUND,
        make=cards_of_tables,
    ),
    Printable(
        kind="score-sheet",
        title=N_("Score sheet to fill in by hand"),
        scope=Scope.MATCH,
        make=score_sheet,
    ),
    Printable(
        kind="blank-protocol",
        title=N_("Match protocol to fill in by hand"),
        scope=Scope.MATCH,
        make=protocol_to_fill,
    ),
    Printable(
        kind="board",
        title=N_("Current position"),
        scope=Scope.MATCH,
        make=board_as_it_stands,
    ),
    Printable(
        kind="call-slips",
        title=N_("Slips to call the director"),
        scope=Scope.NOTHING,
        make=slips_of_calls,
    ),
    Printable(
        kind="ruling-slips",
        title=N_("Slips for rulings"),
        scope=Scope.NOTHING,
        make=slips_of_rulings,
    ),
    Printable(
        kind="empty-board",
        title=N_("Board to draw on"),
        scope=Scope.NOTHING,
        make=empty_board,
    ),
)
