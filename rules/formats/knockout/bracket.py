"""The bracket of a knockout: its matches with players and winners, and the places in question.

Sources: rulings 17 and 21; what happens if a match gets another winner later is our choice. An
announced match keeps its two players. Each match has two places, one for each side. A player's
place is in question in two cases. In the first, the player had advanced from an earlier match
before that match got another winner. In the second, the winner of the earlier match already plays
in this round as a lucky loser. While a place is in question nobody advances from that match; the
director has to decide.
"""

from dataclasses import dataclass
from enum import Enum

from rules.events import KnockoutDecision
from rules.identities import PersonId


class NoPlayer(Enum):
    """Reason why a place has no player: nobody will take it, or it is not decided yet who does."""

    NOBODY = "nobody"
    OPEN = "open"


Opponent = PersonId | NoPlayer
"""The player in a place, or the reason why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatch:
    """A match of a round, announced or still to come.

    The field `place` is the position of the match in its round, counted from 1; it is not a place
    in the sense of the module, which is a side of a match. `feeders` are two matches of the
    previous round, by their positions: the winner of the first plays White here, the winner of the
    second Red. A feeder is None if that player does not come from a match. `lucky` are the players
    of this match who are lucky losers. `number` is None until the match is announced, and `length`
    is the number of points to which it is played, 0 until then.

    `winner` is the player who advances to the next round. `decision` is None while the match is
    undecided, and for a bye. `score` has White's points first. `kept` is True if the director let
    `winner` advance, whoever has won. `eligible` is False if the loser may not be drawn as a lucky
    loser.

    `in_question` are players of this match who came from a match that another player has won since.
    `doubtful` is True if a player is in question in this match or in one of the earlier matches
    that lead to this match.
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
        """The player of White's place and of Red's, or the reasons why there is no player."""
        return self.white, self.red

    @property
    def players(self) -> tuple[PersonId, ...]:
        """The players known so far, White first."""
        return tuple(each for each in self.opponents if isinstance(each, PersonId))

    @property
    def is_decided(self) -> bool:
        """True if it is known which player advances, or that no player does."""
        return self.winner is not NoPlayer.OPEN

    @property
    def is_bye(self) -> bool:
        """True if nobody will ever take one of the two places."""
        return NoPlayer.NOBODY in self.opponents

    @property
    def is_ready(self) -> bool:
        """True if the match can be announced.

        Its two players are known, no place is in question, and it is neither announced nor decided.
        """
        certain = len(self.players) == 2 and not self.doubtful
        return certain and self.number is None and not self.is_decided

    @property
    def lucky_loser(self) -> PersonId | None:
        """The loser of the match, if they can be drawn as a lucky loser (ruling 21), else None.

        They cannot if the match was not decided by play, or if the way it ended bars the loser from
        the draw.
        """
        if self.decision is not KnockoutDecision.RESULT or not self.eligible:
            return None
        return next((each for each in self.players if each != self.winner), None)


@dataclass(frozen=True, slots=True)
class Question:
    """A place in question, which the director has to decide.

    The player `went_on` advanced from the match `feeder`, which another player has won since.
    `later` are the numbers of the announced matches that depend on `feeder`, the next round's
    first. `must_keep` is True if the new winner already plays in the next round as a lucky loser:
    nobody plays there twice, so `went_on` has to stay.
    """

    feeder: BracketMatch
    went_on: PersonId
    later: tuple[int, ...]
    must_keep: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """The known rounds of a knockout, each with its matches in the order of their positions.

    A round is known if it is drawn or follows from the round before. `rounds_in_all` also counts
    the rounds to come.
    """

    rounds: tuple[tuple[BracketMatch, ...], ...] = ()
    rounds_in_all: int = 0

    def match(self, round_: int, place: int) -> BracketMatch:
        """Return the match at the position `place` of a round; both are counted from 1.

        Raises IndexError if the bracket has no such round or position.
        """
        return self.rounds[round_ - 1][place - 1]

    def ready(self, round_: int) -> tuple[BracketMatch, ...]:
        """Return the matches of a round that can be announced.

        The tuple is empty if the round is not drawn yet.
        """
        matches = (match for each in self.rounds[round_ - 1 : round_] for match in each)
        return tuple(match for match in matches if match.is_ready)

    def pairs_ready(self, round_: int) -> tuple[tuple[PersonId, PersonId], ...]:
        """Return the players, White and Red, of each match of a round that can be announced.

        The tuple is empty if the round is not drawn yet.
        """
        players = (match.players for match in self.ready(round_))
        return tuple((white, red) for white, red in players)

    def of_number(self, number: int) -> BracketMatch | None:
        """Return the announced match with this number, or None."""
        every = (match for matches in self.rounds for match in matches)
        return next((match for match in every if match.number == number), None)

    def after(self, match: BracketMatch) -> BracketMatch | None:
        """Return the match of the next round in which the winner of `match` plays.

        Return None if the next round does not exist or is not drawn yet.
        """
        if match.round >= len(self.rounds):
            return None
        following = self.rounds[match.round]
        return next((each for each in following if match.place in each.feeders), None)

    def path(self, match: BracketMatch) -> tuple[tuple[int, int], ...]:
        """Return (round, position) of each later match that the winner of `match` can reach."""
        spots = list[tuple[int, int]]()
        following = self.after(match)
        while following is not None:
            spots.append((following.round, following.place))
            following = self.after(following)
        return tuple(spots)

    def later(self, match: BracketMatch) -> tuple[int, ...]:
        """Return the numbers of announced matches that depend on `match`, next round first."""
        numbers = (self.match(*spot).number for spot in self.path(match))
        return tuple(number for number in numbers if number is not None)

    @property
    def questions(self) -> tuple[Question, ...]:
        """The places in question.

        Nobody advances from these places until the director has decided.
        """
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
