"""A knockout by messages over HTTP: its organiser's page, and messages by the API."""

from pathlib import Path
from typing import Any

import httpx

from rules.formats.knockout.deciding import KNOCKOUT
from server.access import PUBLIC, Role, Visitor
from tests.server.web.plain_forms import HERE
from tests.support.forms import form_of
from tests.support.knockout_desk import KnockoutDesk
from tests.support.pbem_players import names, pbem_hall
from tests.support.persons import person_id
from tests.support.served import DIRECTOR, Served, opened

PAGE = "/hall/t/club/tournament/messages"
SEND = "/api/t/club/messages"
OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))


async def _started(director: httpx.AsyncClient, **fields: str) -> None:
    form = {"order": "start", "form": "start", "name": "PBeM", "length": "10", "days": "7"}
    answer = await director.post(PAGE, data={**form, "quiet_days": "3", **fields}, headers=HERE)
    assert answer.status_code == 303, answer.text


async def _sent(client: httpx.AsyncClient, subject: str, **fields: str) -> tuple[int, str]:
    answer = await client.post(SEND, json={"subject": subject, **fields})
    return answer.status_code, answer.json().get("answer", answer.text)


def _token(served: Served, handle: str) -> str:
    """What stands in the mail that waits for somebody."""
    records, club = served.hall.pbem_records, served.hall.tournaments.named("club").tournament
    (person,) = (each.person for each in records.players(club) if each.handle == handle)
    text = next(mail.text for mail in records.mails(club, 99) if mail.person == person)
    return text.partition("\ntoken: ")[2].partition("\n")[0]


async def _match(served: Served, director: httpx.AsyncClient) -> tuple[str, str]:
    """Ann's token and Ben's; match 1 is theirs."""
    await _started(director)
    for handle in ("ann", "ben"):
        answer = await _sent(director, f"enter {handle}", address=f"{handle}@players.test")
        assert answer[0] == 200, answer
    desk = KnockoutDesk(director)
    await desk.order("draw", knockout=1)
    await desk.order("publish", knockout=1, round=1)
    return _token(served, "ann"), _token(served, "ben")


async def _order(director: httpx.AsyncClient, **fields: Any) -> httpx.Response:
    form = {"form": str(fields["order"]), **{key: str(each) for key, each in fields.items()}}
    return await director.post(PAGE, data=form, headers=HERE)


async def test_a_match_is_played_over_the_api_and_seen_by_everybody(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        ann, ben = await _match(served, director)
        async with served.client(PUBLIC) as public:
            started = await _sent(public, "Match 1: board 345 STARTED", token=ann)
            assert started[0] == 200
            line = "match 1: board 345 won by ann by 4 points"
            status, text = await _sent(public, line, token=ann.upper())
            assert (status, "counts 4 points" in text) == (200, True)
            again = await _sent(public, line, token=ann)
            assert again[0] == 409
            assert (await _sent(public, "match 1: board 9 started"))[0] == 403
            by_loser = await _sent(public, "match 1: board 346 won by ann by 4 points", token=ben)
            assert by_loser[0] == 202
            bracket = (await public.get("/t/club/bracket")).text
            assert '<span class="points">4</span>' in bracket
            for secret in ("players.test", "345", ann):
                assert secret not in bracket
        page = (await director.get(PAGE)).text
        assert "board 345: ann, 4 points" in page
        assert "match 1: board 346 won by ann by 4 points" in page


async def test_the_same_request_twice_is_one_message(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        ann, _ = await _match(served, director)
        body = {"subject": "match 1: board 345 started", "token": ann}
        head = {"Idempotency-Key": "a1"}
        answers = [await director.post(SEND, json=body, headers=head) for _ in range(2)]
        assert [each.status_code for each in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()


async def test_the_organiser_decides_what_waits_on_the_page(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        _, ben = await _match(served, director)
        for board in (7, 8):
            line = f"match 1: board {board} won by ann by 2 points"
            assert (await _sent(director, line, token=ben))[0] == 202
        kept = (await director.get(SEND)).json()
        newer, older = (each["number"] for each in kept if each["state"] == "waiting")
        assert (await _order(director, order="accept", message=older)).status_code == 303
        refused = await _order(director, order="accept", message=older)
        assert refused.status_code == 409
        assert "does not need a decision" in refused.text
        reason = {"reason": "she has won it once"}
        answer = await _order(director, order="reject", message=newer, **reason)
        assert answer.status_code == 303
        page = (await director.get(PAGE)).text
        assert "No messages need a decision." in page
        assert "she has won it once" in page


async def test_the_director_enters_corrects_and_takes_out_boards(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await _match(served, director)
        result = {"number": 1, "board": 5, "winner": "white", "points": 12}
        assert (await _order(director, order="result", **result)).status_code == 303
        knockout = await KnockoutDesk(director).knockout()
        assert knockout["winner"]
        correct = form_of(await director.get(PAGE), PAGE, order="correct")
        typed = {**correct, **result, "points": 5, "reason": "typed"}
        points = await _order(director, **typed)
        assert points.status_code == 409
        assert "1, 2 or 3 points times a cube" in points.text
        void = {**correct, "board": 5, "winner": "", "points": 0, "reason": "another match's"}
        assert (await _order(director, **void)).status_code == 303
        assert not (await KnockoutDesk(director).knockout())["winner"]
        early = await _order(director, order="time", number=1)
        assert early.status_code == 409
        assert "the last week of this round is not over yet" in early.text


async def test_players_are_entered_by_hand_get_tokens_and_mails_are_sent_by_hand(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await _started(director)
        entered = await _order(director, order="enter", id="Ann", address="Ann@Example.org")
        assert entered.status_code == 303, entered.text
        twice = await _order(director, order="enter", id="ann", address="b@example.org")
        assert twice.status_code == 409
        await KnockoutDesk(director).order("enter", knockout=1, players=["Ben Cole"])
        page = (await director.get(PAGE)).text
        assert "ann@example.org" in page
        assert "no address: cannot send messages" in page
        club = served.hall.tournaments.named("club")
        ben = club.state.of(KNOCKOUT).by_number[1].entrants[1].text
        given = await _order(
            director, order="enter", id="ben", address="ben@example.org", player=ben
        )
        assert given.status_code == 303, given.text
        first = _token(served, "ben")
        assert (await _order(director, order="token", player=ben)).status_code == 303
        assert _token(served, "ben") != first
        mails = served.hall.pbem_records.mails(club.tournament, 9)
        for mail in mails:
            assert (await _order(director, order="sent", mail=mail.number)).status_code == 303
        assert "Sent by hand" not in (await director.get(PAGE)).text


async def test_an_operator_starts_it_and_decides_nothing(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as operator:
        _, ben = await _match(served, operator)
        line = "match 1: board 7 won by ann by 2 points"
        assert (await _sent(operator, line, token=ben))[0] == 202
        kept = (await operator.get(SEND)).json()
        (waiting,) = (each["number"] for each in kept if each["state"] == "waiting")
        assert (await _order(operator, order="accept", message=waiting)).status_code == 403
        assert "A director decides." in (await operator.get(PAGE)).text
        async with served.client(PUBLIC) as public:
            assert (await public.get(SEND)).status_code == 401
            order = {"order": "accept", "message": waiting}
            assert (await public.post(f"{SEND}/orders", json=order)).status_code == 401


async def test_terms_that_cannot_be_are_said_beside_their_fields(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        form = {"order": "start", "name": "PBeM", "length": "65", "days": "0", "quiet_days": "3"}
        answer = await director.post(PAGE, data={"form": "start", **form}, headers=HERE)
        assert answer.status_code == 422
        assert "64 or less" in answer.text


async def test_a_director_who_plays_decides_nothing_of_the_own_match(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await _started(director)
        me = DIRECTOR.person
        assert me is not None
        desk = KnockoutDesk(director)
        await desk.order("enter", knockout=1, players=[me.text, "Ben Cole"])
        await desk.order("draw", knockout=1)
        await desk.order("publish", knockout=1, round=1)
        result = {"number": 1, "board": 5, "winner": "white", "points": 12}
        assert (await _order(director, order="result", **result)).status_code == 403


async def test_a_match_whose_week_is_over_is_decided_on_the_page(tmp_path: Path) -> None:
    async with pbem_hall(tmp_path) as pbem:
        await pbem.open()
        await pbem.enter(*names(8))
        await pbem.draw()
        last, board = 4, 100
        for number in range(1, last):
            winner = pbem.handles_of(pbem.state.matches[number])[0]
            board = await pbem.win(number, winner, board)
        await pbem.deliver()
        pbem.clock.later(days=7, minutes=1)
        async with pbem.served.client(DIRECTOR) as director:
            page = (await director.get(PAGE)).text
            assert f"Match {last}: its time is over" in page
            assert "Both have the same number of points." in page
            alone = await _order(director, order="time", number=last, winner="red")
            assert alone.status_code == 409
            assert "chosen by the director with a reason" in alone.text
            reason = {"reason": "the other one has left"}
            answer = await _order(director, order="time", number=last, winner="red", **reason)
            assert answer.status_code == 303
            page = (await director.get(PAGE)).text
            assert f"{pbem.handles_of(pbem.state.matches[last])[1]} goes through" in page
