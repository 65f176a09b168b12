"""A knockout played by its rules alone: commands decided and folded, results put in by hand."""

from rules import commands as cmd
from rules import events as ev
from rules.formats.format import FormatGiven, PointOutcome
from rules.formats.knockout.bracket import Bracket, BracketMatch
from rules.formats.knockout.deciding import decide
from rules.formats.knockout.state import Knockout, Knockouts, podium
from rules.identities import PersonId
from rules.position import Side
from tests.support.as_read import knockouts_read

LENGTH = 5


def persons(count: int) -> tuple[PersonId, ...]:
    """So many players: p01, p02 and so on."""
    return tuple(PersonId(f"p{number:02}") for number in range(1, count + 1))


class Evening:
    """One knockout of `count` players; `seed` is that of every draw, `history` every event."""

    def __init__(
        self, count: int, draw: ev.KnockoutDraw = ev.KnockoutDraw.BRACKET, seed: bytes = b"\x01"
    ) -> None:
        self.state = Knockouts()
        self.history = list[ev.KnockoutEvent]()
        self.outcomes = dict[int, PointOutcome]()
        self.begun = frozenset[int]()
        self._seed = seed
        self._known: tuple[Knockout, dict[int, PointOutcome], Bracket] | None = None
        self.order(cmd.PlanKnockout(name="Main", length=LENGTH, draw=draw))
        self.order(cmd.EnterKnockout(knockout=1, players=persons(count)))

    def order(self, command: cmd.KnockoutCommand) -> tuple[ev.KnockoutEvent, ...]:
        """Carry out what somebody orders who has read how it stands; raises what that raises."""
        read = knockouts_read(command, self.state, self.outcomes)
        events = decide(self.state, read, self.given)
        for event in events:
            self.state = self.state.after(event)
            self.history.append(event)
        return events

    @property
    def given(self) -> FormatGiven:
        """What decisions rest on besides the knockouts."""
        return FormatGiven(
            to_points=self.outcomes,
            begun=self.begun,
            next_number=self.state.last_number + 1,
            seed=self._seed,
        )

    def draw(self, round_: int = 1) -> None:
        """Draw a round."""
        self.order(cmd.DrawKnockoutRound(knockout=1, round=round_))

    def publish(self, round_: int) -> None:
        """Announce what can be announced of a round."""
        self.order(cmd.PublishKnockoutMatches(knockout=1, round=round_))

    def win(self, match: BracketMatch, side: Side = Side.WHITE) -> None:
        """Let a side win an announced match 5-3."""
        assert match.number is not None
        white, red = (LENGTH, 3) if side is Side.WHITE else (3, LENGTH)
        self.outcomes[match.number] = PointOutcome(side, white, red)
        self.begun |= {match.number}

    def play(self, round_: int, side: Side = Side.WHITE) -> None:
        """Announce a round and let that side win all of it."""
        if any(match.is_ready for match in self.bracket.rounds[round_ - 1]):
            self.publish(round_)
        for match in self.bracket.rounds[round_ - 1]:
            if match.number is not None and not match.is_decided:
                self.win(match, side)

    def play_to_the_end(self) -> None:
        """Draw and play every round that is to come."""
        round_ = 1
        while True:
            bracket = self.bracket
            if round_ > bracket.rounds_in_all:
                return
            if round_ > len(bracket.rounds):
                self.draw(round_)
            self.play(round_)
            round_ += 1

    @property
    def knockout(self) -> Knockout:
        """The knockout now."""
        return self.state.by_number[1]

    @property
    def bracket(self) -> Bracket:
        """Its rounds now."""
        if self._known is None or self._known[:2] != (self.knockout, self.outcomes):
            made = self.knockout.bracket(self.outcomes)
            self._known = self.knockout, dict(self.outcomes), made
        return self._known[2]

    @property
    def podium(self) -> tuple[tuple[PersonId, ...], ...]:
        """Who stands on it."""
        return podium(self.knockout, self.outcomes)
