"""What one player came to in the open and in the closed room, apart and together."""

from rules.identities import PersonId
from rules.room import Room
from server.values.naming import NO_NAMES
from server.values.played_match import DUPLICATE, TO_POINTS, PersonTally, PlayedMatch
from server.views.people.values import PlayerSums, Record, rankings, records, sums_by_room
from tests.support.ids import match_id
from tests.support.persons import person_id

ANN, OTTO = person_id("Ann"), person_id("Otto")


def tally(person: PersonId, room: Room | None, won: int, imp: tuple[int, int]) -> PersonTally:
    return PersonTally(person=person, room=room, games=2, won=won, imp=imp, smp=(imp[0] * 50, 0))


def match(number: int, *tallies: PersonTally, kind: str = DUPLICATE) -> PlayedMatch:
    return PlayedMatch(match_id(number), ("Compass", "Rudder"), "backgammon", kind, tallies)


def figures_of(sums: PlayerSums) -> list[tuple[str, int, int, int, tuple[int, int]]]:
    return [
        (room.value if room else "both", row.matches, row.games, row.won, row.own)
        for room, row in sums.rows
    ]


def test_results_of_the_open_and_the_closed_room_stand_apart_and_are_added_up() -> None:
    played = [
        match(1, tally(ANN, Room.OPEN, 2, (11, 0)), tally(OTTO, Room.OPEN, 0, (0, 11))),
        match(2, tally(ANN, Room.CLOSED, 1, (4, 9)), tally(ANN, Room.OPEN, 1, (3, 3))),
        match(3, tally(OTTO, Room.CLOSED, 1, (4, 4))),
    ]
    (sums,) = sums_by_room(ANN, played, NO_NAMES)
    assert sums.compared == "IMP"
    assert figures_of(sums) == [
        ("open", 2, 4, 3, (14, 3)),
        ("closed", 1, 2, 1, (4, 9)),
        ("both", 2, 6, 4, (18, 12)),
    ]


def test_who_sat_in_one_room_alone_has_no_line_of_the_other() -> None:
    (sums,) = sums_by_room(OTTO, [match(3, tally(OTTO, Room.CLOSED, 1, (4, 4)))], NO_NAMES)
    assert [room for room, _ in sums.rows] == [Room.CLOSED, None]


def test_players_with_the_same_difference_share_a_place() -> None:
    results = {"Ann": (9, 2), "Otto": (9, 2), "Mia": (7, 0), "Jon": (0, 21)}
    played = [
        match(number, tally(person_id(name), Room.OPEN, 1, imp))
        for number, (name, imp) in enumerate(results.items(), 1)
    ]
    (ranking,) = rankings(played, NO_NAMES)
    assert [(row.place, row.difference) for row in ranking.rows] == [
        (1, "+7"),
        (1, "+7"),
        (1, "+7"),
        (4, "−21"),
    ]


def test_matches_at_one_table_have_no_rooms() -> None:
    to_points = PersonTally(person=ANN, games=5, won=3, points=(7, 4))
    played = [match(1, tally(ANN, Room.OPEN, 2, (11, 0))), match(2, to_points, kind=TO_POINTS)]
    duplicate, single = sums_by_room(ANN, played, NO_NAMES)
    assert [room for room, _ in duplicate.rows] == [Room.OPEN, None]
    assert [(room, row.own) for room, row in single.rows] == [(None, (7, 4))]


def test_a_record_counts_the_matches_that_are_over_and_has_the_last_five_results() -> None:
    scores = [(10, 4), (3, 9), (5, 5), (8, 1), (7, 0), (6, 2)]
    played = [
        match(number, tally(ANN, Room.OPEN, 1, (4, 0)), tally(OTTO, Room.OPEN, 1, (0, 4)))._replace(
            score=score, home=frozenset({ANN})
        )
        for number, score in enumerate(scores, 1)
    ]
    going_on = match(7, tally(ANN, Room.OPEN, 1, (4, 0)))
    every = records([*reversed(played), going_on], NO_NAMES)
    assert every[ANN.text] == Record(4, 1, 1, (1, 1, 1, 0, -1))
    assert every[OTTO.text] == Record(1, 1, 4, (-1, -1, -1, 0, 1))
    assert every[ANN.text].text == "4–1–1"
