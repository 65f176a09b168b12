"""The matrix of roles and actions, cell by cell, against one written out here."""

from itertools import product
from pathlib import Path

from rules.position import Side
from rules.room import Room
from server.access import (
    NOWHERE,
    PUBLIC,
    Action,
    Place,
    Reach,
    Role,
    Visitor,
    may,
    may_somewhere,
    reach,
)
from tests.support.ids import match_id
from tests.support.persons import person_id

DOCUMENT = Path(__file__).parents[2] / "docs" / "access.md"

MATRIX = """
                director operator clerk broadcaster captain player entrant seat   public
SEE_PUBLIC      yes      yes      yes   yes         yes     yes    yes     yes    yes
SIGN_IN         yes      yes      yes   yes         yes     yes    yes     yes    yes
CONNECT_BOARD   yes      yes      yes   yes         yes     yes    yes     -      yes
WATCH           yes      yes      out   yes         yes     out    yes     -      yes
PLAY_CLOSED_SEAT yes     yes      out   yes         yes     out    yes     -      yes
KEEP_ACCOUNT    yes      yes      yes   yes         -       -      -       -      -
RUN_ACCOUNTS    yes      -        -     -           -       -      -       -      -
SEE_CONSOLE     yes      yes      yes   -           -       -      -       -      -
SEE_MATCHES     yes      yes      yes   -           -       -      -       -      -
SEE_TEAMS       yes      yes      yes   -           -       -      -       -      -
ENTER_TEAM      yes      yes      -     -           -       -      -       -      -
KEEP_PERSONS    yes      yes      -     -           -       -      -       -      -
ERASE_PERSON    yes      -        -     -           -       -      -       -      -
SCHEDULE        yes      yes      -     -           -       -      -       -      -
SEE_BOTH_ROOMS  yes      yes      -     -           -       -      -       -      -
PRINT           yes      yes      -     -           -       -      -       -      -
SEE_TABLE       yes      yes      room  -           -       seat   -       -      -
SEE_BOARDS      yes      yes      -     -           -       -      -       -      -
KEEP_BOARDS     yes      yes      -     -           -       -      -       -      -
SEAT_BOARD      yes      yes      -     -           -       -      -       -      -
SERVE_TABLE     -        -        -     -           -       -      -       seat   -
GIVE_LINKS      yes      yes      -     -           -       -      -       -      -
SEE_LINE_UP     yes      yes      -     -           team    -      -       -      -
LINE_UP         yes      yes      -     -           team    -      -       -      -
LOG_PRESENCE    yes      yes      room  -           -       -      -       -      -
CALL            yes      yes      room  -           -       seat   -       -      -
ANSWER_CALL     yes      yes      room  -           -       -      -       -      -
ENTER_RESULT    yes      yes      room  -           -       -      -       -      -
ENTER_SHEET     yes      yes      room  -           team    -      -       -      -
ENTER_PAPER     yes      yes      -     -           -       -      -       -      -
CONFIRM         yes      yes      room  -           team    seat   -       -      -
SIGN            yes      yes      -     -           team    seat   -       -      -
QUERY           yes      yes      -     -           team    -      -       -      -
ANNOUNCE        yes      yes      -     -           -       -      -       -      -
SEE_PAIRINGS    yes      yes      yes   yes         yes     yes    yes     -      yes
DIRECT          yes      -        -     -           -       -      -       -      -
PLAY_TTT        yes      yes      yes   yes         -       -      yes     -      -
SEND_MESSAGE    yes      yes      yes   yes         yes     yes    yes     -      yes
SEE_VIDEO_TIMES -        -        -     yes         -       -      -       -      -
"""
LINES = [line.split() for line in MATRIX.strip().splitlines()]
ROLES = [Role("seated phone" if name == "seat" else name) for name in LINES[0]]
CELLS = [
    (Action[action], role, cell)
    for action, *cells in LINES[1:]
    for role, cell in zip(ROLES, cells, strict=True)
]
VISITORS = {
    Role.DIRECTOR: [Visitor(Role.DIRECTOR, person_id("d"))],
    Role.OPERATOR: [Visitor(Role.OPERATOR, person_id("o"))],
    Role.CLERK: [Visitor(Role.CLERK, person_id("c"), room) for room in Room],
    Role.BROADCASTER: [Visitor(Role.BROADCASTER, person_id("b"))],
    Role.CAPTAIN: [Visitor(Role.CAPTAIN, person_id("k"), None, match_id(1), team) for team in "AB"],
    Role.PLAYER: [
        Visitor(Role.PLAYER, person_id("p"), room, match_id(1), "A", side)
        for room, side in product(Room, Side)
    ],
    Role.ENTRANT: [Visitor(Role.ENTRANT, person_id("e"))],
    Role.SEAT: [Visitor(Role.SEAT, None, room, match_id(1)) for room in Room],
    Role.PUBLIC: [PUBLIC],
}
PLACES = [
    Place(match_id(match) if match else None, room, team, side)
    for match, room, team, side in product(
        (None, 1, 2), (None, *Room), (None, "A", "B"), (None, *Side)
    )
]


def expected(cell: str, visitor: Visitor, place: Place) -> bool:
    at_his_table = place.match == visitor.match and place.room is visitor.room
    return {
        "yes": True,
        "-": False,
        "out": visitor.room is not Room.CLOSED,
        "room": place.room is visitor.room,
        "team": place.match == visitor.match and place.team == visitor.team,
        "seat": at_his_table and (place.side is None or place.side is visitor.side),
    }[cell]


def test_the_matrix_here_has_every_role_and_every_action() -> None:
    assert list(Role) == ROLES
    assert {action for action, _, _ in CELLS} == set(Action)


def test_each_cell_holds_at_every_place() -> None:
    wrong = [
        (action.name, role.value, visitor, place)
        for action, role, cell in CELLS
        for visitor, place in product(VISITORS[role], PLACES)
        if may(visitor, action, place) is not expected(cell, visitor, place)
    ]
    assert wrong == []


def test_without_a_place_of_his_own_a_visitor_may_nothing_that_asks_for_one() -> None:
    """A damaged account or link reaches less, never more."""
    for role, action in product(Role, Action):
        if reach(role, action) in (Reach.OWN_ROOM, Reach.OWN_TEAM, Reach.OWN_SEAT):
            assert not may(Visitor(role), action, NOWHERE)
            assert not may_somewhere(Visitor(role), action)


def test_the_closed_rooms_people_see_nothing_of_the_open_room() -> None:
    for role in (Role.CLERK, Role.PLAYER):
        closed = Visitor(role, person_id("x"), Room.CLOSED, match_id(1), "A", Side.RED)
        at_open = Place(match_id(1), Room.OPEN, "A", Side.RED)
        assert not any(
            may(closed, action, at_open)
            for action in (Action.WATCH, Action.SEE_TABLE, Action.SEE_BOTH_ROOMS, Action.CONFIRM)
        )


def who_may(action: Action) -> str:
    """The roles that reach the action, as the document names them."""
    reaches = {role: reach(role, action) for role in Role}
    without = [role.value for role in Role if reaches[role] is Reach.NO]
    if set(reaches.values()) <= {Reach.YES, Reach.NO} and len(without) <= 1:
        return " but the ".join(["everybody", *without])
    return ", ".join(
        role.value if how is Reach.YES else f"{role.value} ({how.value})"
        for role, how in reaches.items()
        if how is not Reach.NO
    )


def test_the_document_has_the_same_matrix() -> None:
    listed = DOCUMENT.read_text(encoding="utf-8").partition("\n- ")[2].partition("\n\n")[0]
    rows = [" ".join(row.split()).strip("*").split("**: ") for row in listed.split("\n- ")]
    told = [(action, who) for who, actions in rows for action in actions.split("; ")]
    assert sorted(told) == sorted((action.value, who_may(action)) for action in Action)


def test_an_actor_is_named_by_role_and_the_persons_id() -> None:
    assert Visitor(Role.OPERATOR, person_id("Brook")).actor == "operator Brook"
    assert PUBLIC.actor == "public"
