"""The matches of a TTT that count, their values (rulings 18 to 20), and the standings (ruling 20).

Only ties for the first place are broken; other players with equal points share their place. If two
players tie, the game between them decides. If three or more tie, the points of the games among them
decide, if one player has the most. Otherwise all who tie play a mini-TTT by the same rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from rules.events import TttEnding
from rules.formats.ttt.state import (
    FORFEIT,
    LEAST,
    LOSS,
    WINS,
    Forfeit,
    Mini,
    Pair,
    Tenths,
    TttMatch,
    TttPlayed,
    TttState,
)
from rules.identities import PersonId


class TttCounts(Enum):
    """The status of a match in its TTT.

    OFFICIAL: the match counts. FRIENDLY: the match does not count, because the pair has another
    match with a lower id or the two players are not in the same group. ANNULLED: the match would
    count, but one of its players was removed.
    """

    OFFICIAL = "official"
    FRIENDLY = "friendly"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class TttScore:
    """The value of a game to one of its players, in tenths of a point.

    `settled` is False while the value can still change. It can change if the opponent forfeited the
    game and the game is not adjudicated yet; until then the value here is the least that an
    adjudication can give.
    """

    points: Tenths
    settled: bool = True


def official(state: TttState, mini: int = 0) -> dict[Pair, TttMatch]:
    """Return, for each pair, the match that counts in the TTT itself (`mini` 0) or in a mini-TTT.

    If a pair has several matches, the one with the lowest id is official. Matches of players who
    were removed are included.
    """
    found = dict[Pair, TttMatch]()
    for number in sorted(state.matches):
        match = state.matches[number]
        circle = state.order(match.mini, match.inviter)
        if match.mini == mini and match.invited in circle and match.inviter != match.invited:
            found.setdefault(match.pair, match)
    return found


def counting(state: TttState, mini: int = 0) -> dict[Pair, TttMatch]:
    """Return the official matches by pair, without the matches of removed players.

    `mini` is 0 for the TTT itself.
    """
    every = official(state, mini)
    return {pair: match for pair, match in every.items() if pair.isdisjoint(state.removed)}


def standings_of_matches(state: TttState) -> dict[int, TttCounts]:
    """Return the status of each match in its TTT, by the match's id."""
    circles = (0, *state.minis)
    of_tourney = {match.number for mini in circles for match in official(state, mini).values()}
    alive = {match.number for mini in circles for match in counting(state, mini).values()}
    return {
        number: TttCounts.OFFICIAL
        if number in alive
        else TttCounts.ANNULLED
        if number in of_tourney
        else TttCounts.FRIENDLY
        for number in state.matches
    }


def score(match: TttMatch, player: PersonId) -> TttScore | None:
    """Return the value of a match to one of its players, or None while the match has no result."""
    result = match.result
    if result is None:
        return None
    if isinstance(result, TttPlayed):
        return TttScore(WINS[result.ending] if player == result.winner else LOSS)
    if player == result.loser:
        return TttScore(FORFEIT)
    known = result.adjudication
    return TttScore(LEAST, settled=False) if known is None else TttScore(known.score)


def forfeits(state: TttState) -> Mapping[PersonId, int]:
    """Return how many games of the TTT itself each player has lost by time-out or resignation.

    Games against players who were removed are counted too (our choice). Games of a mini-TTT are not
    counted.
    """
    lost = dict.fromkeys((player for group in state.groups for player in group), 0)
    if not any(isinstance(each.decided, Forfeit) for each in state.matches.values()):
        return lost
    for match in official(state).values():
        if isinstance(match.result, Forfeit):
            lost[match.result.loser] += 1
    return lost


class Tie(Enum):
    """The way in which first place is decided among players who all have the most points."""

    NONE = "none"
    HEAD_TO_HEAD = "head-to-head"
    MINI = "mini-TTT"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class TttRow:
    """A player's line in the standings of a group or a mini-TTT.

    `wins` has, for each ending, the number of games that the player won with it. `forfeit_wins` is
    the number of games that opponents forfeited, and `played` the number of games that have a
    result. `provisional` is True while a game that an opponent forfeited waits to be adjudicated.
    Players who are level share a `place`; `place` is 0 for a player who was removed.
    """

    place: int
    player: PersonId
    points: Tenths
    played: int
    wins: Mapping[TttEnding, int]
    forfeit_wins: int
    losses: int
    forfeits: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The standings of a group or a mini-TTT: the players' rows, best first, removed players last.

    `finished` is True once every game has a result whose value can no longer change. `leaders` are
    the players with the most points. `winner` is None until the group is finished and a tie for
    first place is broken. `tie` says how the tie is broken, and `mini` is the number of the
    mini-TTT that breaks it, or 0.
    """

    rows: tuple[TttRow, ...]
    finished: bool
    leaders: tuple[PersonId, ...]
    winner: PersonId | None
    tie: Tie
    mini: int = 0


def group_table(state: TttState, group: int) -> GroupTable:
    """Return the standings of a group; groups are numbered from 1."""
    return _table(state, 0, state.groups[group - 1], group)


def mini_table(state: TttState, mini: int) -> GroupTable:
    """Return the standings of the mini-TTT with this number."""
    known = state.minis[mini]
    return _table(state, mini, known.players, known.group)


def open_tie(state: TttState, group: int) -> tuple[PersonId, ...]:
    """Return the players tied for first place in a group if a mini-TTT must be drawn to decide.

    Return an empty tuple if the group is not finished, or if the tie is broken or waits for a
    mini-TTT already drawn.
    """
    table = group_table(state, group)
    while table.tie is Tie.MINI:
        table = mini_table(state, table.mini)
    return table.leaders if table.tie is Tie.OPEN else ()


def _table(state: TttState, mini: int, players: Sequence[PersonId], group: int) -> GroupTable:
    playing = [each for each in players if each not in state.removed]
    games = counting(state, mini)
    lines = [_row(games, player, playing) for player in playing]
    settled = len(playing) * (len(playing) - 1) == sum(each.played for each in lines)
    finished = settled and not any(each.provisional for each in lines) and len(playing) > 1
    most = max((each.points for each in lines), default=Tenths(0))
    leaders = tuple(each.player for each in lines if each.points == most)
    undecided: tuple[PersonId | None, Tie, int] = (None, Tie.NONE, 0)
    first = _first(state, mini, games, leaders, group) if finished else undecided
    winner, tie, decider = first
    order = sorted(lines, key=lambda each: (-each.points, each.player != winner))
    out = [_row({}, each, ()) for each in players if each in state.removed]
    return GroupTable((*_placed(order, winner), *out), finished, leaders, winner, tie, decider)


def _row(games: Mapping[Pair, TttMatch], player: PersonId, playing: Sequence[PersonId]) -> TttRow:
    wins = dict.fromkeys(TttEnding, 0)
    points, played, forfeit_wins, losses, forfeits, provisional = 0, 0, 0, 0, 0, False
    for other in playing:
        match = games.get(frozenset((player, other)))
        worth = None if match is None else score(match, player)
        if match is None or worth is None:
            continue
        points, played = points + worth.points, played + 1
        provisional |= not worth.settled
        result = match.result
        if isinstance(result, TttPlayed):
            won = result.winner == player
            losses += not won
            if won:
                wins[result.ending] += 1
        elif result is not None and result.loser == player:
            forfeits += 1
        else:
            forfeit_wins += 1
    return TttRow(
        0, player, Tenths(points), played, wins, forfeit_wins, losses, forfeits, provisional
    )


def _placed(rows: Sequence[TttRow], winner: PersonId | None) -> list[TttRow]:
    """Return the rows with their places filled in.

    Once there is a winner, the players tied with the winner share the second place.
    """
    placed = list[TttRow]()
    for at, row in enumerate(rows):
        before = placed[-1] if placed else None
        level = before is not None and before.points == row.points and before.player != winner
        place = before.place if before is not None and level else at + 1
        placed.append(replace(row, place=place))
    return placed


def _first(
    state: TttState,
    mini: int,
    games: Mapping[Pair, TttMatch],
    leaders: tuple[PersonId, ...],
    group: int,
) -> tuple[PersonId | None, Tie, int]:
    """Return the leader who is first, how the tie was broken, and the number of the mini-TTT used.

    `leaders` are the players with the most points, `games` the matches of the group or mini-TTT
    that count. The leader is None while it is not known who is first. The number is 0 if no
    mini-TTT was drawn.
    """
    if len(leaders) == 1:
        return leaders[0], Tie.NONE, 0
    among = {player: _row(games, player, leaders).points for player in leaders}
    most = max(among.values())
    best = [player for player, points in among.items() if points == most]
    if len(best) == 1:
        return best[0], Tie.HEAD_TO_HEAD, 0
    decider = _mini_of(state, mini, leaders, group)
    if decider is None:
        return None, Tie.OPEN, 0
    return mini_table(state, decider.number).winner, Tie.MINI, decider.number


def _mini_of(state: TttState, mini: int, leaders: tuple[PersonId, ...], group: int) -> Mini | None:
    """Return the mini-TTT that was drawn to break the tie of exactly these leaders, or None.

    `mini` is the number of the mini-TTT in which they tie, 0 for the TTT itself.
    """
    later = (each for number, each in sorted(state.minis.items()) if number > mini)
    of_group = (each for each in later if each.group == group)
    return next((each for each in of_group if set(each.players) == set(leaders)), None)
