"""Who changed what of accounts, links, keys and persons, as the director reads it."""

from pathlib import Path

from tests.server.web.plain_forms import OPERATOR
from tests.support.served import DIRECTOR, opened, started_match


async def test_the_director_reads_that_another_director_was_made_and_by_whom(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        await director.post("/accounts", data={"name": "Second", "role": "director"})
        page = (await director.get("/accounts")).text
        assert "Account Second added for Second" in page
        assert "Director (director)" in page
        (added, *_) = (await director.get("/api/accounts/changes")).json()
        assert (added["kind"], added["actor"]) == ("AccountAdded", "director Director")
        assert added["fields"]["role"] == "director"


async def test_only_a_director_reads_who_changed_what(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(OPERATOR) as operator:
        assert (await operator.get("/api/accounts/changes")).status_code == 403


async def test_a_refused_link_leaves_no_person(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        body = {"kind": "captain", "team": "Compass", "room": "open", "name": "Quillfeather"}
        refused = await director.post(f"/api/t/club/matches/{number}/links", json=body)
        assert refused.status_code == 409
        assert served.hall.persons.named("Quillfeather") == []


async def test_a_refused_signature_on_paper_leaves_no_person(tmp_path: Path) -> None:
    async with opened(tmp_path) as served, served.client(DIRECTOR) as director:
        number = await started_match(director)
        body = {"team": "Compass", "by": "Quillfeather", "results": []}
        refused = await director.post(f"/api/t/club/matches/{number}/signatures", json=body)
        assert refused.status_code == 409
        assert served.hall.persons.named("Quillfeather") == []
