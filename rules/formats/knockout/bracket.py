"""The matches of a knockout's bracket: their players and winners, and places in question.

Sources: rulings 17 and 21; the effect of a winner who changes later is ours. A match that is
announced keeps its two players. If the match before it has another winner by now than the player
who advanced from it, or has been won by a player who is a lucky loser, the place is in question
until the director has decided it, and nobody advances from there.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events import KnockoutDecision
from rules.identities import PersonId


class NoPlayer(Enum):
    """Reason why a place has no player: nobody will take it, or that is not decided yet."""

    NOBODY = "nobody"
    OPEN = "open"


Opponent = PersonId | NoPlayer
"""Occupant of a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match of a round, or a place where there will be one.

    `feeders` are the places of the matches of the round before from which White and Red come,
    `lucky` those of the two who are lucky losers. `number` is None until it is announced. `winner`
    advances; `decision` is None while that is open, and for a bye. `score` has White's points
    first. `kept`: the director let the winner advance, whoever has won. `in_question` are players
    of it whose place another player has won by now, `doubtful`: a place is in question in this
    match or in one that leads to it.
    """

    round: int
    place: int
    white: Opponent
    red: Opponent
    feeders: tuple[int | None, int | None] = (None, None)
    lucky: frozenset[PersonId] = frozenset()
    number: int | None = None
    length: int = 0
    winner: Opponent = NoPlayer.OPEN
    decision: KnockoutDecision | None = None
    score: tuple[int, int] | None = None
    kept: bool = False
    eligible: bool = True
    in_question: frozenset[PersonId] = frozenset()
    doubtful: bool = False

    @property
    def opponents(self) -> tuple[Opponent, Opponent]:
        """The occupants of White's place and of Red's."""
        return self.white, self.red

    @property
    def players(self) -> tuple[PersonId, ...]:
        """The players known so far, White first."""
        return tuple(each for each in self.opponents if isinstance(each, PersonId))

    @property
    def is_decided(self) -> bool:
        """True if it is known who advances, or that nobody does."""
        return self.winner is not NoPlayer.OPEN

    @property
    def is_bye(self) -> bool:
        """True if a player has no opponent, now and for good."""
        return NoPlayer.NOBODY in self.opponents

    @property
    def is_ready(self) -> bool:
        """True if the match can be announced: its players are certain, it is not announced."""
        certain = len(self.players) == 2 and not self.doubtful
        return certain and self.number is None and not self.is_decided

    @property
    def lucky_loser(self) -> PersonId | None:
        """The loser, if decided by play, who may be drawn as a lucky loser (ruling 21)."""
        if self.decision is not KnockoutDecision.RESULT or not self.eligible:
            return None
        return next((each for each in self.players if each != self.winner), None)


@dataclass(frozen=True, slots=True)
class Question:
    """A place in question: match `feeder` has another winner by now than `went_on`.

    `later` are the numbers of announced matches that depend on it, the next round's first.
    `must_keep`: the winner plays in the next round as a lucky loser already, and nobody plays there
    twice.
    """

    feeder: BracketMatch
    went_on: PersonId
    later: tuple[int, ...]
    must_keep: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a knockout that have places, each with its matches in their order.

    `rounds_in_all` also counts those to come.
    """

    rounds: tuple[tuple[BracketMatch, ...], ...] = ()
    rounds_in_all: int = 0

    def match(self, round_: int, place: int) -> BracketMatch:
        """Return the match of that round and place. Raises IndexError for none."""
        return self.rounds[round_ - 1][place - 1]

    def ready(self, round_: int) -> tuple[BracketMatch, ...]:
        """Return the matches of a round that can be announced; none if it has no places yet."""
        matches = (match for each in self.rounds[round_ - 1 : round_] for match in each)
        return tuple(match for match in matches if match.is_ready)

    def pairs_ready(self, round_: int) -> tuple[tuple[PersonId, PersonId], ...]:
        """Return the pairs of a round that can be announced; none if it has no places yet."""
        players = (match.players for match in self.ready(round_))
        return tuple((white, red) for white, red in players)

    def of_number(self, number: int) -> BracketMatch | None:
        """Return the announced match of that number."""
        every = (match for matches in self.rounds for match in matches)
        return next((match for match in every if match.number == number), None)

    def after(self, match: BracketMatch) -> BracketMatch | None:
        """Return the match that its winner plays next, None if no round has a place yet."""
        if match.round >= len(self.rounds):
            return None
        following = self.rounds[match.round]
        return next((each for each in following if match.place in each.feeders), None)

    def path(self, match: BracketMatch) -> tuple[tuple[int, int], ...]:
        """Return round and place of the matches its winner would play, one after the other."""
        spots = list[tuple[int, int]]()
        following = self.after(match)
        while following is not None:
            spots.append((following.round, following.place))
            following = self.after(following)
        return tuple(spots)

    def later(self, match: BracketMatch) -> tuple[int, ...]:
        """Return the numbers of the announced matches that depend on it, the next round's first."""
        numbers = (self.match(*spot).number for spot in self.path(match))
        return tuple(number for number in numbers if number is not None)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The places that the director has to decide before anybody advances from them."""
        return tuple(
            question
            for matches in self.rounds[1:]
            for match in matches
            for question in self._asked_at(match)
        )

    def _asked_at(self, match: BracketMatch) -> list[Question]:
        asked = list[Question]()
        for feeder, player in zip(match.feeders, match.opponents, strict=True):
            if feeder is not None and isinstance(player, PersonId) and player in match.in_question:
                source = self.match(match.round - 1, feeder)
                must_keep = self._is_lucky(source.winner, match.round)
                went_on = player
                if source.winner == player:
                    went_on = next(each for each in source.players if each != player)
                asked.append(Question(source, went_on, self.later(source), must_keep))
        return asked

    def _is_lucky(self, player: Opponent, round_: int) -> bool:
        return any(player in match.lucky for match in self.rounds[round_ - 1])
