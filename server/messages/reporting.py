"""What a player's line makes happen: a report becomes a command, a protest opens a case."""

from dataclasses import dataclass

from rules.commands import OpenCase
from rules.commands import pbem_commands as cmd
from rules.events import PbemBoardWon
from rules.pbem.subject_lines import ProtestLine, StartedLine, WonLine
from server.access import Actor, Machine
from server.hall import Hall
from server.messages.entrants import Entrants, MessageRefused, listed
from server.messages.received import Received
from server.store.accounts_db.pbem_records import PbemPlayer
from server.tournament.tournament_process import TournamentProcess

_ID = 40
"""Hexadecimal figures of a message's digest that stand for its commands."""
PlayersLine = StartedLine | WonLine | ProtestLine
"""What players of a match write."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A message of a player; `accepted_by` is the organiser who takes it though it is doubtful."""

    player: PbemPlayer
    received: Received
    accepted_by: Actor | None = None

    @property
    def actor(self) -> Actor:
        """In whose name it is done."""
        return self.accepted_by or Machine(f"message {self.player.person}")

    @property
    def command_id(self) -> str:
        """Under which it is done once, however often it comes."""
        return command_id(self.received)


def command_id(received: Received) -> str:
    """The id of what a message makes happen."""
    return received.digest.hex()[:_ID]


async def carry_out(
    hall: Hall, entrants: Entrants, process: TournamentProcess, line: PlayersLine, sent: Sent
) -> str:
    """What is answered once it is stored; raises what refuses it, or ReportDoubtful."""
    telling = await entrants.telling(process)
    if isinstance(line, ProtestLine):
        _check_own(process, line.match, sent.player)
        facts = entrants.words.gettext(
            "Protest about match %(match)s: see the message received on %(time)s",
            match=line.match,
            time=entrants.words.moment(sent.received.at),
        )
        await process.handle(OpenCase(teams=(), facts=facts), sent.actor, sent.command_id)
        return telling.protest(line.match)
    command = await _report(entrants, process, line, sent)
    happened = await process.handle(command, sent.actor, sent.command_id)
    await hall.commands.settle(process.tournament)
    match = process.state.pbem.matches[command.number]
    won = next((each for each in happened if isinstance(each, PbemBoardWon)), None)
    if won is None:
        return telling.started(match, command.board)
    return telling.won(match, won.board, won.points, won.reported)


async def _report(
    entrants: Entrants, process: TournamentProcess, line: StartedLine | WonLine, sent: Sent
) -> cmd.PbemReport:
    at, player = sent.received.at.replace(microsecond=0), sent.player.person
    if isinstance(line, StartedLine):
        return cmd.ReportPbemStart(number=line.match, board=line.board, player=player, at=at)
    players = await entrants.of(process)
    winner = next((each for each in players if each.handle == line.handle), None)
    if winner is None:
        match = process.state.pbem.matches.get(line.match)
        playing = [p for p in players if match is not None and p.person in match.players]
        raise MessageRefused("id", line.handle, "one of: %(ids)s", ids=listed(playing))
    return cmd.ReportPbemWin(
        number=line.match,
        board=line.board,
        player=player,
        winner=winner.person,
        points=line.points,
        at=at,
        resigned=line.resigned,
        cube=line.cube,
        accepted=sent.accepted_by is not None,
    )


def _check_own(process: TournamentProcess, number: int, player: PbemPlayer) -> None:
    own = [each.number for each in process.state.pbem.of_player(player.person)]
    if number not in own:
        matches = ", ".join(map(str, own)) or "–"
        raise MessageRefused("match", number, "a match of yours: %(matches)s", matches=matches)
