"""The wait for the closed room: what its result would make of the score (ADR 59).

All of it is made from the open room's public result, the public score and the scoring tables. So it
is the same whatever happens in the closed room (ruling 12).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from rules.events import MatchScheduled
from rules.games.game_info import GameInfo
from rules.games.known_games import INFOS
from rules.position import Side
from rules.room import Ending, Room, RoomResult
from rules.scoring.match_protocol import Confirmations
from rules.scoring.next_door import (
    Beside,
    Outcome,
    Possible,
    Span,
    cubes_told,
    possible_imp,
    possible_trous,
)
from rules.scoring.teams import PerTeam, TeamPlace, ahead, team_of
from rules.text import N_
from server.live import facts as fx
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.naming import Names
from server.values.scored_match import ScoredResults, sums
from server.views.match.lists import unit_of
from server.words.game_words import team_win_words
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class WaitRow:
    """A result next door in words, what the game would then give, and the score it would make.

    `leads` is the team that would lead whatever the exact result, else None.
    """

    result: str
    swing: str
    score: PerTeam[str]
    leads: TeamPlace | None
    here: bool = False


@dataclass(frozen=True, slots=True)
class WaitTable:
    """The rows for one value of the cube next door, which is 0 in games without a cube.

    `here` is true for the value that the open room's game ended with. `winners` are the teams that
    may then lead by the least or the most of a row, None being none of the two.
    """

    cube: int
    rows: Sequence[WaitRow]
    here: bool
    winners: Set[TeamPlace | None]


@dataclass(frozen=True, slots=True)
class Wait:
    """What a match's page shows while only the closed room still plays a game.

    `title` says what still hangs on that room. `settled` says which team has the match already, in
    its last game, with the cube as here; it is empty if none has, or if `title` says it. `worth`
    says what the open room's result is worth, `seats` who has which side next door, and
    `alone` what is known of the game there. `replays` are the numbers of the games to look at
    again, the latest first. `tables` are empty if the director set the result of the open room.
    """

    game: int
    title: str
    settled: str
    worth: str
    seats: str
    alone: str
    tables: Sequence[WaitTable]
    replays: Sequence[int]


def wait_for_closed_room(now: PublicSnapshot, names: Names, words: Words) -> Wait | None:
    """Return what to show while the closed room alone plays, or None at any other time."""
    result, scheduled = now.table.result, now.scheduled
    if now.phase is not PublicPhase.OPEN_GAME_OVER or result is None or now.line_ups is None:
        return None
    assert isinstance(scheduled, MatchScheduled)
    tables = [] if result.loser is None else [*_tables(now, scheduled, result, names, words)]
    hangs = hangs_words(words).format(game=now.game)
    title, settled = (
        _settled(tables, now, names, words) if now.game == scheduled.games else ("", "")
    )
    return Wait(
        game=now.game,
        title=title or hangs,
        settled=settled,
        worth=_worth(now, result, names, words),
        seats=_seats(now, result, names, words),
        alone=_alone(now, words),
        tables=_turning_first(tables) if settled else tables,
        replays=[now.game, *([now.game - 1] if now.game - 1 in now.finished else [])],
    )


def stake_words(now: PublicSnapshot, names: Names, words: Words) -> str:
    """Return in one line what the closed room still decides, empty if it does not play alone."""
    wait = wait_for_closed_room(now, names, words)
    if wait is None:
        return ""
    hangs = hangs_words(words).format(game=wait.game)
    rows = next((table.rows for table in wait.tables if table.here), ())
    unit = unit_of(now.scheduled, words)
    return f"{hangs}: {rows[0].swing} … {rows[-1].swing} {unit}" if rows else hangs


def hangs_words(words: Words) -> str:
    """Return the text that only the closed room still plays a game, `{game}` being its number."""
    return words.gettext("Game %(game)s now hangs on the closed room", game="{game}")


def _made_here(scheduled: MatchScheduled, game: int, result: RoomResult) -> PerTeam[int]:
    """Return what the open room's result gives each team: IMP, or trous."""
    alone = ScoredResults(scheduled, {(game, Room.OPEN): result})
    return PerTeam(*sums(alone.protocol({}, {}, Confirmations())))


def _worth(now: PublicSnapshot, result: RoomResult, names: Names, words: Words) -> str:
    assert isinstance(now.scheduled, MatchScheduled)
    made = _made_here(now.scheduled, now.game, result)
    if result.loser is None:
        return words.gettext(
            "The director set the score of this room: %(home)s–%(away)s %(unit)s.",
            home=made.home,
            away=made.away,
            unit=unit_of(now.scheduled, words),
        )
    winner = team_of(result.loser.opponent, Room.OPEN)
    points, lost = made.of(winner), made.of(winner.opponent)
    values = {
        "points": f"{points}–{lost}" if lost else points,
        "unit": unit_of(now.scheduled, words),
        "team": names.by(now.opponents.of(winner)),
    }
    if result.loser.opponent is Side.WHITE:
        return words.gettext("Here White made %(points)s %(unit)s for %(team)s.", **values)
    return words.gettext("Here Red made %(points)s %(unit)s for %(team)s.", **values)


def _seats(now: PublicSnapshot, result: RoomResult, names: Names, words: Words) -> str:
    assert now.line_ups is not None
    side = Side.WHITE if result.loser is None else result.loser.opponent
    place = team_of(side, Room.CLOSED)
    team = now.line_ups.of(place)
    values = {"player": names.of(team.closed_player), "team": names.by(team.name)}
    if side is Side.WHITE:
        return words.gettext(
            "Next door %(player)s has White for %(team)s, with the same dice.", **values
        )
    return words.gettext("Next door %(player)s has Red for %(team)s, with the same dice.", **values)


def _alone(now: PublicSnapshot, words: Words) -> str:
    """Return what is public of the closed room's game, which is nothing that has not been told.

    Under lockstep each roll became public once the closed room had had it (ruling 12).
    """
    thrown = (fact for fact in now.table.facts if isinstance(fact, fx.DiceShown))
    rolls = len({(fact.side, fact.turn) for fact in thrown})
    if not now.paced or not rolls:
        return words.gettext("Nothing of the game next door is shown until it is over.")
    had = words.ngettext(
        "Next door they have had that roll too.",
        "Next door they have had all %(num)s rolls too.",
        rolls,
    )
    return had + " " + words.gettext("What follows there is shown when that game is over.")


def _settled(
    tables: Sequence[WaitTable], now: PublicSnapshot, names: Names, words: Words
) -> tuple[str, str]:
    """Return in a title and a sentence that a team wins the match by every result with this cube.

    Both are empty if no team does; the sentence is empty in games without a cube.
    """
    team = _sure(tables[0]) if tables else None
    if team is None:
        return "", ""
    cube, values = tables[0].cube, {"team": names.by(now.opponents.of(team))}
    if not cube:
        return words.gettext("%(team)s wins the match whatever happens next door.", **values), ""
    title = words.gettext("Only a higher cube next door can turn the match")
    told = words.gettext(
        "With the cube at %(cube)s next door, %(team)s wins the match whatever happens.",
        cube=cube,
        **values,
    )
    turning = _turning(tables, team)
    if not turning:
        return title, told
    other = names.by(now.opponents.of(team.opponent))
    needs = words.gettext(
        "%(other)s needs it at %(cube)s or more.", other=other, cube=turning[0].cube
    )
    return title, f"{told} {needs}"


def _sure(table: WaitTable) -> TeamPlace | None:
    """Return the team that leads by every result of a table, None if there is no such team."""
    return next(iter(table.winners)) if len(table.winners) == 1 else None


def _turning(tables: Sequence[WaitTable], team: TeamPlace | None) -> Sequence[WaitTable]:
    """Return the tables by which the other team than the given one may win."""
    return [table for table in tables if table.winners - {team, None}]


def _turning_first(tables: Sequence[WaitTable]) -> Sequence[WaitTable]:
    """Return the tables of a match that is decided by the first one, the one that matters first.

    That is the one with the lowest cube by which the other team may win; if it can only draw level,
    the lowest by which it may do that.
    """
    team = _sure(tables[0])
    level = [table for table in tables if _sure(table) is None]
    first = next(iter([*_turning(tables, team), *level]), None)
    return sorted(tables, key=lambda table: table is not first)


def _tables(
    now: PublicSnapshot, scheduled: MatchScheduled, result: RoomResult, names: Names, words: Words
) -> Iterator[WaitTable]:
    info = INFOS[scheduled.game_name]
    made = _Made(now, result, info, names, words)
    if info.scored.counted:
        yield made.table(0, possible_trous(made.here), here=True)
        return
    endings = info.rules.endings
    others = [each for each in cubes_told(result.cube) if each != result.cube]
    for cube in (result.cube, *(others if info.scored.cube else ())):
        every = possible_imp(endings, cube, made.here)
        yield made.table(cube if info.scored.cube else 0, every, here=cube == result.cube)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What possible results next door are worth: home's gain by the game, and both teams' sums."""

    possible: Possible
    swing: Span
    score: PerTeam[Span]

    @property
    def gains(self) -> TeamPlace | None:
        """The team that gains by the game, None if neither does."""
        return ahead(self.swing.most) or ahead(self.swing.least)

    @property
    def leaders(self) -> Set[TeamPlace | None]:
        """The teams that lead at the least and at the most, None being none of the two."""
        home, away = self.score.home, self.score.away
        return {ahead(home.least - away.most), ahead(home.most - away.least)}

    @property
    def leads(self) -> TeamPlace | None:
        """The team that leads whatever the exact result, else None."""
        return next(iter(self.leaders)) if len(self.leaders) == 1 else None


class _Made:
    """Makes the rows of what results next door would make of the score.

    `here` is how much more the winner of the open room's game made there than the loser.
    """

    def __init__(
        self, now: PublicSnapshot, result: RoomResult, info: GameInfo, names: Names, words: Words
    ) -> None:
        assert isinstance(now.scheduled, MatchScheduled)
        assert result.loser is not None
        self._info, self._words = info, words
        self._holder = team_of(result.loser.opponent, Room.CLOSED)
        made = _made_here(now.scheduled, now.game, result)
        self._lead = made.home - made.away
        self.here = abs(self._lead)
        before = PerTeam(*sums(public_protocol(now)))
        self._sums = PerTeam(before.home + made.home, before.away + made.away)
        self._teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))

    def table(self, cube: int, every: Sequence[Possible], *, here: bool) -> WaitTable:
        """Return the table of these results, which the given cube next door allows."""
        worths = [self._worth(possible) for possible in every]
        winners = frozenset[TeamPlace | None]().union(*(worth.leaders for worth in worths))
        return WaitTable(cube, self._rows(worths), here, winners)

    def _rows(self, worths: Sequence[_Worth]) -> Sequence[WaitRow]:
        """Return the rows; results of one winner are one row if the same teams gain and lead."""
        alike = dict[tuple[bool, TeamPlace | None, TeamPlace | None], list[_Worth]]()
        for worth in worths:
            kind = worth.possible.outcome.is_won, worth.gains, worth.leads
            alike.setdefault(kind, []).append(worth)
        kinds = Counter((is_won, gains) for is_won, gains, _ in alike)
        return [
            self._row(many, whole=kinds[is_won, gains] == 1)
            for (is_won, gains, _), many in alike.items()
        ]

    def _worth(self, possible: Possible) -> _Worth:
        gains = PerTeam(possible.winner, possible.loser)
        if self._winner(possible) is TeamPlace.AWAY:
            gains = PerTeam(possible.loser, possible.winner)
        home, away = gains.home, gains.away
        swing = Span(self._lead + home.least - away.most, self._lead + home.most - away.least)
        before = self._sums
        score = PerTeam(
            Span(before.home + home.least, before.home + home.most),
            Span(before.away + away.least, before.away + away.most),
        )
        return _Worth(possible, swing, score)

    def _winner(self, possible: Possible) -> TeamPlace:
        return self._holder if possible.outcome.is_won else self._holder.opponent

    def _row(self, many: Sequence[_Worth], *, whole: bool) -> WaitRow:
        """Return the row of results; `whole` if no other row has their winner and gainer."""
        home, away = (_joined(each.score.of(team) for each in many) for team in TeamPlace)
        first = many[0]
        return WaitRow(
            result=self._told(many, whole=whole),
            swing=_swing_words(_joined(each.swing for each in many), self._teams, self._words),
            score=PerTeam(_span_words(home), _span_words(away)),
            leads=first.leads,
            here=first.gains is None,
        )

    def _told(self, many: Sequence[_Worth], *, whole: bool) -> str:
        words, first = self._words, many[0]
        winner, possible = self._winner(first.possible), first.possible
        team = self._teams.of(winner)
        if self._info.scored.counted:
            return words.gettext(
                "%(team)s wins %(won)s : %(lost)s",
                team=team,
                won=_span_words(_joined(each.possible.winner for each in many)),
                lost=_span_words(_joined(each.possible.loser for each in many)),
            )
        if whole and winner is not self._holder:
            return words.gettext("%(team)s wins there too", team=team)
        if not whole and possible.outcome in (Outcome.LOSES_HIGH, Outcome.WINS_HIGH):
            return _high_words(team, possible.beside, self._info, words)
        of_whole = {None: Beside.SAME, winner: Beside.MORE}.get(first.gains, Beside.LESS)
        return words.gettext(_TOLD[of_whole if whole else possible.beside], team=team)


_TOLD = {
    None: N_("%(team)s wins a single game"),
    Beside.LESS: N_("%(team)s wins less than here"),
    Beside.SAME: N_("%(team)s wins just as much"),
    Beside.MORE: N_("%(team)s wins more than here"),
}
"""What a row tells of a team's win without a gammon, by what it is worth beside this room's."""


def _high_words(team: str, beside: Beside | None, info: GameInfo, words: Words) -> str:
    """Return that a team wins more than a single game.

    The tables have one row for a gammon and one for a backgammon.
    """
    if beside is Beside.MORE:
        return team_win_words(Ending.BACKGAMMON, team, info.rules.name, words)
    if beside is None and Ending.BACKGAMMON in info.rules.endings:
        return words.gettext("%(team)s wins a gammon or more", team=team)
    return team_win_words(Ending.GAMMON, team, info.rules.name, words)


def _joined(spans: Iterable[Span]) -> Span:
    """Return the span from the least to the most value of all these."""
    return Span.over(value for span in spans for value in (span.least, span.most))


def _span_words(span: Span) -> str:
    return str(span.least) if span.least == span.most else f"{span.least}–{span.most}"


def _swing_words(swing: Span, teams: PerTeam[str], words: Words) -> str:
    """Return what a game gives, home's gain being `swing`, as a few words with the team's name."""
    if swing.least == swing.most == 0:
        return words.gettext("the same for both")
    gained = swing if swing.most > 0 else Span(-swing.most, -swing.least)
    return words.gettext(
        "%(team)s gains %(points)s",
        team=teams.home if swing.most > 0 else teams.away,
        points=_span_words(gained),
    )
