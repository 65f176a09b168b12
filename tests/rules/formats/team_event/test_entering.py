"""The desk of a tournament: who waits, who moves up, and what is kept of an entry."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import commands as cmd
from rules import events as ev
from rules.errors import MatchRefused, RulesError, ValuesChanged
from rules.formats.team_event.entering import Desk, decide, registered
from rules.formats.team_event.entries import DeskBook, amount, next_to_move_up, written
from rules.formats.team_event.stages import TeamEventState
from rules.identities import PersonId
from rules.limits import MOST_AMOUNT, MOST_TEAMS

PLAYERS = (PersonId("a"), PersonId("b"), PersonId("c"))


def desk_of(*teams: str, limit: int = 0) -> Desk:
    desk = Desk(TeamEventState(), DeskBook(), {})
    desk = desk.after([ev.EntryLimitSet(limit=limit)])
    for team in teams:
        desk = entered(desk, team)
    return desk


def entered(desk: Desk, team: str) -> Desk:
    events = registered(desk, cmd.RegisterTeam(name=team, players=PLAYERS))
    return desk.with_team(team, PLAYERS).after(events)


def done(desk: Desk, command: cmd.EntryCommand) -> Desk:
    return desk.after(decide(desk, command))


def terms(desk: Desk, limit: int) -> Desk:
    return done(desk, cmd.SetDeskTerms(cmd.DeskTerms(limit=limit), desk.terms()))


def next_up(desk: Desk) -> str | None:
    return next_to_move_up(desk.event.entries, [*desk.teams], desk.event.withdrawn)


def test_whoever_is_entered_beyond_the_limit_waits_in_order() -> None:
    desk = desk_of("A", "B", "C", "D", limit=2)
    assert desk.confirmed() == ("A", "B")
    assert desk.event.entries.waiting == ("C", "D")
    assert next_up(desk) is None


def test_nobody_moves_up_without_an_order_and_the_first_who_waits_is_suggested() -> None:
    desk = desk_of("A", "B", "C", "D", limit=2)
    desk = desk.after([ev.TeamWithdrawn(team="A", annulled=(), reason="ill")])
    assert desk.confirmed() == ("B",)
    assert next_up(desk) == "C"
    assert done(desk, cmd.ConfirmEntry("D")).confirmed() == ("B", "D")


def test_nobody_is_confirmed_while_no_place_is_free() -> None:
    desk = desk_of("A", "B", "C", limit=2)
    with pytest.raises(MatchRefused, match="limit"):
        decide(desk, cmd.ConfirmEntry("C"))


def test_with_a_smaller_limit_those_entered_last_wait_ahead_of_who_waits() -> None:
    desk = terms(desk_of("A", "B", "C", "D", limit=3), 1)
    assert desk.confirmed() == ("A",)
    assert desk.event.entries.waiting == ("B", "C", "D")


def test_a_drawn_team_does_not_wait() -> None:
    desk = desk_of("A", "B", "C")
    plan = ev.StagePlanned(
        stage=1, name="S", kind=ev.StageKind.ROUND_ROBIN, game_name="backgammon", games=4
    )
    drawn = ev.StageDrawn(stage=1, seed=b"", groups=(("A", "C"),))
    desk = desk.after([plan, drawn])
    assert terms(desk, 1).confirmed() == ("A", "C")
    with pytest.raises(MatchRefused):
        decide(desk, cmd.PutToWait("A"))
    assert done(desk, cmd.PutToWait("B")).event.entries.waiting == ("B",)


def test_a_renamed_team_keeps_its_entry() -> None:
    desk = desk_of("A", "B", limit=1)
    form = cmd.EntryForm(club="Fort", pot=2, due=500, paid=100, note="n")
    desk = done(desk, cmd.ChangeEntry("B", form, desk.form("B", with_note=True)))
    desk = done(desk, cmd.SetAttendance("B", present=True))
    renamed = Desk(desk.event, desk.book, {"A": PLAYERS, "X": PLAYERS})
    renamed = renamed.after([ev.TeamChanged(team="B", name="X", players=PLAYERS, by="")])
    assert renamed.form("X", with_note=True) == form
    assert renamed.event.entries.waiting == ("X",)
    assert renamed.event.entries.present == {"X"}


def test_an_entry_that_somebody_changed_meanwhile_is_not_overwritten() -> None:
    desk = desk_of("A")
    seen = desk.form("A", with_note=False)
    desk = done(desk, cmd.ChangeEntry("A", cmd.EntryForm(paid=5), seen))
    with pytest.raises(ValuesChanged):
        decide(desk, cmd.ChangeEntry("A", cmd.EntryForm(paid=7), seen))


def test_a_form_without_the_note_leaves_it_alone() -> None:
    desk = desk_of("A")
    noted = cmd.ChangeEntry("A", cmd.EntryForm(note="n"), desk.form("A", with_note=True))
    desk = done(desk, noted)
    paid = cmd.ChangeEntry("A", cmd.EntryForm(paid=5), desk.form("A", with_note=False))
    assert done(desk, paid).book.note(1) == "n"


def test_a_roster_names_players_of_the_team_two_at_least() -> None:
    desk = desk_of("A")
    one, two, _ = PLAYERS

    def roster(*players: PersonId) -> cmd.SetRoster:
        return cmd.SetRoster(team="A", game_name="backgammon", players=players, was=())

    assert done(desk, roster(one, two)).event.entries.roster("A", "backgammon") == (one, two)
    for wrong in ((one,), (one, one), (one, PersonId("stranger"))):
        with pytest.raises(MatchRefused):
            decide(desk, roster(*wrong))


def test_of_several_teams_all_are_entered_or_none() -> None:
    desk = desk_of("A", limit=2)
    new = [cmd.NewEntry(name=name, players=PLAYERS, present=True) for name in "BCA"]
    with pytest.raises(MatchRefused):
        decide(desk, cmd.EnterTeams(tuple(new)))
    events = decide(desk, cmd.EnterTeams(tuple(new[:2])))
    assert [each.team for each in events if isinstance(each, ev.EntryPutToWait)] == ["C"]


@given(st.lists(st.tuples(st.sampled_from("ewclu"), st.integers(0, 5)), max_size=30))
def test_places_and_waiting_list_hold_whatever_is_ordered(orders: list[tuple[str, int]]) -> None:
    desk = desk_of()
    for number, (order, value) in enumerate(orders):
        teams = [*desk.teams]
        team = teams[value % len(teams)] if teams else "nobody"
        try:
            match order:
                case "e":
                    desk = entered(desk, f"T{number}")
                case "w":
                    desk = done(desk, cmd.PutToWait(team))
                case "c":
                    desk = done(desk, cmd.ConfirmEntry(team))
                case "l":
                    desk = terms(desk, value)
                case _:
                    desk = done(desk, cmd.SetAttendance(team, present=value > 2))
        except RulesError:
            continue
        entries, confirmed = desk.event.entries, desk.confirmed()
        assert sorted([*confirmed, *entries.waiting]) == sorted(desk.teams)
        assert not entries.limit or len(confirmed) <= entries.limit
        suggested = next_up(desk)
        if suggested is not None:
            assert suggested == entries.waiting[0]


@given(st.integers(0, MOST_AMOUNT - 1))
def test_an_amount_reads_as_it_is_written(hundredths: int) -> None:
    assert amount(written(hundredths)) == hundredths


@pytest.mark.parametrize(
    ("text", "hundredths"), [("1 500", 150000), ("12,5", 1250), ("", 0), ("0.07", 7)]
)
def test_amounts_are_read_as_people_write_them(text: str, hundredths: int) -> None:
    assert amount(text) == hundredths


@pytest.mark.parametrize("text", ["1,500", "-3", "1e3", "=1+1", "a", "1.2.3"])
def test_what_may_mean_two_amounts_or_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="amount"):
        amount(text)


def test_an_amount_grows_with_what_is_written() -> None:
    amounts = [amount(text) for text in ("0", "0.5", "0,51", "1", "1.05", "1.50", "10")]
    assert all(less < more for less, more in pairwise(amounts))


def test_a_tournament_has_no_more_teams_than_it_may_have() -> None:
    new = [cmd.NewEntry(name=f"T{number}", players=PLAYERS) for number in range(MOST_TEAMS)]
    with pytest.raises(MatchRefused) as refused:
        decide(desk_of("A"), cmd.EnterTeams(tuple(new)))
    assert refused.value.named == {"most": MOST_TEAMS, "entered": 1}
    assert decide(desk_of("A"), cmd.EnterTeams(tuple(new[1:])))
