"""Forms of tables that the writers' tests share."""

from protocol_forms.grids import Grid, GridColumn, GridsForm
from rules.room import Room

STANDINGS = GridsForm(
    "Standings",
    "Harbour Cup, Odesa",
    (
        Grid(
            "Backgammon, group A",
            (GridColumn("Place", figure=True), GridColumn("Team"), GridColumn("±", figure=True)),
            (("1", "Compass", "+12"), ("2=", "=SUM(A1)", "−3")),
            ("Compass: ahead in their own match",),
        ),
        Grid("Long gammon", (GridColumn("Team"),), (("Щ" * 60,),)),
    ),
)

IMP = "IMP"
ROOMS = GridsForm(
    "Results by room",
    "Harbour Cup, Odesa",
    (
        Grid(
            "Match 3",
            (
                GridColumn("Game", figure=True),
                GridColumn("Room"),
                GridColumn("Compass", figure=True, group=IMP),
                GridColumn("Rudder", figure=True, group=IMP),
                GridColumn("Result", strong=True),
            ),
            (
                ("1", "open", "8", "", "won"),
                ("", "closed", "", "4", "won"),
                ("2", "open", "", "7", "won"),
                ("", "closed", "4", "", "won"),
            ),
            rooms=(Room.OPEN, Room.CLOSED, Room.OPEN, Room.CLOSED),
            sums=(("", "Sum", "12", "11", ""),),
            together=2,
        ),
    ),
    state="provisional",
    facts=(("Date", "26 July 2026"), ("Place", "Sea station")),
    signatures=("Captain, Compass", "Captain, Rudder"),
    link="http://hall.test/t/harbour/matches/3",
    notes=("Both rooms have confirmed.",),
)
"""Rows that go together by twos, under heads of heads, with all that can stand round them."""
