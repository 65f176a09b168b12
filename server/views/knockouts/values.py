"""A knockout as pages and forms show it in a language: rounds, matches, players and places."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules import events as ev
from rules.formats.format import PointOutcomes
from rules.formats.knockout.bracket import Bracket, BracketMatch, NoPlayer, Question
from rules.formats.knockout.state import Knockout, placings, podium, winner_of
from rules.identities import MatchAddress, PersonId
from rules.text import N_
from server.values.naming import Names
from server.words.game_words import game_word
from server.words.translation import Words

_DECISIONS = {
    ev.KnockoutDecision.WALKOVER: N_("walkover"),
    ev.KnockoutDecision.FORFEIT: N_("forfeit"),
    ev.KnockoutDecision.ADJUDICATION: N_("adjudicated"),
}
_DRAWS = {
    ev.KnockoutDraw.BRACKET: N_("One draw for the whole bracket"),
    ev.KnockoutDraw.EACH_ROUND: N_("A new draw for each round"),
}
_LAST_ROUNDS = (N_("Final"), N_("Semi-finals"), N_("Quarter-finals"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerShown:
    """A side of a knockout's match, as shown, with its player if the player is known.

    While the player is not known, `id` is empty, and `name` says from which match the player will
    come or that this side is a bye. `points` is the player's score in the match, empty before there
    is one. `won` and `out` are False until the match is decided. `lucky` is True for a lucky loser.
    """

    id: str = ""
    name: str
    points: str = ""
    won: bool = False
    out: bool = False
    lucky: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketMatchShown:
    """A match of a knockout's round, as shown.

    `place` is the match's place in the round. `number` is 0 before the match has a number,
    `address` is None if the match has no page. `length` is the number of points that the match is
    played to. `note` is a word such as "bye" or "walkover", or empty. `ready` is True if it can be
    played. `ruled` is True if the director decided it. `kept` is True if the director let a player
    advance regardless of who has won. `in_question` is True if a player came here from an earlier
    match, and by the present decision another player has won that earlier match. `in_question`
    stays False while the earlier match is under way, because the public may learn the result of the
    earlier match only later.
    """

    place: int
    number: int
    label: str
    address: MatchAddress | None
    white: PlayerShown
    red: PlayerShown
    length: int
    note: str = ""
    bye: bool = False
    playing: bool = False
    decided: bool = False
    ready: bool = False
    ruled: bool = False
    kept: bool = False
    in_question: bool = False

    @property
    def sides(self) -> tuple[PlayerShown, PlayerShown]:
        """The two sides, White first."""
        return self.white, self.red


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketRoundShown:
    """A round of a knockout; `matches` is empty until the round is drawn.

    `length` is the number of points that its matches are played to. `seed` is the seed of the
    round's own draw in hexadecimal, empty if it has none. `played` is True if all its matches are
    decided.
    """

    number: int
    name: str
    length: int
    matches: tuple[BracketMatchShown, ...]
    seed: str = ""
    played: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingShown:
    """The players who share a range of places in a knockout's result, such as "5–8"."""

    places: str
    players: tuple[PlayerShown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockoutShown:
    """The present state of a knockout, as shown.

    `draw` says how the knockout is drawn. `tree` is True if the knockout is drawn once, so that
    each round follows from the one before it. `length` is the number of points that matches are
    played to; `last_lengths` are the numbers of points for the last rounds, if these rounds have
    others. `podium` are the players ranked first, second and third, with several for a shared rank;
    it is empty until the knockout has a winner. `placings` are the ranks of all who are out and of
    the winner, best first.
    """

    number: int
    name: str
    game: str
    draw: str
    tree: bool
    length: int
    last_lengths: tuple[int, ...]
    rounds: tuple[BracketRoundShown, ...]
    entrants: tuple[PlayerShown, ...]
    winner: PlayerShown | None
    podium: tuple[tuple[PlayerShown, ...], ...]
    placings: tuple[PlacingShown, ...]


class BracketPage:
    """A maker of the values that pages and forms show of knockouts.

    `outcomes` are the outcomes of matches that the reader may know, `addresses` the addresses of
    matches' pages, both keyed by match number. `playing` are the numbers of matches under way.
    """

    def __init__(
        self,
        outcomes: PointOutcomes,
        names: Names,
        addresses: Mapping[int, MatchAddress],
        words: Words,
        playing: frozenset[int] = frozenset(),
    ) -> None:
        self._outcomes, self._names, self._words = outcomes, names, words
        self._addresses, self._playing = addresses, playing

    def knockout(self, knockout: Knockout) -> KnockoutShown:
        """Return a knockout as it is shown, with its rounds and places."""
        plan, bracket = knockout.plan, knockout.bracket(self._outcomes)
        winner = winner_of(knockout, self._outcomes)
        return KnockoutShown(
            number=knockout.number,
            name=plan.name,
            game=game_word(plan.game_name, self._words),
            draw=self._words.gettext(_DRAWS[plan.draw]),
            tree=plan.draw is ev.KnockoutDraw.BRACKET,
            length=plan.length,
            last_lengths=plan.last_lengths,
            rounds=tuple(
                self._round(knockout, bracket, number)
                for number in range(1, bracket.rounds_in_all + 1)
            ),
            entrants=tuple(map(self.player, knockout.entrants)),
            winner=None if winner is None else self.player(winner),
            podium=tuple(
                tuple(map(self.player, each)) for each in podium(knockout, self._outcomes)
            ),
            placings=tuple(
                PlacingShown(
                    places=places_words(each.first, each.last),
                    players=tuple(map(self.player, each.players)),
                )
                for each in placings(knockout, self._outcomes)
            ),
        )

    def player(self, player: PersonId) -> PlayerShown:
        """Return a player as shown outside any match, such as in a list of entrants."""
        return PlayerShown(id=player.text, name=self._names.of(player))

    def question(self, question: Question) -> tuple[str, str, str]:
        """Return texts for a match whose winner has changed after a player advanced from it.

        The texts name the player who advanced, the present winner, and the later matches in
        question.
        """
        winner = question.feeder.winner
        now = self._names.of(winner) if isinstance(winner, PersonId) else ""
        later = ", ".join(self._label(number) for number in question.later)
        return self._names.of(question.went_on), now, later

    def _round(self, knockout: Knockout, bracket: Bracket, number: int) -> BracketRoundShown:
        in_all = bracket.rounds_in_all
        matches = bracket.rounds[number - 1] if number <= len(bracket.rounds) else ()
        drawn = knockout.drawn.get(number)
        length = knockout.length_of(number, in_all)
        shown = tuple(self._match(knockout, bracket, each, length) for each in matches)
        return BracketRoundShown(
            number=number,
            name=round_name(number, in_all, self._words),
            length=length,
            matches=shown,
            seed=drawn.seed.hex() if drawn is not None else "",
            played=bool(matches) and all(each.is_decided for each in matches),
        )

    def _match(
        self, knockout: Knockout, bracket: Bracket, match: BracketMatch, length: int
    ) -> BracketMatchShown:
        number = match.number or 0
        sides = [self._side(bracket, match, side) for side in (0, 1)]
        note = ""
        if match.is_bye:
            note = self._words.gettext("bye") if match.players else ""
        elif match.decision is not None and match.decision in _DECISIONS:
            note = self._words.gettext(_DECISIONS[match.decision])
        return BracketMatchShown(
            place=match.place,
            number=number,
            label=self._label(number) if number else "",
            address=self._addresses.get(number),
            white=sides[0],
            red=sides[1],
            length=match.length or length,
            note=note,
            bye=match.is_bye,
            playing=number in self._playing and not match.is_decided,
            decided=match.is_decided,
            ready=match.is_ready,
            ruled=number in knockout.rulings,
            kept=match.kept,
            in_question=any(
                source is not None and source.is_decided and player in match.in_question
                for source, player in zip(
                    self._sources(bracket, match), match.opponents, strict=True
                )
            ),
        )

    def _sources(self, bracket: Bracket, match: BracketMatch) -> list[BracketMatch | None]:
        """Return the two matches whose winners play this match, the winner of the first as White.

        None stands for a side that does not come from another match.
        """
        return [
            None if feeder is None else bracket.match(match.round - 1, feeder)
            for feeder in match.feeders
        ]

    def _side(self, bracket: Bracket, match: BracketMatch, side: int) -> PlayerShown:
        player = match.opponents[side]
        points = "" if match.score is None else str(match.score[side])
        if isinstance(player, PersonId):
            return PlayerShown(
                id=player.text,
                name=self._names.of(player),
                points=points,
                won=match.winner == player,
                out=match.is_decided and match.winner != player,
                lucky=player in match.lucky,
            )
        if player is NoPlayer.NOBODY:
            return PlayerShown(name=self._words.gettext("bye"))
        return PlayerShown(name=self._to_come(bracket, match, side))

    def _to_come(self, bracket: Bracket, match: BracketMatch, side: int) -> str:
        source = self._sources(bracket, match)[side]
        assert source is not None
        if source.number is not None:
            return self._words.gettext("winner of match %(match)s", match=source.number)
        return self._words.gettext("not known yet")

    def _label(self, number: int) -> str:
        known = self._addresses.get(number)
        return known.label if known is not None else str(number)


def round_name(number: int, rounds_in_all: int, words: Words) -> str:
    """Return the name of round `number` of `rounds_in_all`: "Final", for example, or a number.

    The last three rounds have names of their own.
    """
    from_last = rounds_in_all - number
    if from_last < len(_LAST_ROUNDS):
        return words.gettext(_LAST_ROUNDS[from_last])
    return words.gettext("Round %(number)s", number=number)


def to_play_words(knockout: KnockoutShown, words: Words) -> str:
    """Return what a knockout waits for, such as "Quarter-finals: 3 matches to play".

    The text is about the first round with a match that is not decided; the last match of it is
    named by its players. It is empty once the knockout has a winner, and while all that is to be
    played is under way.
    """
    if knockout.winner is not None:
        return ""
    waits = next((each for each in knockout.rounds if not each.played), None)
    if waits is None or not waits.matches:
        return words.gettext("Not drawn yet.")
    left = [each for each in waits.matches if not (each.decided or each.playing)]
    if not left:
        return ""
    if len(left) == 1 and all(side.id for side in left[0].sides):
        return f"{waits.name}: {left[0].white.name} – {left[0].red.name}"
    return words.ngettext(
        "%(round)s: %(num)s match to play",
        "%(round)s: %(num)s matches to play",
        len(left),
        round=waits.name,
    )


def places_words(first: int, last: int) -> str:
    """Return places of a result as lists show them: "3–4", or "3" for a single place."""
    return str(first) if first == last else f"{first}–{last}"
