"""The page of boards: an id gets a key, another one, and none."""

from pathlib import Path

from tests.server.web.plain_forms import OPERATOR, shown_secret
from tests.support.served import opened


async def test_a_board_gets_a_key_on_the_page_another_one_and_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as operator:
        wrong = await operator.post("/boards", data={"board_id": "BZ 1"})
        assert wrong.status_code == 422
        assert "allowed: 1 to 32 letters" in wrong.text
        first = shown_secret(await operator.post("/boards", data={"board_id": "BZ-1"}))
        assert served.hall.board_keys.get("BZ-1") == bytes.fromhex(first)
        assert (await operator.post("/boards", data={"board_id": "BZ-1"})).status_code == 409
        second = shown_secret(await operator.post("/boards/key", data={"board_id": "BZ-1"}))
        assert served.hall.board_keys.get("BZ-1") == bytes.fromhex(second)
        page = (await operator.get("/boards")).text
        assert first not in page
        assert second not in page
        assert (await operator.post("/boards/remove", data={"board_id": "BZ-1"})).status_code == 303
        assert served.hall.board_keys.get("BZ-1") is None
        assert (await operator.post("/boards/key", data={"board_id": "BZ-1"})).status_code == 404
        assert (await operator.delete("/api/boards/BZ-1")).status_code == 404
