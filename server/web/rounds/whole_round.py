"""One action for all matches of a round, with a result for each match or the reason why it failed.

Matches are independent: if the action is refused for one, it is still taken for the others.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from rules.errors import MatchRefused
from rules.events import HoldScope, LineUpSubmitted
from rules.formats.team_event.stages import Round
from rules.identities import MatchAddress, MatchId
from rules.room import Room
from rules.text import N_
from server.access import Visitor
from server.hall import Hall
from server.tournaments.tournament_process import TournamentProcess
from server.web.boards.waiting_matches import board_queue, seat_boards
from server.web.calls.orders import hold_match, lift_hold_of_match
from server.web.matches import orders as match_orders
from server.web.matches.schemas import LineUpIn
from server.web.shell.form_errors import REFUSALS, refused
from server.words.translation import Words

_NOT_IN_PLAY = N_("It is over, or was decided without play.")
_BEGUN = N_("It has begun already.")
_STARTED = N_("It begins with the line-ups of the teams' last matches.")
_NO_LINE_UP = N_("There is no line-up of %(team)s yet, and none of an earlier match.")
_HELD = N_("It is held.")
_HELD_BEFORE = N_("It was held already.")
_GOES_ON = N_("Resumed.")
_NOT_HELD = N_("It was not held separately.")
_BOARDS = N_("%(open)s is in the open room, %(closed)s in the closed room.")
_HAS_BOARDS = N_("It has boards, has begun, or you are playing in it.")
_NO_BOARDS = N_("No two free boards fit its tables.")


Done = tuple[bool, str]
"""The outcome for a match: whether something was done, and the result or the reason why not."""
Fields = Mapping[str, str]
Action = Callable[[MatchId, Fields, str], Awaitable[Done]]


@dataclass(frozen=True, slots=True)
class RoundMatch:
    """A match of a round, with the outcome of an action that was taken for the whole round.

    `text` is the outcome in words, empty before an action was taken.
    """

    address: MatchAddress
    teams: tuple[str, str]
    text: str = ""
    done: bool = False


@dataclass(frozen=True, slots=True)
class WholeRound:
    """A round, and the visitor in whose name an action is taken for all matches of the round."""

    hall: Hall
    tournament: TournamentProcess
    stage: int
    round: Round
    visitor: Visitor
    words: Words

    @property
    def matches(self) -> list[RoundMatch]:
        """The matches of the round, without outcomes."""
        names = self.hall.names(self.words.code)
        return [
            RoundMatch(names.match(self._id(each.number)), each.teams)
            for each in self.tournament.state.event.playable(self.round.pairings)
            if each.number is not None
        ]

    async def carry_out(self, action: str, fields: Fields, command_id: str) -> list[RoundMatch]:
        """Take the action for each match, and return the outcomes.

        Raises MatchRefused for an unknown action.

        A missing reason, or another fault of the form, is shown for each match.
        """
        actions: Mapping[str, Action] = {
            "start": self._start,
            "hold": self._hold,
            "lift": self._lift,
            "boards": self._boards,
        }
        if action not in actions:
            raise MatchRefused("do", action, ", ".join(actions))
        return [
            await self._tried(actions[action], each, fields, command_id) for each in self.matches
        ]

    async def _tried(
        self,
        act: Action,
        match: RoundMatch,
        fields: Fields,
        command_id: str,
    ) -> RoundMatch:
        match_id = self._id(match.address.number)
        try:
            done, text = await act(match_id, fields, command_id)
        except REFUSALS as error:
            names = self.hall.names(self.words.code, in_full=True)
            why = refused("round", fields, error, self.words, names)
            return RoundMatch(match.address, match.teams, "; ".join(why.texts.values()))
        return RoundMatch(match.address, match.teams, text, done)

    def _id(self, number: int | None) -> MatchId:
        return MatchId(self.tournament.tournament, number or 0)

    async def _start(self, match_id: MatchId, fields: Fields, command_id: str) -> Done:
        """Hand in a line-up for each team without one (ruling 13).

        It is the line-up that the team had in its latest match of the same game.
        """
        process = self.hall.matches.get(match_id)
        number = match_id.number
        if process is None or self.tournament.state.event.is_unplayed(number):
            return False, self.words.gettext(_NOT_IN_PLAY)
        record = process.record
        if record.started is not None or record.is_over:
            return False, self.words.gettext(_BEGUN)
        missing = [team for team in record.teams if team not in record.line_ups]
        last = {team: self._last_line_up(team, record.game.name) for team in missing}
        for team, known in last.items():
            if known is None:
                return False, self.words.gettext(_NO_LINE_UP, team=team)
        for place, (team, known) in enumerate(last.items()):
            assert known is not None
            line_up = LineUpIn(
                team=team,
                open_player=known.open_player.text,
                closed_player=known.closed_player.text,
                was=None,
            )
            own = _part(command_id, f"team{place}")
            await match_orders.hand_in_line_up(self.hall, match_id, line_up, self.visitor, own)
        return True, self.words.gettext(_STARTED)

    def _last_line_up(self, team: str, game: str) -> LineUpSubmitted | None:
        """Return the team's line-up in its latest match that has begun, or None.

        Only matches in which `game` is played count.
        """
        registry, known = self.hall.registry, dict[int, LineUpSubmitted]()
        for process in registry.in_play().values():
            record = process.record
            same = record.match_id.tournament == self.tournament.tournament
            if same and record.game.name == game and record.started and team in record.line_ups:
                known[record.match_id.number] = record.line_ups[team]
        for number in registry.finished.numbered(self.tournament.tournament):
            finished = registry.finished.of(self._id(number))
            for line_up in finished.line_ups:
                if line_up.team == team and finished.scheduled.game_name == game:
                    known[number] = line_up
        return known[max(known)] if known else None

    async def _hold(self, match_id: MatchId, fields: Fields, command_id: str) -> Done:
        if match_id not in self.hall.matches:
            return False, self.words.gettext(_NOT_IN_PLAY)
        if self._held_for(match_id) is not None:
            return False, self.words.gettext(_HELD_BEFORE)
        reason = fields.get("reason", "")
        await hold_match(self.hall, match_id, reason, self.visitor, command_id)
        return True, self.words.gettext(_HELD)

    async def _lift(self, match_id: MatchId, fields: Fields, command_id: str) -> Done:
        was = self._held_for(match_id)
        if was is None:
            return False, self.words.gettext(_NOT_HELD)
        await lift_hold_of_match(self.hall, match_id, was, self.visitor, command_id)
        return True, self.words.gettext(_GOES_ON)

    def _held_for(self, match_id: MatchId) -> str | None:
        """Return the reason for which the whole match is held, or None if it is not held."""
        process = self.hall.matches.get(match_id)
        if process is None:
            return None
        held = process.record.director.holds.get((HoldScope.MATCH, None))
        return None if held is None else held.reason

    async def _boards(self, match_id: MatchId, fields: Fields, command_id: str) -> Done:
        names = self.hall.names(self.words.code)
        queue = board_queue(self.hall, self.tournament, self.visitor, names)
        own = [each for each in queue.matches if each.address.number == match_id.number]
        if not own:
            return False, self.words.gettext(_HAS_BOARDS)
        # The first free boards, even if they are proposed for a match of an earlier round.
        proposed = next((each.proposed for each in queue.matches if each.proposed), {})
        if not proposed:
            return False, self.words.gettext(_NO_BOARDS)
        both = {Room(room): board for room, board in proposed.items()}
        number = match_id.number
        await seat_boards(self.hall, self.tournament, number, both, self.visitor, command_id)
        return True, self.words.gettext(_BOARDS, **proposed)


def _part(command_id: str, part: str) -> str:
    """Return the id of one of several commands that a form sends to the same match."""
    key, mark, digest = command_id.partition("#")
    return f"{key}.{part}{mark}{digest}"
