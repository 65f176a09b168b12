"""A knockout by messages that is played by commands, as rules decide them."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rules import commands as knockout_cmd
from rules import events as ev
from rules.commands import pbem_commands as cmd
from rules.formats.format import FormatGiven
from rules.formats.knockout import deciding as knockout_deciding
from rules.formats.knockout.bracket import Bracket
from rules.formats.knockout.deciding import KNOCKOUT
from rules.formats.knockout.state import Knockout, Knockouts
from rules.formats.pbem.deciding import decide
from rules.formats.pbem.state import PbemMatch, PbemState
from rules.formats.pbem.time_rule import weeks_due
from rules.identities import PersonId
from tests.support.as_read import knockouts_read

BEGIN = datetime(2008, 10, 3, 10, tzinfo=UTC)
PLAN = knockout_cmd.PlanKnockout(
    name="PBeM", length=10, draw=ev.KnockoutDraw.EACH_ROUND, elsewhere=True
)


def persons(count: int) -> tuple[PersonId, ...]:
    """So many players."""
    return tuple(PersonId(f"p{number:02}") for number in range(1, count + 1))


class Played:
    """A knockout of `count` players so far; `now` is the time of whatever comes next."""

    def __init__(self, count: int, seed: int = 1) -> None:
        self.state, self.knockouts = PbemState(), Knockouts()
        self.now, self.events = BEGIN, list[ev.Event]()
        self._seed, self._last_board = seed.to_bytes(16, "big"), 0
        self.order(PLAN)
        self.do(cmd.OpenPbem(knockout=1))
        self.order(knockout_cmd.EnterKnockout(knockout=1, players=persons(count)))

    def do(self, command: cmd.PbemCommand) -> tuple[ev.Event, ...]:
        """Carry out what somebody orders who has read how it stands.

        Raises what it is refused with.
        """
        if isinstance(command, cmd.CorrectPbemBoard) and command.was is None:
            known = self.state.matches[command.number].boards[command.board]
            command = replace(command, was=known.known_as)
        return self._take(decide(self.state, command, self._given))

    def order(self, command: knockout_cmd.KnockoutCommand) -> tuple[ev.Event, ...]:
        """As do(), of a command that is the knockout's own."""
        read = knockouts_read(command, self.knockouts, self.state.reported)
        return self._take(knockout_deciding.decide(self.knockouts, read, self._given))

    @property
    def _given(self) -> FormatGiven:
        return FormatGiven(
            to_points=self.state.reported,
            next_number=self.knockouts.last_number + 1,
            seed=self._seed,
            now=self.now,
            states={KNOCKOUT.name: self.knockouts},
        )

    def _take(self, happened: tuple[ev.Event, ...]) -> tuple[ev.Event, ...]:
        for event in happened:
            if isinstance(event, ev.KnockoutEvent):
                self.knockouts = self.knockouts.after(event)
        self.state = self.state.after(happened)
        self.events += happened
        return happened

    def later(self, **span: float) -> None:
        """Let time go by."""
        self.now += timedelta(**span)

    @property
    def knockout(self) -> Knockout:
        """The knockout now."""
        return self.knockouts.by_number[1]

    @property
    def bracket(self) -> Bracket:
        """Its rounds now."""
        return self.knockout.bracket(self.state.reported)

    def draw(self, round_: int = 1) -> None:
        """Draw a round and announce its matches."""
        self.order(knockout_cmd.DrawKnockoutRound(knockout=1, round=round_))
        self.order(knockout_cmd.PublishKnockoutMatches(knockout=1, round=round_))

    def match(self, number: int = 1) -> PbemMatch:
        """A match as it stands."""
        return self.state.matches[number]

    def pair(self, number: int = 1) -> tuple[PersonId, PersonId]:
        """Who plays a match."""
        return self.match(number).players

    def start(self, number: int, player: PersonId, board: int = 0) -> int:
        """Report that a board has begun; its number."""
        self._last_board = board or self._last_board + 1
        board = self._last_board
        self.do(cmd.ReportPbemStart(number=number, board=board, player=player, at=self.now))
        return board

    def won(self, number: int, winner: PersonId, points: int = 1) -> int:
        """Play and report a game; its board."""
        board = self.start(number, winner)
        self.do(report(number, board, winner, points, self.now))
        return board

    def win_match(self, number: int, winner: PersonId) -> None:
        """Have somebody win a match, three points a game."""
        while not self.match(number).over:
            self.won(number, winner, 3)

    def finish_round(self, leave: int = 0) -> None:
        """Have White win the matches that are announced, but the last so many."""
        open_ = [each.number for each in self.state.matches.values() if not each.over]
        for number in open_[: len(open_) - leave]:
            self.win_match(number, self.pair(number)[0])
        self.begin_weeks()

    def begin_weeks(self) -> None:
        """Let the last weeks begin that are due."""
        for knockout, round_ in [*weeks_due(self.state)]:
            self.do(cmd.BeginPbemWeek(knockout=knockout, round=round_))


def match_of_two() -> tuple[Played, PersonId, PersonId]:
    """Match 1 of a knockout of two players, and who they are."""
    played = Played(2)
    played.draw()
    return played, *played.pair()


def report(
    number: int, board: int, winner: PersonId, points: int, at: datetime, **other: object
) -> cmd.ReportPbemWin:
    """A winner's report, or of whoever is named as `player`."""
    values = {"player": winner, **other}
    return cmd.ReportPbemWin(
        number=number,
        board=board,
        winner=winner,
        points=points,
        at=at,
        **values,  # type: ignore[arg-type]
    )
