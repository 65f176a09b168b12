"""Boards put on other tables: no dice reach the closed room by one (rulings 7 and 28)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from board_drivers.wire import messages as wire
from rules import events as ev
from rules.commands import AssignBoard, BoardConsent
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.position import Side
from rules.room import Room
from rules.tables import readings as rd
from server.hall import Hall
from server.matches.board_places import BoardHasDice, BoardInUse
from tests.server.web.plain_forms import OPERATOR
from tests.support.commands import assign_board, remove_board, send
from tests.support.ids import match_id
from tests.support.plugged import plugged
from tests.support.served import another_match, opened_match, served_match, throw_opening

OPEN, CLOSED = "open-1", "closed-1"
THROWN = Roll(4, 3)
BoardEvent = ev.BoardMoved | ev.BoardAssigned
FIRST_GAME = {"match": "club/1", "game": 1, "attempt": 1}


@dataclass
class TwoMatches:
    """A hall with two started matches; the boards OPEN and CLOSED stand at the first."""

    client: httpx.AsyncClient
    hall: Hall

    async def put(
        self, board_id: str, room: Room, number: int = 1, **consent: Any
    ) -> httpx.Response:
        """Order a board to a table by the API."""
        was = self.hall.match(match_id(number)).record.boards.get(room)
        body = {"room": room.value, "board_id": board_id, "was": was, **consent}
        return await self.client.post(f"/api/t/club/matches/{number}/boards", json=body)

    async def throw(self, number: int = 1, dice: Roll = THROWN) -> None:
        """A dice reader at the open table reads the opening throw."""
        await self.reads(
            number,
            rd.DiceThrown(
                game=1, attempt=1, side=None, turn=1, dice=dice, source=DiceSource.READER
            ),
        )

    async def play(self, number: int, dice: Roll) -> None:
        """White plays the opening dice at the open table."""
        start = BACKGAMMON.start()
        play = min(BACKGAMMON.legal_plays(start, Side.WHITE, dice), key=repr)
        position = BACKGAMMON.apply(start, Side.WHITE, play)
        at: dict[str, Any] = {"game": 1, "attempt": 1, "room": Room.OPEN}
        await self.reads(number, rd.PlayFinished(**at, side=Side.WHITE, turn=1, position=position))

    async def reads(self, number: int, reading: rd.AnyReading) -> None:
        """Something is read at a match's table that no board here says."""
        await send(self.hall, number, reading, "reader")

    def stands(self, board_id: str) -> list[tuple[int, Room]]:
        """Every table that a board stands at."""
        return [
            (each.number, room)
            for each, process in self.hall.matches.items()
            for room, board in process.record.boards.items()
            if board == board_id
        ]


@contextlib.asynccontextmanager
async def two_matches(folder: Path) -> AsyncIterator[TwoMatches]:
    async with served_match(folder) as (client, hall, _):
        matches = TwoMatches(client, hall)
        for room, board_id in ((Room.OPEN, OPEN), (Room.CLOSED, CLOSED)):
            assert (await matches.put(board_id, room)).status_code == 204
        assert await another_match(client) == 2
        yield matches


async def test_a_closed_board_put_on_its_matchs_open_table_in_mid_turn_is_refused_and_shows_nothing(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches, plugged(matches.hall, CLOSED) as board:
        await matches.throw()
        answer = await matches.put(CLOSED, Room.OPEN)
        assert answer.status_code == 409
        assert answer.json()["games"] == [FIRST_GAME]
        assert (matches.stands(CLOSED), board.dice) == ([(1, Room.CLOSED)], [])


async def test_a_running_matchs_board_is_given_away_only_by_an_order_that_names_it_and_says_why(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches:
        await matches.throw()
        answer = await matches.put(OPEN, Room.OPEN, 2)
        assert answer.status_code == 409
        asked = {"field": "from_match", "match": "club/1", "room": "open", "game": 1}
        assert asked.items() <= answer.json().items()
        for missing in (
            {"from_match": "club/1"},
            {"from_match": "club/2", "reason": "the final needs it"},
        ):
            assert (await matches.put(OPEN, Room.OPEN, 2, **missing)).status_code == 409
        assert matches.stands(OPEN) == [(1, Room.OPEN)]
        because = {"from_match": "club/1", "reason": "the final needs it"}
        assert (await matches.put(OPEN, Room.OPEN, 2, **because)).status_code == 204
        assert matches.stands(OPEN) == [(2, Room.OPEN)]
        (gone,) = [
            e for e in matches.hall.match(match_id(1)).history if isinstance(e, ev.BoardMoved)
        ]
        assert (gone.to_match.number, gone.by, gone.reason) == (2, "Director", "the final needs it")
        tile = (await matches.client.get("/hall")).text
        assert "Put another board on the table in the open room: its own went to match 2" in tile


async def test_a_board_goes_to_the_other_room_with_the_directors_word_that_dice_were_seen(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches, plugged(matches.hall, CLOSED) as board:
        await matches.throw(1)
        await matches.throw(2)
        games = (await matches.put(CLOSED, Room.OPEN, 2)).json()["games"]
        assert games == [FIRST_GAME, {**FIRST_GAME, "match": "club/2"}]
        one = {"voids": [FIRST_GAME], "reason": "it was carried over"}
        assert (await matches.put(CLOSED, Room.OPEN, 2, **one)).status_code == 409
        both = {"voids": games, "reason": "it was carried over"}
        assert (await matches.put(CLOSED, Room.OPEN, 2, **both)).status_code == 204
        assert matches.stands(CLOSED) == [(2, Room.OPEN)]
        for number in (1, 2):
            kinds = [type(e) for e in matches.hall.match(match_id(number)).history]
            seen = kinds.index(ev.DiceSeen)
            assert kinds[seen : seen + 3] == [ev.DiceSeen, ev.GameVoided, ev.GameStarted]
        await board.until(lambda it: wire.GameStart(1, 2) in it.commands)
        assert board.dice == []


async def test_frames_of_a_moved_board_do_not_depend_on_dice_it_may_not_show(
    tmp_path: Path,
) -> None:
    one = await carried_about(tmp_path / "one", THROWN)
    assert one == await carried_about(tmp_path / "other", Roll(6, 1))


async def carried_about(folder: Path, dice: Roll) -> tuple[list[object], list[object]]:
    """Every way to put a closed board on an open table; its frames, and what the API answers."""
    answers: list[object] = []
    async with two_matches(folder) as matches, plugged(matches.hall, CLOSED) as board:

        async def carry(number: int, **consent: Any) -> None:
            answer = await matches.put(CLOSED, Room.OPEN, number, **consent)
            answers.append((answer.status_code, answer.content))

        async def mid_turn_and_between_turns() -> None:
            await carry(1)
            await carry(2)

        await matches.throw(1, dice)
        await matches.throw(2, dice)
        await mid_turn_and_between_turns()
        await matches.play(1, dice)
        await mid_turn_and_between_turns()
        await remove_board(matches.hall, 1, Room.CLOSED)
        await mid_turn_and_between_turns()
        games = [FIRST_GAME, {**FIRST_GAME, "match": "club/2"}]
        await carry(2, voids=games, reason="it was carried over")
        await board.until(lambda it: wire.GameStart(1, 2) in it.commands)
        await remove_board(matches.hall, 2, Room.OPEN)
    return board.commands, answers


async def test_a_throw_that_comes_before_the_order_is_decided_keeps_the_board_where_it_is(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches, plugged(matches.hall, CLOSED) as board:
        thrown, ordered = await asyncio.gather(
            matches.throw(1),
            assign_board(matches.hall, 1, Room.OPEN, CLOSED),
            return_exceptions=True,
        )
        assert thrown is None
        assert isinstance(ordered, BoardHasDice)
        assert (matches.stands(CLOSED), board.dice) == ([(1, Room.CLOSED)], [])


async def test_a_match_that_gave_its_board_for_nothing_gets_it_back(tmp_path: Path) -> None:
    async with two_matches(tmp_path) as matches, plugged(matches.hall, CLOSED) as board:
        _, ordered = await asyncio.gather(
            matches.throw(2),
            assign_board(matches.hall, 2, Room.OPEN, CLOSED),
            return_exceptions=True,
        )
        assert isinstance(ordered, BoardHasDice)
        assert [game.match for game in ordered.games] == [match_id(2)]
        moves = [e for e in matches.hall.match(match_id(1)).history if isinstance(e, BoardEvent)]
        assert [type(e) for e in moves[-2:]] == [ev.BoardMoved, ev.BoardAssigned]
        assert (matches.stands(CLOSED), board.dice) == ([(1, Room.CLOSED)], [])
        assert matches.hall.boards.seats[CLOSED].match is matches.hall.match(match_id(1))


async def test_a_board_that_was_refused_an_open_table_is_still_one_of_the_closed_room(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches, plugged(matches.hall, CLOSED) as board:
        await remove_board(matches.hall, 1, Room.CLOSED)
        _, ordered = await asyncio.gather(
            matches.throw(2),
            assign_board(matches.hall, 2, Room.OPEN, CLOSED),
            return_exceptions=True,
        )
        assert isinstance(ordered, BoardHasDice)
        with pytest.raises(BoardHasDice):
            await assign_board(matches.hall, 2, Room.OPEN, CLOSED)
        assert (matches.stands(CLOSED), board.dice) == ([], [])


async def test_of_two_orders_at_once_for_one_board_the_later_is_asked_about_the_match_it_strikes(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches:
        await matches.throw(1)
        await matches.throw(2)
        gone = BoardConsent(from_match=match_id(1), reason="the final needs it")
        back = AssignBoard(OPEN, match_id(1), Room.OPEN, gone, was="")
        first, second = await asyncio.gather(
            assign_board(matches.hall, 2, Room.OPEN, OPEN, consent=gone),
            matches.hall.commands.assign_board(back, OPERATOR),
            return_exceptions=True,
        )
        assert first is None
        assert isinstance(second, BoardInUse)
        assert second.game.match == match_id(2)
        assert matches.stands(OPEN) == [(2, Room.OPEN)]


async def test_an_operator_is_told_to_ask_the_director_who_is_asked_for_his_reason(
    tmp_path: Path,
) -> None:
    async with opened_match(tmp_path) as (served, director):
        await assign_board(served.hall, 1, Room.CLOSED, CLOSED)
        await throw_opening(served.hall, 1, 1)
        order = {"form": "board-open", "room": "open", "board_id": CLOSED}
        yes = {**order, "voids": "club/1:1:1", "reason": "it was carried over"}
        async with served.client(OPERATOR) as operator:
            page = await operator.post("/hall/t/club/matches/1/boards", data=order)
            assert page.status_code == 409
            assert "ask the director to void it" in page.text
            assert "Void 1 game" not in page.text
            assert (
                await operator.post("/hall/t/club/matches/1/boards", data=yes)
            ).status_code == 403
        page = await director.post("/hall/t/club/matches/1/boards", data=order)
        assert 'name="voids" value="club/1:1:1"' in page.text
        assert (await director.post("/hall/t/club/matches/1/boards", data=yes)).status_code == 303
        assert served.hall.match(match_id(1)).record.boards == {Room.OPEN: CLOSED}
        log = (await director.get("/hall/t/club/matches/1/log")).text
        assert f"players at board {CLOSED} have seen dice" in log


async def test_the_page_asks_for_a_reason_before_it_takes_a_running_matchs_board(
    tmp_path: Path,
) -> None:
    async with two_matches(tmp_path) as matches:
        await matches.throw()
        order = {"form": "board-open", "room": "open", "board_id": OPEN}
        page = await matches.client.post("/hall/t/club/matches/2/boards", data=order)
        assert page.status_code == 409
        assert 'name="from_match" value="club/1"' in page.text
        assert "Take it from match 1" in page.text
        short = {**order, "from_match": "club/1", "reason": "-"}
        page = await matches.client.post("/hall/t/club/matches/2/boards", data=short)
        assert page.status_code == 422
        assert matches.stands(OPEN) == [(1, Room.OPEN)]
        because = {**order, "from_match": "club/1", "reason": "the final needs it"}
        page = await matches.client.post("/hall/t/club/matches/2/boards", data=because)
        assert page.status_code == 303
        assert matches.stands(OPEN) == [(2, Room.OPEN)]
