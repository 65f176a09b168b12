"""Messages as they are taken: which count, which are refused or wait, and what is answered."""

import re
import smtplib
from dataclasses import replace
from pathlib import Path

import pytest

from rules.commands import EnterKnockout, ErasePerson, WithdrawKnockoutEntry
from rules.formats.knockout.deciding import KNOCKOUT
from server.messages.entrants import MessageRefused
from server.messages.handling import OF_A_PLAYER, OF_STRANGERS, REFUSALS, Status
from server.store.accounts_db.pbem_records import MessageState
from tests.support.pbem_players import Pbem, pbem_hall
from tests.support.persons import keep_persons, person_id
from tests.support.served import DIRECTOR


async def _two(pbem: Pbem) -> None:
    await pbem.open()
    await pbem.enter("ann", "ben")
    await pbem.draw()


async def test_whoever_enters_is_sent_a_token_that_is_kept_until_then(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        answered = await pbem.write("Enter Ann", "ann")
        assert answered.status is Status.COUNTED
        await pbem.deliver()
        token = pbem.tokens["ann"].replace("-", "")
        assert len(token) == 12
        assert token not in answered.text
        (mail,) = pbem.hall.pbem_records.mails(pbem.process.tournament, 9)
        assert token not in mail.text
        entrants = pbem.process.state.of(KNOCKOUT).by_number[1].entrants
        assert [pbem.handle_of(each) for each in entrants] == ["ann"]


async def test_an_id_or_an_address_enters_once(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        await pbem.write("enter ann", "ann")
        again = await pbem.write("enter ann", "eve")
        assert (again.status, again.english) == (
            Status.REFUSED,
            "id: 'ann' is not possible; allowed: an id that nobody has in this knockout",
        )
        other = await pbem.write("enter anna", "ann")
        assert "somebody has entered from this address already" in other.text
        no_address = await pbem.write("enter cat", "cat", address="cat at home")
        assert no_address.status is Status.REFUSED
        await pbem.deliver()
        assert [mail["To"] for mail in pbem.sent] == ["ann@players.test"]


async def test_who_has_entered_enters_no_more_and_after_the_draw_nobody_does(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        again = await pbem.write("enter annie", "ann")
        assert again.status is Status.REFUSED
        assert "you are entered already, as ann" in again.text
        late = await pbem.write("enter cat", "cat")
        assert (late.status, late.english) == (
            Status.REFUSED,
            "id: 'cat' is not possible; allowed: a knockout that takes entries",
        )
        stranger = pbem.handling.entrants.register(
            pbem.process, person_id("Dee"), "dee", "dee@players.test"
        )
        with pytest.raises(MessageRefused, match="a player of the knockout"):
            await stranger


async def test_a_point_short_of_the_match_the_players_hear_of_the_crawford_game(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open(length=5)
        await pbem.enter("ann", "ben")
        await pbem.draw()
        crawford = "The next game is the Crawford game: no doubling."
        for board, points, told in ((7, 4, True), (8, 1, False)):
            await pbem.write(f"match 1: board {board} started", "ann")
            pbem.clock.later(hours=1)
            winner = "ann" if board == 7 else "ben"
            line = f"match 1: board {board} won by {winner} by {points} points"
            won = await pbem.write(line, winner)
            assert won.status is Status.COUNTED, won
            assert (crawford in won.text) is told


async def test_a_match_is_played_by_reports_and_each_is_answered_to_its_sender(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        assert "match 1: board B started" in pbem.mails_to("ann")[-1].get_content()
        started = await pbem.write("Re: Match 1: Board 345 started", "ann")
        assert started.status is Status.COUNTED
        won = await pbem.write("match 1: board 345 won by ann by 2 points", "ann")
        assert "Board 345 counts 2 points." in won.text
        await pbem.deliver()
        answer = pbem.mails_to("ann")[-1]
        assert answer["Subject"] == "Re: match 1: board 345 won by ann by 2 points"
        assert "ann" in answer.get_content()
        assert answer["Auto-Submitted"] == "auto-replied"
        board = await pbem.win(1, "ben", 400)
        assert board > 400
        assert pbem.handle_of(pbem.state.matches[1].winner) == "ben"  # type: ignore[arg-type]


async def test_a_resignation_is_answered_with_what_it_counts(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.write("match 1: board 7 started", "ann")
        line = "match 1: board 7 won by ann by 1 point, resigned, none off, far back"
        answered = await pbem.write(line, "ann")
        assert "counts 3 points" in answered.text
        assert "resign before your opponent has doubled" in answered.text


async def test_a_message_that_comes_again_gets_its_first_answer_and_no_second_mail(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        first = await pbem.write("match 1: board 7 started", "ann", message_id="<1@x>")
        await pbem.deliver()
        mails = len(pbem.sent)
        assert await pbem.write("match 1: board 7 started", "ann", message_id="<1@x>") == first
        await pbem.deliver()
        assert len(pbem.sent) == mails
        repeated = await pbem.write("match 1: board 7 started", "ann")
        assert repeated.status is Status.REFUSED
        assert "board 7 was reported before" in repeated.text


async def test_nothing_is_answered_by_mail_to_whoever_has_no_good_token(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.deliver()
        mails = len(pbem.sent)
        for token in ("", "aaaaaaaaaaaa"):
            forged = await pbem.write("match 1: board 7 started", "ann", token=token)
            assert forged.status is Status.NOT_PROVEN
        await pbem.deliver()
        assert len(pbem.sent) == mails
        assert not pbem.state.matches[1].boards


async def test_a_good_token_from_another_address_waits_and_the_player_hears_of_it(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        answered = await pbem.write("match 1: board 7 started", "ann", address="ann@work.test")
        assert answered.status is Status.WAITING
        assert "another address" in answered.text
        await pbem.deliver()
        assert "another address" in pbem.mails_to("ann")[-1].get_content()
        assert not pbem.state.matches[1].boards
        over_api = await pbem.write("match 1: board 7 started", "ann", by_mail=False, address="")
        assert over_api.status is Status.COUNTED


async def test_the_organiser_accepts_what_waits_or_does_not(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.write("match 1: board 7 started", "ann")
        by_loser = await pbem.write("match 1: board 7 won by ann by 2 points", "ben")
        assert by_loser.status is Status.WAITING
        other = await pbem.write("match 1: board 7 won by ben by 2 points", "ann")
        assert other.status is Status.WAITING
        records, tournament = pbem.hall.pbem_records, pbem.process.tournament
        first, second = records.waiting(tournament)
        await pbem.handling.settle(pbem.process, first.number, DIRECTOR)
        assert sorted(pbem.state.matches[1].points) == [0, 2]
        await pbem.handling.settle(pbem.process, second.number, DIRECTOR, "ann has won it")
        assert records.waiting(tournament) == []
        kept = {each.number: each.state for each in records.messages(tournament, 50)}
        assert kept[first.number] is MessageState.ACCEPTED
        assert kept[second.number] is MessageState.REJECTED
        await pbem.deliver()
        assert "ann has won it" in pbem.mails_to("ann")[-1].get_content()


async def test_a_protest_opens_a_case_for_the_director(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        answered = await pbem.write("match 1: protest", "ann", text="He moves once a week.")
        assert "That decision is final" in answered.text
        (case,) = pbem.process.state.rulings.cases.open_cases
        assert "match 1" in case.facts
        message = pbem.hall.pbem_records.messages(pbem.process.tournament, 1)[0]
        assert message.text == "He moves once a week."
        stranger = await pbem.write("match 2: protest", "ann")
        assert stranger.status is Status.REFUSED


async def test_a_flood_of_strangers_is_bounded_and_keeps_no_player_out(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.deliver()
        records, tournament = pbem.hall.pbem_records, pbem.process.tournament
        kept, mails = len(records.messages(tournament, 9999)), len(pbem.sent)
        pbem.clock.later(hours=2)
        statuses = [(await pbem.write("match 1: board 9 started", "eve")).status for _ in range(99)]
        assert statuses.count(Status.NOT_PROVEN) == OF_STRANGERS.most
        assert statuses.count(Status.TOO_MANY) == 99 - OF_STRANGERS.most
        assert len(records.messages(tournament, 9999)) == kept + OF_STRANGERS.most
        own = await pbem.write("match 1: board 9 started", "ann")
        assert own.status is Status.COUNTED
        await pbem.deliver()
        assert len(pbem.sent) == mails + 1


async def test_a_player_too_has_a_measure_that_fills_again(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        for _ in range(OF_A_PLAYER.most):
            assert (await pbem.write("hello", "ann")).status is Status.REFUSED
        assert (await pbem.write("match 1: board 9 started", "ann")).status is Status.TOO_MANY
        pbem.clock.later(minutes=3)
        assert (await pbem.write("match 1: board 9 started", "ann")).status is Status.COUNTED


async def test_mail_that_no_person_wrote_is_refused_and_never_answered(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.deliver()
        mails = len(pbem.sent)
        loop = replace(pbem.message("match 1: board 9 started", "ann"), automatic=True)
        assert (await pbem.handling.take(loop)).status is Status.NOT_PROVEN
        assert not pbem.state.matches[1].boards
        await pbem.deliver()
        assert len(pbem.sent) == mails


async def test_a_program_that_answers_refusals_gets_a_few_and_shuts_nobody_out(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.deliver()
        mails = len(pbem.sent)
        before = 0
        while len(pbem.sent) > before:
            before = len(pbem.sent)
            assert (await pbem.write("Out of office", "ann")).status is Status.REFUSED
            await pbem.deliver()
        assert len(pbem.sent) == mails + REFUSALS.most
        own = await pbem.write("match 1: board 9 started", "ann")
        assert own.status is Status.COUNTED
        await pbem.deliver()
        assert len(pbem.sent) == mails + REFUSALS.most + 1


async def test_reminders_and_the_last_week_are_told_once_to_both(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        await pbem.enter(*(f"p{number}" for number in range(8)))
        await pbem.draw()
        pbem.clock.later(days=3)
        await pbem.deliver()
        board = 1
        open_, *others = pbem.state.matches
        first, second = pbem.handles_of(pbem.state.matches[open_])
        before = len(pbem.mails_to(first))
        assert "for 3 days" in pbem.mails_to(first)[-1].get_content()
        for number in others:
            board = await pbem.win(number, pbem.handles_of(pbem.state.matches[number])[0], board)
        await pbem.deliver()
        await pbem.deliver()
        for handle in (first, second):
            mails = pbem.mails_to(handle)
            assert len(mails) == before + 1
            assert "to finish yours" in mails[-1].get_content()
        pbem.clock.later(days=5, hours=12)
        await pbem.deliver()
        assert len(pbem.mails_to(first)) == before + 3


async def test_without_a_relay_mail_waits_until_somebody_has_sent_it(tmp_path: Path) -> None:
    def down(_: object) -> None:
        raise OSError("connection refused")

    async with pbem_hall(tmp_path, down) as pbem:
        await pbem.open()
        await pbem.write("enter ann", "ann")
        await pbem.outbox.send_waiting()
        tournament = pbem.process.tournament
        (mail,) = pbem.hall.pbem_records.mails(tournament, 9)
        assert (mail.faults, mail.fault, mail.sent_at) == (1, "connection refused", None)
        assert "token: " in mail.text
        assert pbem.hall.pbem_records.sent(tournament, mail.number)
        (mail,) = pbem.hall.pbem_records.mails(tournament, 9)
        assert "token: …" in mail.text
        assert not pbem.hall.pbem_records.sent(tournament, mail.number)


@pytest.mark.parametrize(
    ("refusal", "fault", "final"),
    [
        (
            smtplib.SMTPRecipientsRefused({"ann@players.test": (550, b"5.1.1\n no such user")}),
            "550 5.1.1 no such user",
            True,
        ),
        (smtplib.SMTPDataError(554, b"no, thanks"), "554 no, thanks", True),
        (smtplib.SMTPRecipientsRefused({"ann@players.test": (451, b"later")}), "451 later", False),
        (smtplib.SMTPHeloError(501, b"who are you?"), "501 who are you?", False),
    ],
)
async def test_a_mail_that_is_refused_for_good_is_not_tried_again_and_the_answer_is_told(
    tmp_path: Path, refusal: OSError, fault: str, final: bool
) -> None:
    tried = []

    def refused(mail: object) -> None:
        tried.append(mail)
        raise refusal

    async with pbem_hall(tmp_path, refused) as pbem:
        await pbem.open()
        await pbem.write("enter ann", "ann")
        for _ in range(3):
            await pbem.outbox.send_waiting()
        (mail,) = pbem.hall.pbem_records.mails(pbem.process.tournament, 9)
        assert (mail.fault, mail.sent_at) == (fault, None)
        assert len(tried) == (1 if final else 3)


async def test_who_is_erased_leaves_no_address_and_no_text(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        await pbem.write("match 1: protest", "ann", text="I am Ann of Odesa.")
        tournament, records = pbem.process.tournament, pbem.hall.pbem_records
        ann = next(each.person for each in records.players(tournament) if each.handle == "ann")
        await pbem.hall.commands.to_persons(ErasePerson(person=ann), DIRECTOR)
        assert [each.handle for each in records.players(tournament)] == ["ben"]
        assert not _naming("ann", pbem)


async def test_who_is_erased_is_named_in_nothing_that_others_wrote_or_were_told(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await _two(pbem)
        (match,) = pbem.state.matches.values()
        won = "Match 1: board 7 won by ANN by 2 points"
        answered = await pbem.write(won, "ben", text="Ann is ann@players.test.")
        assert answered.status is Status.WAITING
        await pbem.write("enter Ann", token="", address="ann@players.test")
        await pbem.enter("ann-marie")
        assert _naming("ann", pbem)
        ann = next(each for each in match.players if pbem.handle_of(each) == "ann")
        await pbem.hall.commands.to_persons(ErasePerson(person=ann), DIRECTOR)
        assert not _naming("ann", pbem)
        assert _naming("ann-marie", pbem)
        assert "won by N. N. by 2 points" in str(
            pbem.hall.pbem_records.messages(pbem.process.tournament, 9)
        )


async def test_who_is_erased_without_an_address_is_not_named_to_the_opponent(
    tmp_path: Path,
) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        await pbem.enter("ben")
        (ann,) = await keep_persons(pbem.hall.persons, ["Ann of Odesa"])
        await pbem.order(EnterKnockout(knockout=1, players=(ann,)))
        await pbem.draw()
        assert _naming("Ann of Odesa", pbem)
        await pbem.hall.commands.to_persons(ErasePerson(person=ann), DIRECTOR)
        assert not _naming("Ann of Odesa", pbem)


def _naming(name: str, pbem: Pbem) -> list[str]:
    """What is kept of the knockout's messages and mails that has the name as a word of its own."""
    records, tournament = pbem.hall.pbem_records, pbem.process.tournament
    texts = [f"{each.subject} {each.text}" for each in records.mails(tournament, 50)]
    for each in records.messages(tournament, 50):
        texts.append(f"{each.address} {each.subject} {each.text} {each.answer}")
    return [text for text in texts if re.search(rf"(?i)(?<![\w-]){name}(?![\w-])", text)]


async def test_an_entry_taken_back_leaves_no_address_and_may_be_made_again(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        await pbem.enter("ann", "ben")
        records, tournament = pbem.hall.pbem_records, pbem.process.tournament
        ann = next(each.person for each in records.players(tournament) if each.handle == "ann")
        await pbem.order(WithdrawKnockoutEntry(knockout=1, player=ann))
        assert (await pbem.write("match 1: protest", "ann")).status is Status.NOT_PROVEN
        again = await pbem.write("enter ann", "ann", token="")
        assert again.status is Status.COUNTED
        await pbem.deliver()
        assert sorted(each.handle for each in records.players(tournament)) == ["ann", "ben"]
