"""The wait for the closed room: what its result would make of the score (ADR 59).

All of it is made from the open room's public result, the public score and the scoring tables. So it
is the same whatever happens in the closed room (ruling 12).
"""

from collections.abc import Iterator, Sequence
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
from server.live import facts as fx
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.naming import Names
from server.values.scored_match import ScoredResults, sums
from server.views.match.lists import unit_of
from server.views.tables.words import side_names
from server.words.game_words import win_words
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

    `here` is true for the value that the open room's game ended with.
    """

    cube: int
    rows: Sequence[WaitRow]
    here: bool


@dataclass(frozen=True, slots=True)
class Wait:
    """What a match's page shows while only the closed room still plays a game.

    `worth` says what the open room's result is worth, `seats` who has which side next door, and
    `alone` what is known of the game there. `replays` are the numbers of the games to look at
    again, the latest first. `tables` are empty if the director set the result of the open room.
    """

    game: int
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
    return Wait(
        game=now.game,
        worth=_worth(now, result, names, words),
        seats=_seats(now, result, names, words),
        alone=_alone(now, words),
        tables=[] if result.loser is None else [*_tables(now, scheduled, result, names, words)],
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


def _tables(
    now: PublicSnapshot, scheduled: MatchScheduled, result: RoomResult, names: Names, words: Words
) -> Iterator[WaitTable]:
    info = INFOS[scheduled.game_name]
    made = _Made(now, result, info, names, words)
    if info.scored.counted:
        yield WaitTable(0, made.rows(possible_trous(made.here)), here=True)
        return
    endings = info.rules.endings
    others = [each for each in cubes_told(result.cube) if each != result.cube]
    for cube in (result.cube, *(others if info.scored.cube else ())):
        rows = made.rows(possible_imp(endings, cube, made.here))
        yield WaitTable(cube if info.scored.cube else 0, rows, cube == result.cube)


class _Made:
    """Makes the rows of what results next door would make of the score.

    `here` is how much more the winner of the open room's game made there than the loser.
    """

    def __init__(
        self, now: PublicSnapshot, result: RoomResult, info: GameInfo, names: Names, words: Words
    ) -> None:
        assert isinstance(now.scheduled, MatchScheduled)
        assert result.loser is not None
        self._side, self._info, self._words = result.loser.opponent, info, words
        self._holder = team_of(self._side, Room.CLOSED)
        made = _made_here(now.scheduled, now.game, result)
        self._lead = made.home - made.away
        self.here = abs(self._lead)
        before = PerTeam(*sums(public_protocol(now)))
        self._sums = PerTeam(before.home + made.home, before.away + made.away)
        self._teams = PerTeam(names.by(now.opponents.home), names.by(now.opponents.away))

    def rows(self, every: Sequence[Possible]) -> Sequence[WaitRow]:
        """Return a row for each possible result; two that are told alike make the same score."""
        rows = map(self._row, every)
        return [*{row.result: row for row in rows}.values()]

    def _told(self, possible: Possible) -> str:
        words, outcome = self._words, possible.outcome
        name = side_names(words)[self._side if outcome.is_won else self._side.opponent]
        if self._info.scored.counted:
            return words.gettext(
                "%(side)s wins %(won)s : %(lost)s",
                side=name,
                won=_span_words(possible.winner),
                lost=_span_words(possible.loser),
            )
        if possible.beside is Beside.SAME:
            return words.gettext("%(side)s wins just as here", side=name)
        high = outcome in (Outcome.LOSES_HIGH, Outcome.WINS_HIGH)
        how = _high_words if high else _single_words
        return f"{name} {how(possible.beside, self._info, words)}"

    def _row(self, possible: Possible) -> WaitRow:
        """Return the row of a result, with the score that it makes."""
        winner = self._holder if possible.outcome.is_won else self._holder.opponent
        gains = PerTeam(possible.winner, possible.loser)
        if winner is TeamPlace.AWAY:
            gains = PerTeam(possible.loser, possible.winner)
        swing = Span(
            self._lead + gains.home.least - gains.away.most,
            self._lead + gains.home.most - gains.away.least,
        )
        home, away = (
            Span(before + gain.least, before + gain.most)
            for before, gain in (
                (self._sums.home, gains.home),
                (self._sums.away, gains.away),
            )
        )
        least, most = ahead(home.least - away.most), ahead(home.most - away.least)
        return WaitRow(
            result=self._told(possible),
            swing=_swing_words(swing, self._teams, self._words),
            score=PerTeam(_span_words(home), _span_words(away)),
            leads=least if least is most else None,
            here=possible.beside is Beside.SAME,
        )


def _single_words(beside: Beside | None, _info: GameInfo, words: Words) -> str:
    """Return how a side wins a single game, or the part of such games meant, as a phrase."""
    if beside is None:
        return words.gettext("wins a single game")
    if beside is Beside.LESS:
        return words.gettext("wins less than here")
    return words.gettext("wins more than here")


def _high_words(beside: Beside | None, info: GameInfo, words: Words) -> str:
    """Return how a side wins more than a single game, as a phrase.

    The tables have one row for a gammon and one for a backgammon.
    """
    if beside is Beside.MORE:
        return win_words(Ending.BACKGAMMON, info.rules.name, words)
    if beside is None and Ending.BACKGAMMON in info.rules.endings:
        return words.gettext("wins a gammon or more")
    return win_words(Ending.GAMMON, info.rules.name, words)


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
