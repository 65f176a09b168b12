"""The match protocol as a page in the visitor's language."""

from pathlib import Path

from rules.room import Room
from rules.scoring.match_protocol import RecordState
from rules.scoring.terms import TERMS
from server.web.prints.form_words import FORM_WORDS
from tests.support.served import served_match


def test_every_text_of_the_rules_that_a_form_says_can_be_translated() -> None:
    texts = {state.value for state in RecordState} | {room.value[0].upper() for room in Room}
    for terms in TERMS.values():
        texts |= {terms.table_title, terms.marked, *terms.notes} - {""}
    assert texts == set(FORM_WORDS)


async def test_the_form_is_in_the_language_of_whoever_asks(tmp_path: Path) -> None:
    async with served_match(tmp_path) as (client, _, number):
        in_english = await client.get(f"/t/club/matches/{number}/protocol.pdf?language=en")
        for language, title in (("uk", "Протокол матчу"), ("ru", "Протокол матча")):
            answer = await client.get(f"/t/club/matches/{number}/protocol.html?language={language}")
            assert f'<html lang="{language}">' in answer.text
            assert title in answer.text
            assert answer.headers["content-language"] == language
            printed = await client.get(f"/t/club/matches/{number}/protocol.pdf?language={language}")
            assert printed.headers["content-language"] == language
            assert printed.content != in_english.content
        plain = (await client.get(f"/t/club/matches/{number}/protocol.json")).json()
        assert plain["state"] == RecordState.PROVISIONAL.value
