"""A knockout's matches as they stand: who plays them, who has won, where that is in question.

Sources: rulings 17 and 21; what becomes of a winner who changes later is ours. A match that is
announced keeps its two players. Where by now another one has won the match before it than went on
from it, or where one who is a lucky loser has won that match after all, that is in question until
the director has decided it, and nothing goes on from there.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events import KnockoutDecision
from rules.identities import PersonId


class NoPlayer(Enum):
    """What stands in a place without a player: nobody will, or it is not decided who."""

    NOBODY = "nobody"
    OPEN = "open"


Opponent = PersonId | NoPlayer
"""Who takes a place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match of a round, or a place where there will be one.

    `feeders` are the places of the matches of the round before from which White and Red come,
    `lucky` those of the two who are lucky losers. `number` is None until it is announced. `winner`
    goes on; `decision` is None while that is open, and for a bye. `score` has White's points first.
    `kept`: the director let him go on, whoever has won. `in_question` are players of it whose
    place another one has won by now, `doubtful`: that is so of this match or of one that leads
    to it.
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
        """White's place and Red's."""
        return self.white, self.red

    @property
    def players(self) -> tuple[PersonId, ...]:
        """Those of the two who are known, White first."""
        return tuple(each for each in self.opponents if isinstance(each, PersonId))

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, or that nobody does."""
        return self.winner is not NoPlayer.OPEN

    @property
    def is_bye(self) -> bool:
        """Whether one has nobody to play against, now and for good."""
        return NoPlayer.NOBODY in self.opponents

    @property
    def is_ready(self) -> bool:
        """Whether it can be announced: both players are certain, and it is not."""
        certain = len(self.players) == 2 and not self.doubtful
        return certain and self.number is None and not self.is_decided

    @property
    def lucky_loser(self) -> PersonId | None:
        """Who may be drawn as a lucky loser from it (ruling 21): who lost what was played."""
        if self.decision is not KnockoutDecision.RESULT or not self.eligible:
            return None
        return next((each for each in self.players if each != self.winner), None)


@dataclass(frozen=True, slots=True)
class Question:
    """Another one has won match `feeder` by now than `went_on` from it.

    `later` are the numbers of announced matches that rest on it, the next round's first.
    `must_keep`: who has won it plays in the next round as a lucky loser, and nobody plays there
    twice.
    """

    feeder: BracketMatch
    went_on: PersonId
    later: tuple[int, ...]
    must_keep: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a knockout that have places, each with its matches in their order.

    `rounds_in_all` counts those to come too.
    """

    rounds: tuple[tuple[BracketMatch, ...], ...] = ()
    rounds_in_all: int = 0

    def match(self, round_: int, place: int) -> BracketMatch:
        """The match of that round and place; raises IndexError for none."""
        return self.rounds[round_ - 1][place - 1]

    def ready(self, round_: int) -> tuple[BracketMatch, ...]:
        """The matches of a round that can be announced; none of one that has no places yet."""
        matches = (match for each in self.rounds[round_ - 1 : round_] for match in each)
        return tuple(match for match in matches if match.is_ready)

    def pairs_ready(self, round_: int) -> tuple[tuple[PersonId, PersonId], ...]:
        """The pairs of a round that can be announced; none of a round that has no places yet."""
        players = (match.players for match in self.ready(round_))
        return tuple((white, red) for white, red in players)

    def of_number(self, number: int) -> BracketMatch | None:
        """The announced match of that number."""
        every = (match for matches in self.rounds for match in matches)
        return next((match for match in every if match.number == number), None)

    def after(self, match: BracketMatch) -> BracketMatch | None:
        """The match that its winner plays next, None where no round has a place for him yet."""
        if match.round >= len(self.rounds):
            return None
        following = self.rounds[match.round]
        return next((each for each in following if match.place in each.feeders), None)

    def path(self, match: BracketMatch) -> tuple[tuple[int, int], ...]:
        """Round and place of each match that its winner would play, one after the other."""
        spots = list[tuple[int, int]]()
        following = self.after(match)
        while following is not None:
            spots.append((following.round, following.place))
            following = self.after(following)
        return tuple(spots)

    def later(self, match: BracketMatch) -> tuple[int, ...]:
        """The numbers of the announced matches that rest on it, the next round's first."""
        numbers = (self.match(*spot).number for spot in self.path(match))
        return tuple(number for number in numbers if number is not None)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What the director has to decide before anything goes on from there."""
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
