"""The values that pages show of a visitor's replay, during play and at its end."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import events as ev
from rules.duplicate.closed_seat import drawn_by_seed
from rules.events import MatchScheduled
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.scoring.match_protocol import Confirmations, MatchProtocol
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam, TeamPlace, team_of
from rules.tables.state import TurnKey
from server.live.encoding import public_table_form
from server.live.facts import OpenGameFinished
from server.live.open_table import ClosedTable
from server.live.public_table import PublicTable, table_after
from server.live.snapshot import PublicSnapshot
from server.values.naming import Names
from server.values.scored_match import AnyProtocol, ScoredResults
from server.views.match.public import MoveLine, move_lines
from server.views.results.public import ResultLine, result_lines
from server.views.tables.words import board_in_words, board_terms, side_names
from server.words.game_words import offer_words
from server.words.translation import Words
from yalta_extras.closed_seat.decisions import Due, SeatedGame
from yalta_extras.closed_seat.games import Sitting


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One line of a replay's list of moves.

    `drawn` is True if the line's dice were drawn from the match's seed, and not thrown.
    """

    line: MoveLine
    drawn: bool


@dataclass(frozen=True, slots=True)
class ClosedRoomSeat:
    """A player's place at the closed table: its side, its team, and the player who first sat there.

    `place` says if the team is home or away.
    """

    side: Side
    place: TeamPlace
    team: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatValues:
    """The values of the page of a replay.

    `due` is the decision that the visitor has to make. `seat` is the place at the table that the
    visitor takes, `opponent` the other place. `latest` is the opponent's last action in words,
    empty for none. `lines` are the lines of the list of moves; `drawn` is True if the dice of at
    least one line were drawn from the match's seed. `dice` are the dice that the visitor has to
    play; `cannot_move` is True if these dice allow no move. `resignations` are the ways to resign,
    as pairs of form value and words. `offered` is in words the resignation that the visitor has to
    answer, empty for none.
    """

    sitting: Sitting
    seated: SeatedGame
    due: Due
    seat: ClosedRoomSeat
    opponent: ClosedRoomSeat
    table: Mapping[str, Any]
    table_in_words: str
    board_terms: Mapping[str, Any]
    seat_terms: Mapping[str, str]
    side_names: Mapping[Side, str]
    lines: Sequence[SeatLine]
    latest: str
    drawn: bool
    dice: tuple[int, ...]
    cannot_move: bool
    resignations: Sequence[tuple[str, str]]
    offered: str


def seat_values(sitting: Sitting, now: PublicSnapshot, words: Words, people: Names) -> SeatValues:
    """Return the values of `closed_seat/seat.html` for a replay in its present state.

    `now` is the public state of the match whose game is replayed.
    """
    seated = sitting.seated
    table = table_of(seated, now)
    lines = list(_lines(seated, table, words))
    return SeatValues(
        sitting=sitting,
        seated=seated,
        due=seated.due,
        seat=seat_of(now, seated.side, people),
        opponent=seat_of(now, seated.side.opponent, people),
        table=public_table_form(table),
        table_in_words=board_in_words(table, seated.game.name, words, aids=False),
        board_terms=board_terms(words, aids=False),
        seat_terms=_terms(words),
        side_names=side_names(words),
        lines=lines,
        latest=_latest(lines, seated, words),
        drawn=any(each.drawn for each in lines),
        dice=_dice(seated),
        cannot_move=_cannot_move(seated),
        resignations=_resignations(seated, words),
        offered=_offered(seated, words),
    )


def seat_of(now: PublicSnapshot, side: Side, people: Names) -> ClosedRoomSeat:
    """Return the place of that side at the closed table of a match, with its first player."""
    place = team_of(side, Room.CLOSED)
    team = None if now.line_ups is None else now.line_ups.of(place)
    player = "" if team is None else people.of(team.closed_player)
    return ClosedRoomSeat(side, place, people.by(now.opponents.of(place)), player)


def table_of(seated: SeatedGame, now: PublicSnapshot) -> PublicTable:
    """Return the table of a replay in its present state, with everything that was done at it."""
    closed = ClosedTable(seated.game.start())
    for event in seated.events:
        if isinstance(event, ev.GameEvent):
            closed.take(event)
    table = now.start
    for fact in closed.steps:
        table = table_after(table, fact)
    if seated.table.result is not None:
        over = OpenGameFinished(game=seated.state.game, result=seated.table.result)
        table = table_after(table, over)
    return table


def _lines(seated: SeatedGame, table: PublicTable, words: Words) -> Iterator[SeatLine]:
    for line in move_lines(table.facts, seated.game, words):
        key = TurnKey(line.side, line.turn)
        yield SeatLine(line, bool(line.turn) and drawn_by_seed(seated.state, key))


def _latest(lines: list[SeatLine], seated: SeatedGame, words: Words) -> str:
    """Return the opponent's last action in words, empty if there was none."""
    names = side_names(words)
    for each in reversed(lines):
        if each.line.side is seated.side.opponent:
            return f"{names[each.line.side]} {each.line.text}"
    return ""


def _dice(seated: SeatedGame) -> tuple[int, ...]:
    """Return the dice that the visitor has to play, the larger first."""
    key = seated.table.current
    if seated.due not in (Due.PLAY, Due.CHOICE) or key is None:
        return ()
    roll = seated.state.rolls[key].dice.larger_first
    return (roll.first, roll.second)


def _cannot_move(seated: SeatedGame) -> bool:
    key, table = seated.table.current, seated.table
    if seated.due is not Due.PLAY or key is None:
        return False
    dice = seated.state.rolls[key].dice
    lying = table.position
    return seated.game.play_between(lying, lying, seated.side, dice, key.turn) is not None


def _resignations(seated: SeatedGame, words: Words) -> list[tuple[str, str]]:
    """Return the ways to resign now, as pairs of form value and words."""
    texts: Mapping[Ending, str] = {
        Ending.RESIGNED: words.gettext("Resign a single game"),
        Ending.RESIGNED_GAMMON: words.gettext("Resign a gammon"),
        Ending.RESIGNED_BACKGAMMON: words.gettext("Resign a backgammon"),
    }
    return [(each.value, texts[each]) for each in seated.resignations]


def _offered(seated: SeatedGame, words: Words) -> str:
    resigning = seated.table.resigning
    if resigning is None:
        return ""
    return offer_words(resigning[1], seated.game.name, words)


def _terms(words: Words) -> dict[str, str]:
    gettext = words.gettext
    return {
        "place_point": gettext("Point %(point)s, own checkers: %(n)s", point="{point}", n="{n}"),
        "place_bar": gettext("Bar, own checkers: %(n)s", n="{n}"),
        "place_off": gettext("Bear off"),
        "lost": gettext("The server does not answer. Try again."),
    }


@dataclass(frozen=True, slots=True)
class Beside:
    """One result of the replayed game, to be compared with others: its player, room and points.

    `who` is the player's name. `points` are those of the visitor's team, for each unit. `own` is
    True for the visitor's own result.
    """

    who: str
    room: Room
    line: ResultLine
    own: bool
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Came:
    """The number of visitors whose replay of the game on the same side was worth `points`.

    `own` is True if this visitor is one of them. `share` is the number of visitors as a percentage
    of the largest such number.
    """

    points: int
    visitors: int
    own: bool
    share: int


@dataclass(frozen=True, slots=True)
class MatchSums:
    """A match's sums, in IMP or in trous (Trictrac), and its victory points.

    `vp` is None if the match has no victory points.
    """

    sums: PerTeam[int]
    vp: PerTeam[int] | None


@dataclass(frozen=True, slots=True)
class EndedGame:
    """The values that the page of a replay shows once it is over.

    `beside` are results of the game to be compared. `came` is how many visitors came to each number
    of points. `with_yours` are the match's sums if the visitor's result counted in place of the
    closed room's, `as_played` its real sums. Points are those of the visitor's team. They are in
    IMP or, if `counted` is True, in what the game counts, such as trous.
    """

    beside: list[Beside]
    counted: bool
    came: list[Came]
    with_yours: MatchSums
    as_played: MatchSums


def ended_game(
    sitting: Sitting,
    now: PublicSnapshot,
    everybody: Counter[tuple[Side, RoomResult]],
    words: Words,
    people: Names,
) -> EndedGame:
    """Return the values that the page of a replay shows once it is over.

    `now` is the public state of the match. `everybody` is the number of visitors who had each
    result, keyed by side and result.
    """
    result, game = sitting.result, sitting.played.game
    assert result is not None
    seat = seat_of(now, sitting.side, people)
    scores = _Scores(now, game, seat.place, words, people)
    in_open = "" if now.line_ups is None else people.of(now.line_ups.of(seat.place).open_player)
    beside = [
        scores.beside(words.gettext("You"), Room.CLOSED, result, own=True),
        scores.beside(seat.player, Room.CLOSED, now.results[game, Room.CLOSED]),
        scores.beside(in_open, Room.OPEN, now.results[game, Room.OPEN]),
    ]
    came = Counter[int]()
    for (side, each), visitors in everybody.items():
        if side is sitting.side:
            came[scores.beside("", Room.CLOSED, each).points[-1]] += visitors
    return EndedGame(
        beside,
        counted=len(beside[0].points) == 1,
        came=_distribution(came, beside[0].points[-1]),
        with_yours=_sums(_protocol(now, {**now.results, (game, Room.CLOSED): result})),
        as_played=_sums(_protocol(now, now.results)),
    )


@dataclass(frozen=True, slots=True)
class _Scores:
    """A scorer of results of one game, by the rules of its match.

    Points are those of the team `place` (home or away), less those of the other team.
    """

    now: PublicSnapshot
    game: int
    place: TeamPlace
    words: Words
    people: Names

    def beside(self, who: str, room: Room, result: RoomResult, *, own: bool = False) -> Beside:
        now = replace(self.now, openings={})
        protocol = _protocol(now, {(self.game, room): result})
        opponents = self.now.opponents
        teams = PerTeam(self.people.by(opponents.home), self.people.by(opponents.away))
        (line,) = result_lines(protocol, teams, self.now.scheduled.game_name, self.words)
        points = tuple(each.of(self.place) - each.of(self.place.opponent) for each in line.points)
        return Beside(who, room, line, own, points)


def _protocol(now: PublicSnapshot, results: Mapping[tuple[int, Room], RoomResult]) -> AnyProtocol:
    assert isinstance(now.scheduled, MatchScheduled)
    scored = ScoredResults(now.scheduled, results)
    return scored.protocol(now.openings, now.annulled, Confirmations())


def _sums(protocol: AnyProtocol) -> MatchSums:
    if isinstance(protocol, TallyProtocol):
        return MatchSums(protocol.tally, None)
    assert isinstance(protocol, MatchProtocol)
    vp = protocol.vp
    imp = PerTeam(int(protocol.imp.home), int(protocol.imp.away))
    return MatchSums(imp, None if vp is None else PerTeam(int(vp.home), int(vp.away)))


def _distribution(came: Counter[int], own: int) -> list[Came]:
    most = max(came.values(), default=1)
    return [
        Came(points, visitors, points == own, round(100 * visitors / most))
        for points, visitors in sorted(came.items(), reverse=True)
    ]
