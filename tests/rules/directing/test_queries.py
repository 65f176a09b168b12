"""What is decided about queries of results."""

import pytest

from rules import events as ev
from rules.commands import AnswerQuery
from rules.directing.queries import QueryBook, decide
from rules.errors import MatchRefused
from rules.identities import PersonId


def test_a_second_answer_is_refused_and_says_who_gave_the_first() -> None:
    book = QueryBook().after(
        [
            ev.QueryRaised(query=1, number=3, team="Compass", by="anna", text="game 2"),
            ev.QueryAnswered(query=1, by="olena", answer="it stands"),
        ]
    )
    with pytest.raises(MatchRefused) as refused:
        decide(book, AnswerQuery(query=1, answer="it does not"), {}, "otto")
    assert refused.value.named == {"by": PersonId("olena")}


def test_a_query_follows_its_team_to_another_name() -> None:
    book = QueryBook().after(
        [
            ev.QueryRaised(query=1, number=3, team="Compass", by="anna", text="game 2"),
            ev.QueryRaised(query=2, number=3, team="Rudder", by="max", text="game 4"),
            ev.TeamChanged(team="Compass", name="Needle", players=(), by="olena"),
        ]
    )
    assert [each.team for each in book.queries.values()] == ["Needle", "Rudder"]
