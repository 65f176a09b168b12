"""Which matches of a TTT count, and what they are worth (rulings 18 to 20)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from rules.identities import PersonId
from rules.ttt.scores import FORFEIT, LEAST, LOSS, WINS, Tenths
from rules.ttt.state import Forfeit, Pair, Played, TttMatch, TttState


class Standing(Enum):
    """What a match is to its TTT.

    FRIENDLY: a duplicate, or one across groups or with an outsider. ANNULLED: it would count, but
    one of its players was removed.
    """

    OFFICIAL = "official"
    FRIENDLY = "friendly"
    ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class Score:
    """What a game is worth to one of its players; `settled` is False while that may change.

    A forfeited game that is not adjudicated yet is worth the least to who did not time out.
    """

    points: Tenths
    settled: bool = True


def official(state: TttState, mini: int = 0) -> dict[Pair, TttMatch]:
    """The match of each pair that belongs to the tourney, or to a mini-TTT: that of lowest id.

    Also where one of its players was removed.
    """
    found = dict[Pair, TttMatch]()
    for number in sorted(state.matches):
        match = state.matches[number]
        circle = state.order(match.mini, match.inviter)
        if match.mini == mini and match.invited in circle and match.inviter != match.invited:
            found.setdefault(match.pair, match)
    return found


def counting(state: TttState, mini: int = 0) -> dict[Pair, TttMatch]:
    """The official matches but for those of players who were removed."""
    every = official(state, mini)
    return {pair: match for pair, match in every.items() if pair.isdisjoint(state.removed)}


def standings_of_matches(state: TttState) -> dict[int, Standing]:
    """What each match is to the TTT, by its id."""
    circles = (0, *state.minis)
    of_tourney = {match.number for mini in circles for match in official(state, mini).values()}
    alive = {match.number for mini in circles for match in counting(state, mini).values()}
    return {
        number: Standing.OFFICIAL
        if number in alive
        else Standing.ANNULLED
        if number in of_tourney
        else Standing.FRIENDLY
        for number in state.matches
    }


def score(match: TttMatch, player: PersonId) -> Score | None:
    """What a match is worth to one of its players, None while it is not decided."""
    result = match.result
    if result is None:
        return None
    if isinstance(result, Played):
        return Score(WINS[result.ending] if player == result.winner else LOSS)
    if player == result.loser:
        return Score(FORFEIT)
    known = result.adjudication
    return Score(LEAST, settled=False) if known is None else Score(known.score)


def forfeits(state: TttState) -> Mapping[PersonId, int]:
    """How many games of the tourney each player has lost by time-outs and resignations.

    Those against players who were removed are among them: they were not made on time (ours).
    """
    lost = dict.fromkeys((player for group in state.groups for player in group), 0)
    if not any(isinstance(each.decided, Forfeit) for each in state.matches.values()):
        return lost
    for match in official(state).values():
        if isinstance(match.result, Forfeit):
            lost[match.result.loser] += 1
    return lost
