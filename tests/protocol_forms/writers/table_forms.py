"""Forms of tables that the writers' tests share."""

from protocol_forms.table_form import FormColumn, FormTable, TablesForm
from rules.room import Room

STANDINGS = TablesForm(
    "Standings",
    "Harbour Cup, Odesa",
    (
        FormTable(
            "Backgammon, group A",
            (FormColumn("Place", figure=True), FormColumn("Team"), FormColumn("±", figure=True)),
            (("1", "Compass", "+12"), ("2=", "=SUM(A1)", "−3")),
            ("Compass: ahead in their own match",),
        ),
        FormTable("Long gammon", (FormColumn("Team"),), (("Щ" * 60,),)),
    ),
)

IMP = "IMP"
ROOMS = TablesForm(
    "Results by room",
    "Harbour Cup, Odesa",
    (
        FormTable(
            "Match 3",
            (
                FormColumn("Game", figure=True),
                FormColumn("Room"),
                FormColumn("Compass", figure=True, group=IMP),
                FormColumn("Rudder", figure=True, group=IMP),
                FormColumn("Result", strong=True),
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
