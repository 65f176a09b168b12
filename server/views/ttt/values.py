"""A TTT as pages, forms and the API show it, in a language; all of it is public."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from babel.numbers import get_decimal_symbol

from rules import events as ev
from rules.formats.ttt.standings import (
    GroupTable,
    Tie,
    TttCounts,
    TttRow,
    TttScore,
    counting,
    group_table,
    mini_table,
    score,
    standings_of_matches,
)
from rules.formats.ttt.state import Forfeit, TttMatch, TttPlayed, TttState, points
from rules.identities import PersonId
from rules.text import N_
from server.values.naming import Names
from server.words.translation import Words

_ENDINGS = {
    ev.TttEnding.SINGLE: N_("single game"),
    ev.TttEnding.GAMMON: N_("gammon"),
    ev.TttEnding.BACKGAMMON: N_("backgammon"),
}
_FORFEITS = {
    ev.TttForfeit.TIME_OUT: N_("time-out"),
    ev.TttForfeit.RESIGNED: N_("resigned"),
}
_STANDINGS = {
    TttCounts.OFFICIAL: N_("counts"),
    TttCounts.FRIENDLY: N_("friendly"),
    TttCounts.ANNULLED: N_("annulled"),
}


@dataclass(frozen=True, slots=True)
class TttCell:
    """A cell of TTT standings: what the player of the line got for the game against one opponent.

    `text` has the points, and `about` says the same in words. `match` is the id of the match
    between these two players, 0 if there is none. `settled` is False while the points can still
    change.
    """

    text: str = ""
    about: str = ""
    match: int = 0
    settled: bool = True


@dataclass(frozen=True, slots=True)
class TttLine:
    """A player's line in the standings of a group or a mini-TTT.

    `points` is the player's score as text, `left` the number of games still to be played. `cells`
    has a cell for each player of the standings, in the order of their lines.
    """

    row: TttRow
    name: str
    points: str
    left: int
    cells: tuple[TttCell, ...]

    @property
    def player(self) -> str:
        """The id of the player."""
        return self.row.player.text

    @property
    def removed(self) -> bool:
        """True if the player was removed from the TTT."""
        return self.row.place == 0

    @property
    def wins(self) -> tuple[int, int, int]:
        """The numbers of games won: single, by gammon, by backgammon."""
        single, gammon, backgammon = (self.row.wins[each] for each in ev.TttEnding)
        return single, gammon, backgammon


@dataclass(frozen=True, slots=True)
class TttGame:
    """A game that counts, with both players' ids and names, whoever has won first.

    While the game is played the players are in the order of the invitation, and `points` is None.
    `how` says how the game ended, empty for a single game. `settled` is as in a TttCell.
    """

    number: int
    players: tuple[tuple[str, str], tuple[str, str]]
    points: tuple[str, str] | None
    how: str
    settled: bool


@dataclass(frozen=True, slots=True)
class TttTable:
    """The standings of a group or of a mini-TTT; `letter` is empty if there is only one group.

    `group` is the number of the group. `mini` is the number of the mini-TTT, or 0 if these are the
    standings of the group itself. `first` says who is first and how that was decided, or what is
    missing to decide it; it is empty while games are played. `games` are the games that count, the
    highest number first.
    """

    group: int
    mini: int
    letter: str
    heading: str
    table: GroupTable
    lines: tuple[TttLine, ...]
    first: str
    games: tuple[TttGame, ...]

    @property
    def podium(self) -> tuple[TttLine, ...]:
        """The lines of the first three places, as soon as it is decided who is first."""
        if self.table.winner is None:
            return ()
        return tuple(line for line in self.lines if 1 <= line.row.place <= 3)

    @property
    def played(self) -> int:
        """The number of games that are decided."""
        return sum(each.points is not None for each in self.games)

    @property
    def left(self) -> int:
        """The number of games that are still to be decided."""
        return sum(line.left for line in self.lines) // 2

    @property
    def has_gammons(self) -> bool:
        """True if somebody has won a gammon or a backgammon."""
        return any(line.wins[1] + line.wins[2] for line in self.lines)

    @property
    def has_forfeits(self) -> bool:
        """True if a game was lost by time-out or resignation."""
        return any(line.row.forfeits or line.row.forfeit_wins for line in self.lines)

    @property
    def key(self) -> str:
        """The name that distinguishes these standings from others on the same page."""
        return f"mini-{self.mini}" if self.mini else f"group-{self.group}"


@dataclass(frozen=True, slots=True)
class TttMatchShown:
    """A match of a TTT as shown, partly in words; `result` is empty until the match is decided.

    `inviter` and `invited` are the players' names. `standing` says if the match counts. `figures`
    are the figures of an adjudication in words, empty if there is none. `scores` are both players'
    scores in tenths of a point, `points` are these scores as texts in the language; both are None
    until the match is decided. `settled` is False while the scores can still change.
    """

    match: TttMatch
    standing: TttCounts
    standing_words: str
    inviter: str
    invited: str
    result: str
    scores: tuple[int, int] | None
    points: tuple[str, str] | None
    settled: bool
    figures: str

    @property
    def forfeit(self) -> Forfeit | None:
        """The forfeit that ended the game, or None if none did."""
        result = self.match.result
        return result if isinstance(result, Forfeit) else None


class TttView:
    """A TTT as shown in the language of `words`, with people's names from `names`."""

    def __init__(self, state: TttState, names: Names, words: Words) -> None:
        self.state, self.names, self.words = state, names, words

    @cached_property
    def tables(self) -> list[TttTable]:
        """The standings of the groups, each followed by those of its mini-TTTs."""
        return [*self._tables()]

    @cached_property
    def matches(self) -> list[TttMatchShown]:
        """All matches in the order of their ids."""
        standings = standings_of_matches(self.state)
        return [
            self.match(self.state.matches[number], standings[number])
            for number in sorted(self.state.matches)
        ]

    @property
    def rules(self) -> str:
        """The rules in force, as a text."""
        return self.words.gettext(
            "A win counts 1, a gammon 2, a backgammon 3, any loss ½. A game lost by time-out or "
            "resignation counts 0; its winner gets what the last position was worth, from 1 to "
            "%(cap)s. A player is removed after %(removal)s time-outs. Players have to move within "
            "%(hours)s hours.",
            cap=self.points(self.state.rules.cap),
            removal=self.state.rules.removal_at,
            hours=self.state.rules.move_hours,
        )

    @property
    def amendments(self) -> list[str]:
        """The amendments of the rules in words, the first one first."""
        return [
            self.words.gettext(
                "Version %(version)s: %(text)s", version=each.version, text=each.text
            )
            for each in self.state.versions[1:]
        ]

    def name(self, player: PersonId) -> str:
        """Return a player's name."""
        return self.names.of(player)

    def points(self, score: int) -> str:
        """Return a score (in tenths of a point) as the language writes it."""
        return self._written(points(score))

    def _written(self, figure: str) -> str:
        return figure.replace(".", get_decimal_symbol(self.words.code))

    def match(self, match: TttMatch, standing: TttCounts) -> TttMatchShown:
        """Return a match as it is shown; `standing` says if it counts."""
        first, second = (score(match, player) for player in match.players)
        both = (first, second) if first is not None and second is not None else None
        return TttMatchShown(
            match,
            standing,
            self.words.gettext(_STANDINGS[standing]),
            self.name(match.inviter),
            self.name(match.invited),
            self._result(match),
            None if both is None else (both[0].points, both[1].points),
            None if both is None else (self.points(both[0].points), self.points(both[1].points)),
            both is None or (both[0].settled and both[1].settled),
            self._figures(match),
        )

    def _tables(self) -> Iterator[TttTable]:
        for number, players in enumerate(self.state.groups, 1):
            letter = _letter(number) if len(self.state.groups) > 1 else ""
            heading = self.words.gettext("Standings")
            if letter:
                heading = self.words.gettext("Group %(letter)s", letter=letter)
            yield self._table(number, 0, letter, heading, players, group_table(self.state, number))
            for mini in self.state.minis.values():
                if mini.group == number:
                    heading = self.words.gettext("Mini-TTT for first place")
                    if letter:
                        heading = self.words.gettext(
                            "Mini-TTT for first place in group %(letter)s", letter=letter
                        )
                    table = mini_table(self.state, mini.number)
                    yield self._table(number, mini.number, letter, heading, mini.players, table)

    def _table(
        self,
        group: int,
        mini: int,
        letter: str,
        heading: str,
        players: Sequence[PersonId],
        table: GroupTable,
    ) -> TttTable:
        games = counting(self.state, mini)
        in_play = sum(1 for each in players if each not in self.state.removed)
        lines = tuple(
            TttLine(
                row,
                self.name(row.player),
                self.points(row.points),
                in_play - 1 - row.played if row.place else 0,
                tuple(
                    self._cell(games.get(frozenset((row.player, other.player))), row.player)
                    for other in table.rows
                ),
            )
            for row in table.rows
        )
        latest_first = sorted(games.values(), key=lambda each: -each.number)
        shown = tuple(map(self._game, latest_first))
        return TttTable(group, mini, letter, heading, table, lines, self._first(table), shown)

    def _game(self, match: TttMatch) -> TttGame:
        first, second = match.players
        one, other = score(match, first), score(match, second)
        if one is not None and other is not None and one.points < other.points:
            (first, second), (one, other) = (second, first), (other, one)
        decided = one is not None and other is not None
        return TttGame(
            match.number,
            ((first.text, self.name(first)), (second.text, self.name(second))),
            (self.points(one.points), self.points(other.points)) if one and other else None,
            self._how(match),
            not decided or all(each.settled for each in (one, other) if each is not None),
        )

    def _how(self, match: TttMatch) -> str:
        result = match.result
        if isinstance(result, Forfeit):
            return self.words.gettext(_FORFEITS[result.how])
        if result is None or result.ending is ev.TttEnding.SINGLE:
            return ""
        return self.words.gettext(_ENDINGS[result.ending])

    def _cell(self, match: TttMatch | None, player: PersonId) -> TttCell:
        if match is None:
            return TttCell()
        number = self.words.gettext("Match %(number)s", number=match.number)
        worth: TttScore | None = score(match, player)
        if worth is None:
            return TttCell("·", f"{number}: {self.words.gettext('being played')}", match.number)
        about = f"{number}: {self._result(match)}"
        return TttCell(self.points(worth.points), about, match.number, worth.settled)

    def _result(self, match: TttMatch) -> str:
        result = match.result
        if result is None:
            return ""
        if isinstance(result, TttPlayed):
            ending = self.words.gettext(_ENDINGS[result.ending])
            winner = self.name(result.winner)
            return self.words.gettext("%(winner)s won, %(ending)s", winner=winner, ending=ending)
        how = self.words.gettext(_FORFEITS[result.how])
        loser = self.name(result.loser)
        return self.words.gettext("%(loser)s lost, %(how)s", loser=loser, how=how)

    def _figures(self, match: TttMatch) -> str:
        result = match.result
        known = result.adjudication if isinstance(result, Forfeit) else None
        if known is None:
            return ""
        three = (known.figures.wins, known.figures.gammons, known.figures.backgammons)
        wins, gammons, backgammons = (self._written(f"{each * 100:.2f}") for each in three)
        figures = self.words.gettext(
            "wins %(wins)s %%, gammons %(gammons)s %%, backgammons %(backgammons)s %%",
            wins=wins,
            gammons=gammons,
            backgammons=backgammons,
        )
        if not known.engine:
            return f"{figures} ({self.words.gettext('entered by the director')})"
        engine = self.words.gettext(
            "%(engine)s %(software)s, net %(net)s, %(plies)s-ply",
            engine=known.engine,
            software=known.software,
            net=known.net,
            plies=known.plies,
        )
        return f"{figures} ({engine})"

    def _first(self, table: GroupTable) -> str:
        if not table.finished:
            return ""
        winner = "" if table.winner is None else self.name(table.winner)
        match table.tie:
            case Tie.NONE:
                return self.words.gettext("%(winner)s is first.", winner=winner)
            case Tie.HEAD_TO_HEAD:
                text = N_(
                    "%(winner)s is first by the games between the players who are level on points."
                )
                return self.words.gettext(text, winner=winner)
            case Tie.MINI if winner:
                return self.words.gettext(
                    "%(winner)s is first: the mini-TTT has decided.", winner=winner
                )
            case _:
                level = ", ".join(self.name(each) for each in table.leaders)
                return self.words.gettext(
                    "%(players)s are level, even after the games between them: a mini-TTT decides.",
                    players=level,
                )


def _letter(number: int) -> str:
    """Return a group's letter (A, B and so on), or its number from the twenty-seventh group on."""
    return chr(ord("A") + number - 1) if number <= 26 else str(number)
