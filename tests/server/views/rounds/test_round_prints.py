"""Who plays where: by name and by table, players only once both line-ups are in."""

from rules.identities import MatchAddress
from rules.position import Side
from rules.room import Room
from server.matches.line_ups import PlayerSeat
from server.values.naming import NO_NAMES
from server.views.rounds.prints import InOrder, RoundSeats, pairings_by_name, pairings_by_table
from server.views.team_event.values import PairRow, RoundValues, StageValues
from server.words.translation import words_for
from tests.support.persons import person_id

WORDS = words_for("en")


def planned_pair(home: str, away: str, address: MatchAddress) -> PairRow:
    """A match that has not begun."""
    return PairRow(
        group="",
        home=home,
        away=away,
        address=address,
        score=None,
        running=False,
        decided=False,
        unconfirmed=False,
        walkover=(),
        place=1,
        level=False,
        extra=None,
        extra_missing=False,
        extra_unconfirmed=False,
        winner="",
        open=False,
        ends="",
    )


def stage_of(name: str, games: int, rounds: tuple[RoundValues, ...]) -> StageValues:
    """A stage of backgammon without groups."""
    return StageValues(
        number=1,
        name=name,
        game_name="backgammon",
        games=games,
        meetings=1,
        in_pairs=False,
        drawn=True,
        seed="",
        absent=(),
        groups=(),
        rounds=rounds,
        earlier=0,
        next_round=None,
        provisional=False,
        in_question=False,
    )


def pair(number: int, home: str, away: str) -> PairRow:
    return planned_pair(home, away, MatchAddress("club", number, str(number)))


PAIRS = (pair(1, "Compass", "Rudder"), pair(2, "Anchor", "Lantern"))
ROUND = RoundValues(
    number=3,
    starts="Sat 3 Oct, 10:00",
    ends="",
    published=True,
    closed=False,
    pairs=PAIRS,
    byes=("Tide",),
    seen=(),
    games=4,
    shorter=(),
)
STAGE = stage_of("Backgammon", 4, (ROUND,))
SITTING = (
    PlayerSeat(person_id("Brook"), "Compass", Room.OPEN, Side.WHITE),
    PlayerSeat(person_id("Holloway"), "Rudder", Room.OPEN, Side.RED),
    PlayerSeat(person_id("Fields"), "Compass", Room.CLOSED, Side.RED),
    PlayerSeat(person_id("Alder"), "Compass", Room.CLOSED, Side.RED, since=2),
    PlayerSeat(person_id("Stonely"), "Rudder", Room.CLOSED, Side.WHITE),
)
SEATED = RoundSeats("Harbour Cup", STAGE, ROUND, {1: SITTING})
"""Match 1 has begun, with a substitute for Fields since game 2; match 2 waits for a line-up."""


def shown(person: str) -> str:
    return NO_NAMES.of(person_id(person))


def test_by_name_each_player_has_match_room_colour_and_opponent() -> None:
    players, _ = pairings_by_name(SEATED, NO_NAMES, WORDS, InOrder(NO_NAMES, "en")).tables
    row = next(row for row in players.rows if row[0] == shown("Brook"))
    assert row == (
        shown("Brook"), "Compass", "1", "Open room, White", f"{shown('Holloway')} (Rudder)",
    )  # fmt: skip
    assert [row[0] for row in players.rows] == sorted(row[0] for row in players.rows)


def test_who_has_made_room_for_a_substitute_is_not_listed() -> None:
    players, _ = pairings_by_name(SEATED, NO_NAMES, WORDS, InOrder(NO_NAMES, "en")).tables
    names = {row[0] for row in players.rows}
    assert shown("Alder") in names
    assert shown("Fields") not in names


def test_until_both_line_ups_are_in_teams_stand_for_their_players() -> None:
    _, teams = pairings_by_name(SEATED, NO_NAMES, WORDS, InOrder(NO_NAMES, "en")).tables
    assert teams.rows == (("Anchor", "2", "Lantern"), ("Lantern", "2", "Anchor"))


def test_by_table_a_match_has_both_rooms_and_white_stands_left() -> None:
    (table,) = pairings_by_table(SEATED, NO_NAMES, WORDS).tables
    assert table.rows[:2] == (
        ("1", "Open room", f"{shown('Brook')} (Compass)", f"{shown('Holloway')} (Rudder)"),
        ("", "Closed room", f"{shown('Stonely')} (Rudder)", f"{shown('Alder')} (Compass)"),
    )
    assert table.rows[2:] == (
        ("2", "Open room", "Anchor", "Lantern"),
        ("", "Closed room", "Lantern", "Anchor"),
    )
    assert (table.together, table.rooms) == (2, (Room.OPEN, Room.CLOSED) * 2)


def test_the_form_says_of_which_round_it_is_when_it_starts_and_who_rests() -> None:
    form = pairings_by_table(SEATED, NO_NAMES, WORDS)
    assert form.facts == (
        ("Stage", "Backgammon"), ("Round", "3"), ("Starts", "Sat 3 Oct, 10:00"),
    )  # fmt: skip
    assert form.notes == ("Tide: has a bye",)
