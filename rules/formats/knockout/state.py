"""The state of a tournament's knockouts, their brackets, winners and final ranks.

A bracket is made from the state and the outcomes of the matches. Sources: rulings 17, 21 and 29.

No match is played for the third place. Players who lost in the same round share their ranks; a
lucky loser is ranked by the match that they lost last. Source: ruling 17 and the custom of match
play (our choice).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules import events as ev
from rules.formats.format import FormatState, PointOutcomes
from rules.formats.knockout.bracket import Bracket, BracketMatch, NoPlayer, Opponent
from rules.formats.knockout.draws import power_of_two
from rules.identities import PersonId
from rules.position import Side

Spot = tuple[int, int]
"""A round's number, and the position of a match in that round, both from 1."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A match as it was announced: its pairing and the number of points to which it is played."""

    pairing: ev.KnockoutPairing
    length: int


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knockout after some event.

    `drawn` has the draw of each round that had a draw of its own, by round. `announced` has the
    announced matches by round and position. `rulings` are by match number. `kept` has, by round and
    position of a match, the player whom the director lets advance from it whoever wins. `withdrawn`
    are the players who no longer play, in the order in which they left.
    """

    plan: ev.KnockoutPlanned
    entrants: tuple[PersonId, ...] = ()
    drawn: Mapping[int, ev.KnockoutRoundDrawn] = field(default_factory=dict)
    announced: Mapping[Spot, Announced] = field(default_factory=dict)
    rulings: Mapping[int, ev.KnockoutMatchRuled] = field(default_factory=dict)
    kept: Mapping[Spot, PersonId] = field(default_factory=dict)
    withdrawn: tuple[PersonId, ...] = ()

    @property
    def number(self) -> int:
        """The knockout's number in the tournament, from 1."""
        return self.plan.knockout

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the announced matches that count."""
        return frozenset(each.pairing.number for each in self.announced.values())

    def length_of(self, round_: int, rounds_in_all: int) -> int:
        """Return the number of points to which the matches of a round are played.

        The last rounds can have other lengths. They are counted back from the end of the knockout,
        which has `rounds_in_all` rounds.
        """
        from_last = rounds_in_all - round_
        lengths = self.plan.last_lengths
        return lengths[-1 - from_last] if from_last < len(lengths) else self.plan.length

    def announced_as(self, number: int) -> Announced | None:
        """Return the announced match that counts and has this number, or None if there is none."""
        every = self.announced.values()
        return next((each for each in every if each.pairing.number == number), None)

    def bracket(self, outcomes: PointOutcomes) -> Bracket:
        """Return the knockout's bracket, given the outcomes of its matches by number."""
        rounds = list[tuple[BracketMatch, ...]]()
        while (places := self._places(rounds)) is not None:
            rounds.append(self._round(len(rounds) + 1, places, rounds, outcomes))
        return Bracket(tuple(rounds), len(rounds) + self._rounds_to_come(rounds))

    def going_on(self, matches: Iterable[BracketMatch]) -> dict[int, PersonId]:
        """Return the players who advance from decided matches, keyed by the matches' positions.

        A winner who has withdrawn does not advance.
        """
        winners = {each.place: each.winner for each in matches}
        return {
            place: winner
            for place, winner in winners.items()
            if isinstance(winner, PersonId) and winner not in self.withdrawn
        }

    def by_leaving(self, players: Iterable[PersonId]) -> tuple[PersonId, ...]:
        """Return the given players who have withdrawn, in the order in which they left."""
        return tuple(sorted({*players} & {*self.withdrawn}, key=self.withdrawn.index))

    def _rounds_to_come(self, rounds: list[tuple[BracketMatch, ...]]) -> int:
        if not rounds:
            return 0
        players = len(rounds[-1])
        if players > 1 and all(each.is_decided for each in rounds[-1]):
            players = len(self.going_on(rounds[-1]))
        return power_of_two(players).bit_length() - 1

    def _places(
        self, rounds: list[tuple[BracketMatch, ...]]
    ) -> tuple[ev.KnockoutPlace, ...] | None:
        drawn = self.drawn.get(len(rounds) + 1)
        if drawn is not None:
            return drawn.places
        follows = self.plan.draw is ev.KnockoutDraw.BRACKET
        if not follows or not rounds or len(rounds[-1]) == 1:
            return None
        return tuple(ev.KnockoutPlace(feeder=match.place) for match in rounds[-1])

    def _round(
        self,
        number: int,
        places: tuple[ev.KnockoutPlace, ...],
        before: list[tuple[BracketMatch, ...]],
        outcomes: PointOutcomes,
    ) -> tuple[BracketMatch, ...]:
        feeding = before[-1] if before else ()
        lucky = frozenset(each.player for each in places if each.player is not None and before)
        pairs = zip(places[::2], places[1::2], strict=True)
        return tuple(
            self._match((number, place), pair, feeding, lucky, outcomes)
            for place, pair in enumerate(pairs, 1)
        )

    def _match(
        self,
        spot: Spot,
        pair: tuple[ev.KnockoutPlace, ev.KnockoutPlace],
        feeding: tuple[BracketMatch, ...],
        lucky: frozenset[PersonId],
        outcomes: PointOutcomes,
    ) -> BracketMatch:
        coming = [_coming(place, feeding) for place in pair]
        feeders = [None if each.feeder is None else feeding[each.feeder - 1] for each in pair]
        announced = self.announced.get(spot)
        white, red = coming
        if announced is not None:
            white, red = announced.pairing.white, announced.pairing.red
        questioned = frozenset(
            at
            for at, place, now, feeder in zip((white, red), pair, coming, feeders, strict=True)
            if isinstance(at, PersonId) and place.feeder and feeder is not None
            if now != at or now in lucky
        )
        match = BracketMatch(
            round=spot[0],
            place=spot[1],
            white=white,
            red=red,
            feeders=(pair[0].feeder, pair[1].feeder),
            lucky=frozenset(each.player for each in pair if each.player is not None) & lucky,
            in_question=questioned,
            doubtful=bool(questioned) or any(each.doubtful for each in feeders if each),
        )
        if announced is not None:
            return self._with_outcome(match, announced, outcomes)
        return self._with_kept(self._unannounced(match))

    def _unannounced(self, match: BracketMatch) -> BracketMatch:
        """Return an unannounced match with its decision, if it can be decided without play.

        If nobody will take one place, or if one player has withdrawn, the other player advances. If
        both players have withdrawn, the one who left last advances. If nobody will take either
        place, nobody advances. The match is returned undecided if both will play, and while it is
        not known who plays in it.
        """
        if NoPlayer.OPEN in match.opponents:
            return match
        if not match.players:
            return replace(match, winner=NoPlayer.NOBODY)
        playing = [each for each in match.players if each not in self.withdrawn]
        if len(playing) == 2:
            return match
        walkover = len(match.players) == 2
        return replace(
            match,
            winner=playing[0] if playing else self.by_leaving(match.players)[-1],
            decision=ev.KnockoutDecision.WALKOVER if walkover else None,
        )

    def ruled_as(self, number: int) -> str:
        """Return the ruling on a match as text: winner, kind of decision, score.

        The text is empty if there is no ruling.
        """
        ruling = self.rulings.get(number)
        if ruling is None:
            return ""
        score = "" if ruling.score is None else "–".join(map(str, ruling.score))
        winner = "" if ruling.winner is None else ruling.winner.text
        return f"{winner} {ruling.decision.value} {score}".rstrip()

    def _with_outcome(
        self, match: BracketMatch, announced: Announced, outcomes: PointOutcomes
    ) -> BracketMatch:
        number = announced.pairing.number
        match = replace(match, number=number, length=announced.length)
        ruling, outcome = self.rulings.get(number), outcomes.get(number)
        if outcome is not None:
            winner = None if outcome.winner is None else _side(match, outcome.winner)
            match = replace(
                match,
                score=(outcome.white, outcome.red),
                eligible=outcome.eligible,
                winner=winner or NoPlayer.OPEN,
                decision=ev.KnockoutDecision.RESULT if winner else None,
            )
        if ruling is not None:
            match = replace(
                match,
                score=ruling.score or match.score,
                winner=ruling.winner or NoPlayer.NOBODY,
                decision=ruling.decision,
            )
        return self._with_kept(match)

    def _with_kept(self, match: BracketMatch) -> BracketMatch:
        kept = self.kept.get((match.round, match.place))
        return match if kept is None else replace(match, winner=kept, kept=True)

    def after(self, event: ev.KnockoutEvent) -> "Knockout":
        """Return the knockout after this event."""
        match event:
            case ev.KnockoutEntered():
                return replace(self, entrants=(*self.entrants, event.player))
            case ev.KnockoutEntryWithdrawn():
                left = tuple(each for each in self.entrants if each != event.player)
                return replace(self, entrants=left)
            case ev.KnockoutRoundDrawn():
                return replace(self, drawn={**self.drawn, event.round: event})
            case ev.KnockoutMatchesPublished():
                announced = {
                    (event.round, each.place): Announced(each, event.length)
                    for each in event.pairings
                }
                return replace(self, announced={**self.announced, **announced})
            case ev.KnockoutMatchRuled():
                return replace(self, rulings={**self.rulings, event.number: event})
            case ev.KnockoutRulingLifted():
                rulings = {at: each for at, each in self.rulings.items() if at != event.number}
                return replace(self, rulings=rulings)
            case ev.KnockoutPlayerWithdrawn():
                return replace(self, withdrawn=(*self.withdrawn, event.player))
            case ev.KnockoutPlayerReturned():
                left = tuple(each for each in self.withdrawn if each != event.player)
                return replace(self, withdrawn=left)
            case ev.KnockoutWinnerKept():
                spot = event.round, event.place
                return replace(self, kept={**self.kept, spot: event.player})
            case ev.KnockoutMatchesVoided():
                return self._without(frozenset(event.numbers))
            case ev.KnockoutRoundWithdrawn():
                return self._without_round(event.round)
            case _:
                return self

    def _without(self, numbers: frozenset[int]) -> "Knockout":
        gone = {at for at, each in self.announced.items() if each.pairing.number in numbers}
        return replace(
            self,
            announced={at: each for at, each in self.announced.items() if at not in gone},
            rulings={at: each for at, each in self.rulings.items() if at not in numbers},
            kept={at: each for at, each in self.kept.items() if at not in gone},
        )

    def _without_round(self, round_: int) -> "Knockout":
        of_round = [each for at, each in self.announced.items() if at[0] == round_]
        state = self._without(frozenset(each.pairing.number for each in of_round))
        drawn = {at: each for at, each in self.drawn.items() if at != round_}
        before = {at: each for at, each in state.kept.items() if at[0] < round_ - 1}
        return replace(state, drawn=drawn, kept=before)


@dataclass(frozen=True, slots=True)
class Knockouts(FormatState):
    """A tournament's knockouts by their numbers.

    `last_number` is the highest match number that any knockout has ever used. `annulled` are the
    numbers of matches that were announced but no longer count.
    """

    by_number: Mapping[int, Knockout] = field(default_factory=dict)
    last_knockout: int = 0
    last_number: int = 0
    annulled: frozenset[int] = frozenset()

    @property
    def is_set_up(self) -> bool:
        """True if there is a knockout."""
        return bool(self.by_number)

    @property
    def is_announced(self) -> bool:
        """True if a match of a knockout was announced."""
        return any(each.announced for each in self.by_number.values())

    @property
    def numbers(self) -> frozenset[int]:
        """The numbers of the announced matches that count, of all knockouts."""
        return frozenset(number for each in self.by_number.values() for number in each.numbers)

    def of_match(self, number: int) -> Knockout | None:
        """Return the knockout to which the announced match with this number belongs.

        Return None if no knockout has such a match, or if it no longer counts.
        """
        return next((each for each in self.by_number.values() if number in each.numbers), None)

    def is_ruled(self, number: int) -> bool:
        """Return True if a match is decided by a ruling, or no longer counts."""
        knockout = self.of_match(number)
        return number in self.annulled or (knockout is not None and number in knockout.rulings)

    def ruled_as(self, number: int) -> str:
        """Return the ruling on a match as text, like `Knockout.ruled_as`.

        The text is empty if there is no ruling or no such match.
        """
        knockout = self.of_match(number)
        return "" if knockout is None else knockout.ruled_as(number)

    def after(self, event: ev.KnockoutEvent) -> "Knockouts":
        """Return the knockouts after this event."""
        match event:
            case ev.KnockoutPlanned():
                planned = {**self.by_number, event.knockout: Knockout(event)}
                return replace(self, by_number=planned, last_knockout=event.knockout)
            case ev.KnockoutWithdrawn():
                left = {at: each for at, each in self.by_number.items() if at != event.knockout}
                return replace(self, by_number=left)
        before = self.by_number[event.knockout]
        after = before.after(event)
        return replace(
            self,
            by_number={**self.by_number, event.knockout: after},
            last_number=max(self.last_number, *after.numbers, 0),
            annulled=self.annulled | (before.numbers - after.numbers),
        )


def _coming(place: ev.KnockoutPlace, feeding: tuple[BracketMatch, ...]) -> Opponent:
    if place.feeder is not None:
        return feeding[place.feeder - 1].winner
    return NoPlayer.NOBODY if place.player is None else place.player


def _side(match: BracketMatch, side: Side) -> PersonId:
    player = match.white if side is Side.WHITE else match.red
    assert isinstance(player, PersonId)
    return player


_PODIUM = 3


@dataclass(frozen=True, slots=True)
class Placing:
    """The players who share the ranks from `first` to `last` in a knockout."""

    first: int
    last: int
    players: tuple[PersonId, ...]


def winner_of(knockout: Knockout, outcomes: PointOutcomes) -> PersonId | None:
    """Return the winner of the knockout.

    Return None if the last round is not decided, if a place is in question, or if nobody advances
    from the last match. If all players who would advance have withdrawn, the winner is the one of
    them who left last.
    """
    bracket = knockout.bracket(outcomes)
    return _winner(knockout, bracket)


def _winner(knockout: Knockout, bracket: Bracket) -> PersonId | None:
    if not bracket.rounds or len(bracket.rounds) < bracket.rounds_in_all or bracket.questions:
        return None
    last = bracket.rounds[-1]
    if not all(each.is_decided for each in last):
        return None
    winners = tuple(each.winner for each in last if isinstance(each.winner, PersonId))
    if len(last) > 1:
        winners = tuple(knockout.going_on(last).values()) or knockout.by_leaving(winners)[-1:]
    return next(iter(winners), None)


def placings(knockout: Knockout, outcomes: PointOutcomes) -> tuple[Placing, ...]:
    """Return the players by their ranks, best first, as far as the ranks are decided.

    They are the winner and the players who were eliminated in rounds that are decided.

    A player who won a match but withdrew before the next draw is ranked with the losers of the next
    round.
    """
    bracket = knockout.bracket(outcomes)
    champion = _winner(knockout, bracket)
    placed = [] if champion is None else [Placing(1, 1, (champion,))]
    still_in = {player for each in bracket.rounds[:1] for match in each for player in match.players}
    out_of = _out_by_round(knockout, bracket, champion)
    still_in.difference_update(player for out in out_of.values() for player in out)
    better = len(still_in)
    for number, out in out_of.items():
        if out and _is_complete(bracket, number, champion):
            placed.append(Placing(better + 1, better + len(out), out))
        better += len(out)
    return tuple(placed)


def _out_by_round(
    knockout: Knockout, bracket: Bracket, champion: PersonId | None
) -> dict[int, tuple[PersonId, ...]]:
    """Return the players eliminated in each round, the last round first.

    Winners who withdrew before the next draw are listed under the next round, so there may be one
    round more than was played.
    """
    out_of = dict[int, tuple[PersonId, ...]]()
    later = set[PersonId]() if champion is None else {champion}
    for number in range(len(bracket.rounds), 0, -1):
        matches = bracket.rounds[number - 1]
        out = tuple(each for each in _out(matches) if each not in later)
        winners = {each.winner for each in matches if isinstance(each.winner, PersonId)}
        is_followed = number < len(bracket.rounds) or champion is not None
        left = knockout.by_leaving(winners - later) if is_followed else ()
        out_of[number + 1] = out_of.get(number + 1, ()) + left
        out_of[number] = out
        later.update(player for each in matches for player in each.players)
    return out_of


def _is_complete(bracket: Bracket, number: int, champion: PersonId | None) -> bool:
    """Return True if it is final who is eliminated in round `number`.

    It is final if nobody else can be eliminated in that round and no loser of it can return as a
    lucky loser. `champion` is the winner of the knockout, None if there is none.
    """
    if number == len(bracket.rounds) and number < bracket.rounds_in_all:
        return False
    return champion is not None or all(each.is_decided for each in bracket.rounds[number - 1])


def _out(matches: Sequence[BracketMatch]) -> list[PersonId]:
    """Return the players who do not advance from these matches, in the order of the matches.

    Undecided matches are left out.
    """
    decided = (each for each in matches if each.is_decided)
    return [player for each in decided for player in each.players if player != each.winner]


def podium(knockout: Knockout, outcomes: PointOutcomes) -> tuple[tuple[PersonId, ...], ...]:
    """Return the players ranked first, second and third: a tuple of players for each rank.

    The result is empty until the knockout has a winner.
    """
    if winner_of(knockout, outcomes) is None:
        return ()
    placed = placings(knockout, outcomes)
    return tuple(each.players for each in placed if each.first <= _PODIUM)
