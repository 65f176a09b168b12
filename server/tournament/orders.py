"""Who may give which command to a tournament, as rows that each format and the desk have."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, get_args

from rules import events as ev
from rules.formats.format import Format
from rules.formats.format import Given as GivenToRules
from rules.identities import TournamentId
from server.access import NOWHERE, Action, Actor, Place, Visitor, check_may, check_playing
from server.tournament.tournament_state import Given, TournamentState


def _no_matches(_: TournamentState, __: Any, ___: Given) -> Iterable[int]:
    return ()


def _nowhere(_: Any, __: Visitor, ___: Given) -> Place:
    return NOWHERE


def _as_it_is(command: Any, _: Visitor) -> Any:
    return command


def _nothing_more(_: TournamentState, __: Any, ___: Visitor, ____: Given) -> None:
    """Ask no more of whoever may do the action."""


@dataclass(frozen=True, slots=True)
class Orders:
    """Commands of one kind: the action that whoever gives them must be allowed, and what follows.

    `commands` are a class or a union. `rules_on` are the numbers of matches whose results a command
    takes in hand: nobody who plays there, or may, gives it (ruling 34). `place` is where the action
    is done; `check` raises for whatever else is asked of a visitor, `own` gives the command with
    what the visitor's account says instead of a field. `on_matches` says whether the
    decision rests on how the tournament's matches stand, as it does with `rules_on`.
    """

    commands: Any
    action: Action
    decide: Callable[[TournamentState, Any, Given], tuple[ev.Event, ...]]
    rules_on: Callable[[TournamentState, Any, Given], Iterable[int]] = _no_matches
    check: Callable[[TournamentState, Any, Visitor, Given], None] = _nothing_more
    place: Callable[[Any, Visitor, Given], Place] = _nowhere
    own: Callable[[Any, Visitor], Any] = _as_it_is
    on_matches: bool = True

    def __post_init__(self) -> None:
        if self.rules_on is not _no_matches and not self.on_matches:
            raise ValueError(f"{self.commands}: who plays there is known of matches alone")

    @property
    def classes(self) -> tuple[type, ...]:
        """The commands' classes."""
        return get_args(self.commands) or (self.commands,)

    def decided(
        self, state: TournamentState, command: Any, actor: Actor, given: Given
    ) -> tuple[ev.Event, ...]:
        """The events of a command; raises NotAllowed, or what the rules refuse it with."""
        if isinstance(actor, Visitor):
            check_may(actor, self.action, self.place(command, actor, given))
            self.check(state, command, actor, given)
            for number in self.rules_on(state, command, given):
                players = given.facts.players.get(number)
                if players is not None:
                    check_playing(actor, self.action, players)
            command, given = self.own(command, actor), replace(given, by=actor.by)
        return self.decide(state, command, given)


def by_rules(
    of: Format[Any],
) -> Callable[[TournamentState, Any, Given], tuple[ev.Event, ...]]:
    """Decide as the rules of the format do."""

    def decide(state: TournamentState, command: Any, given: Given) -> tuple[ev.Event, ...]:
        return of.decide(of.of(state.formats), command, to_rules(state, given))

    return decide


def to_rules(state: TournamentState, given: Given) -> GivenToRules:
    """What the rules of a format are given."""
    facts = given.facts
    return GivenToRules(
        teams=tuple(state.teams),
        outcomes=facts.outcomes,
        to_points=facts.to_points,
        begun=facts.begun,
        games_begun=facts.games_begun,
        next_number=max(given.last_number, state.last_number) + 1,
        next_roll_set=given.roll_set,
        seed=given.seed,
        by=given.by,
        now=facts.now,
        states=state.formats,
    )


def _no_table(_: TournamentId, __: TournamentState, ___: int) -> None:
    """No match is played at a table of the hall."""


@dataclass(frozen=True, slots=True)
class TournamentFormat:
    """A format at work: its rules, who may order what, the matches that it sets up in the hall.

    `scheduled` gives the first event of an announced match by its number, None for one that is
    played elsewhere.
    """

    rules: Format[Any]
    orders: tuple[Orders, ...]
    scheduled: Callable[[TournamentId, TournamentState, int], ev.AnyScheduled | None] = _no_table
