"""Sheets for the hall: signs, nameplates, rules, blank forms, slips, boards."""

from protocol_forms.board_drawing import BoardDrawn, facing_of
from protocol_forms.sheets.blank_forms import BlankMatch, blank_protocol, score_sheets
from protocol_forms.sheets.board_diagram import board_diagram
from protocol_forms.sheets.house_rules import HouseRules, house_rules
from protocol_forms.sheets.nameplates import TableSet, player_plates, table_plates, team_plates
from protocol_forms.sheets.signs import room_signs
from protocol_forms.sheets.slips import call_slips, ruling_slips
from protocol_forms.sheets.where_sheet import where_sheet
from protocol_forms.writers.sheet import Sheet
from rules.any_match import AnyMatchState
from rules.errors import MatchRefused
from rules.events import MatchScheduled
from rules.room import Room
from rules.scoring.teams import PerTeam, TeamPlace, team_of
from rules.scoring.terms import TERMS
from rules.side import Side
from server.console.match_view import teams_in
from server.matches.match_record import MatchRecord
from server.prints.event_forms import event_called
from server.prints.rounds import matches_of_round
from server.prints.wanted import Wanted
from server.results.finished_summary import score_so_far
from server.translation import N_

_ROOMS = {Room.OPEN: N_("open room"), Room.CLOSED: N_("closed room")}


def signs(wanted: Wanted) -> Sheet:
    """The signs of both rooms, or of the one that is named."""
    rooms = tuple(Room) if wanted.part.room is None else (wanted.part.room,)
    return room_signs(rooms, event_called(wanted), wanted.words.gettext, wanted.words.code)


def rules_to_hang(wanted: Wanted) -> Sheet:
    """The house rules, with the event's own period for queries (ruling 32)."""
    minutes = wanted.tournament.state.rulings.queries.minutes
    rules = HouseRules(event_called(wanted), minutes)
    return house_rules(rules, wanted.words.gettext, wanted.words.code)


def for_the_entrance(wanted: Wanted) -> Sheet:
    """Where players find their tables; raises MatchRefused where no other device gets there."""
    if not wanted.reached_at:
        allowed = "an address that phones reach: --public-url or YALTA_PUBLIC_URL sets it"
        raise MatchRefused("public_url", "", allowed)
    address = f"{wanted.reached_at}/t/{wanted.name}/where"
    return where_sheet(event_called(wanted), address, wanted.words.gettext, wanted.words.code)


def plates_of_players(wanted: Wanted) -> Sheet:
    """Nameplates of all players of the teams, of one team, or of one player."""
    names = wanted.hall.names(wanted.words.code)
    entered = wanted.tournament.teams
    players = [(names.of(player), team) for team in _teams(wanted) for player in entered[team]]
    wanted_player = wanted.part.player
    if wanted_player:
        players = [each for each in players if each[0] == wanted_player]
    if not players:
        raise MatchRefused("player", wanted_player, "a player of one of the teams")
    return player_plates(players, wanted.words.gettext, wanted.words.code)


def plates_of_teams(wanted: Wanted) -> Sheet:
    """Nameplates of all teams, or of one."""
    say, code = wanted.words.gettext, wanted.words.code
    return team_plates(_teams(wanted), event_called(wanted), say, code)


def _teams(wanted: Wanted) -> list[str]:
    """The team that is named, else all; raises MatchRefused where there is none such."""
    known = list(wanted.tournament.teams)
    if not wanted.part.team and known:
        return known
    if wanted.part.team not in known:
        raise MatchRefused("team", wanted.part.team, ", ".join(known) or "a team that is entered")
    return [wanted.part.team]


def plates_of_tables(wanted: Wanted) -> Sheet:
    """Nameplates of the tables of a round, or of all matches that are not over."""
    hall, tournament = wanted.hall, wanted.tournament
    in_play = hall.registry.in_play()
    if wanted.part.round is None:
        own = tournament.tournament
        matches = [each for each in in_play if each.tournament == own]
    else:
        matches = [each for each in matches_of_round(tournament, wanted.part) if each in in_play]
    records = [in_play[each].record for each in matches]
    tables = [table for record in records for table in _tables(record, wanted)]
    if not tables:
        raise MatchRefused("round", wanted.part.round or "", "one with a match that is not over")
    return table_plates(tables, wanted.words.gettext, wanted.words.code)


def _tables(record: MatchRecord, wanted: Wanted) -> list[TableSet]:
    names = wanted.hall.names(wanted.words.code)
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


def score_sheet(wanted: Wanted) -> Sheet:
    """A match's score sheets, of both rooms or of the one that is named."""
    rooms = tuple(Room) if wanted.part.room is None else (wanted.part.room,)
    return score_sheets(_blank(wanted), rooms, wanted.words.gettext, wanted.words.code)


def protocol_to_fill(wanted: Wanted) -> Sheet:
    """A match's protocol without its figures."""
    return blank_protocol(_blank(wanted), wanted.words.gettext, wanted.words.code)


def _blank(wanted: Wanted) -> BlankMatch:
    record = wanted.hall.match(wanted.match).record
    scheduled = record.scheduled
    if not isinstance(scheduled, MatchScheduled):
        raise MatchRefused("match", wanted.match, "a match of two rooms")
    return BlankMatch(
        event=scheduled.event,
        number=wanted.hall.names().match(wanted.match).label,
        teams=PerTeam(scheduled.home, scheduled.away),
        games=scheduled.games,
        terms=TERMS[record.game.name],
    )


def slips_of_calls(wanted: Wanted) -> Sheet:
    """A page of slips with which a table calls the director."""
    return call_slips(event_called(wanted), wanted.words.gettext, wanted.words.code)


def slips_of_rulings(wanted: Wanted) -> Sheet:
    """A page of slips for the director's rulings."""
    return ruling_slips(event_called(wanted), wanted.words.gettext, wanted.words.code)


def empty_board(wanted: Wanted) -> Sheet:
    """A board to draw on."""
    drawn = BoardDrawn(wanted.words.gettext("Board"), event_called(wanted))
    return board_diagram(drawn, wanted.words.gettext, wanted.words.code)


def board_as_it_stands(wanted: Wanted) -> Sheet:
    """The board of a table as it stands: a match's open room unless the other is named.

    Raises MatchRefused for a match that has not begun and a table that keeps no positions.
    """
    record = wanted.hall.match(wanted.match).record
    room = wanted.part.room or Room.OPEN
    if record.state is None or room not in record.rooms:
        raise MatchRefused("match", wanted.match, "one that has begun, and a room of it")
    table = record.state.table(room)
    if not table.recorded:
        raise MatchRefused("match", wanted.match, "a table whose positions are recorded")
    words, names = wanted.words, wanted.hall.names(wanted.words.code)
    teams = tuple(names.by(team) for team in record.teams)
    by_side = teams_in(record, room)
    before = {at: each for at, each in record.state.results.items() if at[0] < record.state.game}
    home, away = score_so_far(record, before)
    drawn = BoardDrawn(
        _place(record.state, room, names.match(wanted.match).label, wanted),
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


def _place(state: AnyMatchState, room: Room, label: str, wanted: Wanted) -> str:
    words = wanted.words
    match = words.gettext("Match %(number)s", number=label)
    game = words.gettext("game %(game)s", game=state.game)
    parts = [match, game]
    if len(state.rooms) > 1:
        parts.append(words.gettext(_ROOMS[room]))
    return ", ".join(parts)
