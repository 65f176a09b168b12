"""Knockouts played to their winner by mail alone, among wrong, repeated, late and forged mail."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from pathlib import Path

import pytest

from rules.commands import pbem_commands as cmd
from rules.events import KnockoutDecision, PbemVerdict
from rules.formats.knockout.deciding import KNOCKOUT
from server.access import SERVER
from server.messages.handling import OF_STRANGERS
from tests.support.pbem_players import DOMAIN, Pbem, names, pbem_hall
from yalta_extras.mail.relay import Relay
from yalta_extras.mail.smtp_receiver import LARGEST, SmtpReceiver
from yalta_extras.mail.tests.mailboxes import Mailboxes, mailboxes
from yalta_extras.mail.tests.test_smtp_receiver import mail, replied

pytestmark = pytest.mark.long
MANY = 300
"""A number of strangers' mails greater than the number that are answered."""


@asynccontextmanager
async def by_mail(folder: Path) -> AsyncIterator[tuple[Pbem, int, Mailboxes]]:
    """Run a hall that receives mail at a port of loopback, and sends its own by a relay there."""
    async with mailboxes() as boxes:
        relay = Relay("127.0.0.1", boxes.port, DOMAIN)
        async with pbem_hall(folder, relay) as pbem:
            receiver = SmtpReceiver(pbem.hall, pbem.handling, DOMAIN, pbem.clock)
            port = await receiver.start("127.0.0.1", 0)
            try:
                yield pbem, port, boxes
            finally:
                await receiver.close()


async def _enter(pbem: Pbem, port: int, handles: list[str]) -> None:
    for handle in handles:
        assert (await replied(port, mail(pbem, f"enter {handle}", handle)))[0] == 250
        pbem.clock.later(minutes=2)
    await pbem.deliver()
    assert sorted(pbem.tokens) == sorted(handles)


async def _win(pbem: Pbem, port: int, number: int, handle: str, board: int) -> int:
    """Report games until the player `handle` has won the match; return the next free board number.

    A board is one game on the other server.
    """
    while not pbem.state.matches[number].over:
        pbem.clock.later(hours=3)
        points = 1 if pbem.state.matches[number].score.crawford else 4
        for line in (
            f"Match {number}: board {board} started",
            f"Re: match {number}:  board {board} WON by {handle} by {points} points",
        ):
            assert (await replied(port, mail(pbem, line, handle)))[0] == 250, line
        board += 1
    return board


async def _bad_mail(pbem: Pbem, port: int, number: int) -> None:
    """Send mails about a match that must change nothing of it."""
    ann, ben = pbem.handles_of(pbem.state.matches[number])
    before = pbem.state.matches[number]
    pbem.clock.later(hours=2)
    bad: list[tuple[EmailMessage, int]] = [
        (mail(pbem, f"match {number}: board 999 won by {ann} by 7 points", ann), 554),
        (mail(pbem, f"match {number}: board 999 won by zed by 2 points", ann), 554),
        (mail(pbem, f"match 777: board 999 won by {ann} by 2 points", ann), 554),
        (mail(pbem, f"match {number} board", ann), 554),
        (mail(pbem, f"match {number}: board 999 won by {ann} by 2 points", ann, token=""), 550),
        (mail(pbem, f"match {number}: board 999 started", "eve", token="z" * 12), 550),
        (mail(pbem, f"match {number}: board 999 started", ann, text="x\n" * LARGEST), 552),
    ]
    for message, code in bad:
        assert (await replied(port, message))[0] == code, message["Subject"]
    waits = mail(pbem, f"match {number}: board 999 won by {ann} by 2 points", ben)
    assert (await replied(port, waits))[0] == 250
    forged = mail(pbem, f"match {number}: board 999 started", ann, address="eve@elsewhere.test")
    assert (await replied(port, forged))[0] == 250
    assert pbem.state.matches[number] == before
    assert len(pbem.hall.pbem_records.waiting(pbem.process.tournament)) >= 2


async def _repeated_and_late(pbem: Pbem, port: int, number: int) -> None:
    """Check that a repeated report, and a report of a finished match, change nothing."""
    match = pbem.state.matches[number]
    (winner,) = (each for each in pbem.handles_of(match) if pbem.handle_of(match.winner) == each)  # type: ignore[arg-type]
    board = [*match.boards.values()][-1]
    again = f"match {number}: board {board.number} won by {winner} by {board.points} points"
    assert (await replied(port, mail(pbem, again, winner)))[0] == 554
    started = f"match {number}: board 9999 started"
    assert (await replied(port, mail(pbem, started, winner)))[0] == 554
    assert pbem.state.matches[number] == match


async def _play_round(pbem: Pbem, port: int, round_: int, board: int, leave: int = 0) -> int:
    open_ = [each for each in pbem.state.matches.values() if each.round == round_]
    for match in open_[: len(open_) - leave]:
        board = await _win(pbem, port, match.number, pbem.handles_of(match)[0], board)
    await pbem.deliver()
    return board


def _check_draw(pbem: Pbem, round_: int) -> None:
    """Check that nobody plays twice in a round, and that no two lucky losers meet."""
    bracket = pbem.process.state.of(KNOCKOUT).by_number[1].bracket(pbem.state.reported)
    playing = [player for match in bracket.rounds[round_ - 1] for player in match.players]
    assert len(playing) == len({*playing})
    for match in bracket.rounds[round_ - 1]:
        assert len(match.lucky) < 2


@pytest.mark.parametrize(("count", "rounds", "lucky"), [(11, 4, 2), (16, 4, 0)])
async def test_a_knockout_is_played_to_its_winner_by_mail_alone(
    tmp_path: Path, count: int, rounds: int, lucky: int
) -> None:
    async with by_mail(tmp_path) as (pbem, port, boxes):
        await pbem.open()
        await _enter(pbem, port, [*names(count)])
        twice = mail(pbem, "enter p01", "someone")
        assert (await replied(port, twice))[0] == 554
        board = 1000
        for round_ in range(1, rounds + 1):
            await pbem.draw(round_)
            _check_draw(pbem, round_)
            first = max(n for n, each in pbem.state.matches.items() if each.round == round_)
            await _bad_mail(pbem, port, first)
            late = 1 if round_ == 1 else 0
            board = await _play_round(pbem, port, round_, board, leave=late)
            if late:
                await _invoke_the_75_percent_rule(pbem, port, board)
                board += 10
            done = next(n for n, each in pbem.state.matches.items() if each.round == round_)
            await _repeated_and_late(pbem, port, done)
        knockout = pbem.process.state.of(KNOCKOUT).by_number[1]
        bracket = knockout.bracket(pbem.state.reported)
        assert bracket.rounds_in_all == rounds
        assert sum(len(each.lucky) for each in bracket.rounds[1]) == lucky
        assert bracket.rounds[-1][0].is_decided
        assert all(len(to) == 1 and to[0].endswith("@players.test") for to, _ in boxes.mails)
        assert len(boxes.mails) == len(pbem.sent)
        assert not any("eve" in to[0] or "someone" in to[0] for to, _ in boxes.mails)


async def _invoke_the_75_percent_rule(pbem: Pbem, port: int, board: int) -> None:
    """Let the 75 % rule decide the last match of a round: by minutes, since points are equal.

    Each player wins one game by two points. Then the round's last week ends, and less time used in
    the last game decides (ruling 23).
    """
    (match,) = (each for each in pbem.state.matches.values() if not each.over)
    assert (match.knockout, match.round) in pbem.state.until
    for place, handle in enumerate(pbem.handles_of(match)):
        for line in (
            f"match {match.number}: board {board + place} started",
            f"match {match.number}: board {board + place} won by {handle} by 2 points",
        ):
            assert (await replied(port, mail(pbem, line, handle)))[0] == 250
    pbem.clock.later(days=8)
    handle = pbem.handles_of(match)[0]
    late = mail(pbem, f"match {match.number}: board {board + 9} started", handle)
    code, text = await replied(port, late)
    assert (code, "before the last week of the round was over" in text) == (554, True)
    rule = cmd.ApplyPbemTimeRule(number=match.number, last_used=(50, 49))
    ruled, decided = await pbem.process.handle(rule, SERVER)
    assert getattr(ruled, "verdict", None) is PbemVerdict.LAST_GAME
    assert getattr(decided, "decision", None) is KnockoutDecision.ADJUDICATION
    assert pbem.state.matches[match.number].winner == match.players[1]


async def test_hundreds_of_messages_are_answered_within_the_bounds_and_keep_nobody_out(
    tmp_path: Path,
) -> None:
    async with by_mail(tmp_path) as (pbem, port, boxes):
        await pbem.open()
        await _enter(pbem, port, ["ann", "ben"])
        await pbem.draw()
        records, tournament = pbem.hall.pbem_records, pbem.process.tournament
        kept, sent = len(records.messages(tournament, 9999)), len(boxes.mails)
        pbem.clock.later(hours=2)
        codes = list[int]()
        for number in range(MANY):
            forged = mail(pbem, f"match 1: board {number} started", f"eve{number}", token="")
            codes.append((await replied(port, forged))[0])
        assert codes.count(550) == OF_STRANGERS.most
        assert codes.count(451) == MANY - OF_STRANGERS.most
        assert len(records.messages(tournament, 9999)) == kept + OF_STRANGERS.most
        assert pbem.handling.rates.refused == MANY - OF_STRANGERS.most
        await pbem.deliver()
        assert len(boxes.mails) == sent
        assert (await replied(port, mail(pbem, "match 1: board 5 started", "ann")))[0] == 250
        assert pbem.state.matches[1].running is not None
