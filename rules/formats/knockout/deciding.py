"""Decisions about a knockout: the events of a command, from the knockout's state.

Sources: rulings 17, 21 and 29. Whether the sender has the right to a command is checked elsewhere.
"""

from collections.abc import Iterator

from rules import events as ev
from rules.checks import check_among, check_between, check_seen
from rules.commands import knockout_commands as cmd
from rules.errors import MatchRefused
from rules.formats.format import Format, FormatGiven, Lacking, Missing, Outcomes, PointOutcomes
from rules.formats.knockout.bracket import Bracket
from rules.formats.knockout.draws import bracket_places, first_round_places, next_round_places
from rules.formats.knockout.ruling import check_certain, knockout_of, ruled, undrawn_knockout
from rules.formats.knockout.state import Knockout, Knockouts, winner_of
from rules.games.known_games import GAMES
from rules.match_play.machine import LONGEST
from rules.match_play.state import ENDINGS
from rules.text import N_

FEWEST, MOST = 2, 256
"""The fewest and most players of a knockout."""
MOST_LAST_LENGTHS = 8
BY_POINTS = tuple(name for name, game in GAMES.items() if game.endings <= ENDINGS)
"""The names of the games whose results are worth points; a knockout can be played only in these."""
ENTRANTS_CHANGED = N_("the list of players has changed")
PAIRS_CHANGED = N_("the pairs of round %(round)s have changed")
_UNDECIDED = N_("a round after one whose matches are all decided; these are not: %(matches)s")
_OTHER_PLAYER = N_("a player who is not entered yet")


def decide(
    state: Knockouts, command: cmd.KnockoutCommand, given: FormatGiven
) -> tuple[ev.KnockoutEvent, ...]:
    """Return the events by which a command to a tournament's knockouts takes effect.

    `given` has what the decision needs besides this state, such as outcomes of matches and the time
    (see FormatGiven). Raises MatchRefused naming the wrong field, and ValuesChanged if a value has
    changed since the sender saw it.
    """
    match command:
        case cmd.PlanKnockout():
            return (_planned(state, command),)
        case cmd.WithdrawKnockout():
            undrawn_knockout(state, command.knockout)
            return (ev.KnockoutWithdrawn(knockout=command.knockout, reason=command.reason),)
        case cmd.EnterKnockout():
            return _entered(state, command)
        case cmd.WithdrawKnockoutEntry():
            knockout = undrawn_knockout(state, command.knockout)
            check_among("player", command.player, knockout.entrants)
            return (ev.KnockoutEntryWithdrawn(knockout=command.knockout, player=command.player),)
        case cmd.DrawKnockoutRound():
            return (_drawn(state, command, given),)
        case cmd.PublishKnockoutMatches():
            return (_published(state, command, given),)
        case _:
            return ruled(state, command, given)


def _planned(state: Knockouts, command: cmd.PlanKnockout) -> ev.KnockoutPlanned:
    names = {each.plan.name for each in state.by_number.values()}
    if not command.name or command.name in names:
        raise MatchRefused("name", command.name, N_("a name no other knockout has"))
    if command.game_name not in BY_POINTS:
        raise MatchRefused("game", command.game_name, ", ".join(BY_POINTS))
    check_between("length", command.length, 1, LONGEST)
    check_between("last_lengths", len(command.last_lengths), 0, MOST_LAST_LENGTHS)
    for length in command.last_lengths:
        check_between("last_lengths", length, 1, LONGEST)
    check_between("clock_minutes", command.clock_minutes, ev.LEAST_MINUTES, ev.MOST_MINUTES)
    return ev.KnockoutPlanned(
        knockout=state.last_knockout + 1,
        name=command.name,
        draw=command.draw,
        game_name=command.game_name,
        length=command.length,
        last_lengths=command.last_lengths,
        elsewhere=command.elsewhere,
        clocks=command.clocks,
        clock_minutes=command.clock_minutes,
    )


def _entered(state: Knockouts, command: cmd.EnterKnockout) -> tuple[ev.KnockoutEntered, ...]:
    knockout = undrawn_knockout(state, command.knockout)
    known = set(knockout.entrants)
    for player in command.players:
        if player in known:
            raise MatchRefused("players", player, _OTHER_PLAYER)
        known.add(player)
    if not command.players or len(known) > MOST:
        raise MatchRefused("players", len(known), N_("1 to %(most)s in all"), most=MOST)
    return tuple(
        ev.KnockoutEntered(knockout=command.knockout, player=player) for player in command.players
    )


def _drawn(
    state: Knockouts, command: cmd.DrawKnockoutRound, given: FormatGiven
) -> ev.KnockoutRoundDrawn:
    knockout = knockout_of(state, command.knockout)
    places: tuple[ev.KnockoutPlace, ...]
    if not knockout.drawn:
        check_between("round", command.round, 1, 1)
        check_seen("seen", ENTRANTS_CHANGED, command.seen, knockout.entrants)
        check_between("players", len(knockout.entrants), FEWEST, MOST)
        once = knockout.plan.draw is ev.KnockoutDraw.BRACKET
        draw = bracket_places if once else first_round_places
        places = draw(given.seed, knockout.entrants)
    else:
        places = _next_places(knockout, command, given)
    return ev.KnockoutRoundDrawn(
        knockout=command.knockout, round=command.round, seed=given.seed, places=places
    )


def _next_places(
    knockout: Knockout, command: cmd.DrawKnockoutRound, given: FormatGiven
) -> tuple[ev.KnockoutPlace, ...]:
    bracket = knockout.bracket(given.to_points)
    last = bracket.rounds[-1]
    following = len(bracket.rounds) + 1
    if knockout.plan.draw is ev.KnockoutDraw.BRACKET or following > bracket.rounds_in_all:
        raise MatchRefused("round", command.round, N_("none: all is drawn"))
    check_between("round", command.round, following, following)
    check_certain(bracket, last)
    undecided = [str(each.number or f"{each.round}:{each.place}") for each in last]
    undecided = [name for name, each in zip(undecided, last, strict=True) if not each.is_decided]
    if undecided:
        raise MatchRefused("round", command.round, _UNDECIDED, matches=", ".join(undecided))
    losers = [each.lucky_loser for each in last if following == 2]
    eligible = [each for each in losers if each is not None and each not in knockout.withdrawn]
    return next_round_places(given.seed, knockout.going_on(last), eligible)


def _published(
    state: Knockouts, command: cmd.PublishKnockoutMatches, given: FormatGiven
) -> ev.KnockoutMatchesPublished:
    knockout = knockout_of(state, command.knockout)
    bracket = knockout.bracket(given.to_points)
    check_between("round", command.round, 1, len(bracket.rounds))
    ready = bracket.ready(command.round)
    if not ready:
        _check_announceable(bracket, command.round)
    pairs = bracket.pairs_ready(command.round)
    check_seen("seen", PAIRS_CHANGED, command.seen, pairs, round=command.round)
    return ev.KnockoutMatchesPublished(
        knockout=command.knockout,
        round=command.round,
        length=knockout.length_of(command.round, bracket.rounds_in_all),
        pairings=tuple(
            ev.KnockoutPairing(
                place=match.place,
                white=match.players[0],
                red=match.players[1],
                number=given.next_number + place,
            )
            for place, match in enumerate(ready)
        ),
    )


def _check_announceable(bracket: Bracket, round_: int) -> None:
    """Raise MatchRefused with the reason why no match of the round can be announced now."""
    check_certain(bracket, bracket.rounds[round_ - 1])
    raise MatchRefused("round", round_, N_("a round with a match whose two players are known"))


def _unplayed(state: Knockouts, _: Outcomes, to_points: PointOutcomes) -> Iterator[Missing]:
    """Yield a Missing of kind CHAMPION for each knockout that nobody has won yet."""
    for each in state.by_number.values():
        if not winner_of(each, to_points):
            yield Missing(Lacking.CHAMPION, each.number, name=each.plan.name)


KNOCKOUT = Format(
    "knockout",
    Knockouts(),
    ev.KnockoutEvent,
    fold=Knockouts.after,
    decide=decide,
    unplayed=_unplayed,
    ruled_by=ev.KnockoutMatchRuled,
)
