"""Every form of tables, and the match protocol, as long and as wide as the hall's fields allow.

Names are 80 letters, the longest that can be typed: broken by spaces or not at all. 24 teams, 23
rounds, matches of twelve games in which results were corrected, adjusted, replayed and cancelled.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from protocol_forms.any_form import AnyForm
from protocol_forms.decided_notes import ConfirmedBy, Decided, DecidedResult, ResultDecision
from protocol_forms.match_protocol import match_protocol_view
from protocol_forms.protocol_view import MatchProtocolView, ProtocolHeading
from protocol_forms.room_results import NumberedRolls, roll_sets_form, room_results_form
from protocol_forms.scoring_tables import scoring_tables_form
from protocol_forms.side_statistics import side_statistics_form
from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.duplicate.roll_sets import RollSet
from rules.events import KnockoutDraw, TttEnding
from rules.events.desk_events import PlayingDay, Span
from rules.identities import MatchAddress
from rules.position import Side
from rules.room import Room
from rules.scoring.teams import PerTeam
from rules.tables.state import RollRecord, TurnKey
from server.matches.line_ups import PlayerSeat
from server.values.naming import NO_NAMES, Names, Person
from server.values.played_match import DUPLICATE, PersonTally
from server.views.knockouts.prints import bracket_form
from server.views.knockouts.values import BracketPage
from server.views.people.prints import SheetMatch, player_sheet_form
from server.views.people.values import NOTHING_WON, PlayerRow, Ranking
from server.views.rounds.prints import InOrder, RoundSeats, pairings_by_name, pairings_by_table
from server.views.team_event.prints import (
    cross_tables_form,
    ranking_form,
    schedule_form,
    standings_form,
)
from server.views.team_event.programme import programme_form
from server.views.team_event.values import (
    Cell,
    GroupValues,
    PairRow,
    RoundValues,
    StageValues,
    StandingRow,
)
from server.views.ttt.prints import ttt_form
from server.views.ttt.values import TttView
from server.words.translation import Words
from tests.protocol_forms.forms import FINAL_VIEW, long_match
from tests.protocol_forms.forms import HEADING as FINAL_HEADING
from tests.protocol_forms.test_roll_set_form import ROLLS
from tests.protocol_forms.test_roll_set_form import SEATED as ROLLERS
from tests.rules.formats.knockout.evening import Evening, persons
from tests.rules.formats.team_event.rounds import drawn_robin, publish_next
from tests.rules.formats.ttt.tourneys import drawn_ttt, forfeited, won
from tests.rules.formats.ttt.tourneys import people as ttt_people
from tests.rules.scoring.final import FINAL_PROTOCOL
from tests.server.views.people.test_player_prints import AWAY, HOME
from tests.server.views.rounds.test_round_prints import SEATED, planned_pair, stage_of
from tests.support.persons import person_id

MOST = 80
TEAMS = [
    (f"{number:02} " + ("Щ" * MOST if number % 2 else "Чорноморське яхтове товариство " * 3))[:MOST]
    for number in range(1, 25)
]
PEOPLE = [
    (f"{number:02} " + ("Ґ" * MOST if number % 2 else "Олександра-Катерина Задніпровська " * 3))
    [:MOST].strip()
    for number in range(1, 49)
]  # fmt: skip
EVENT = "Кубок гавані, Одеса, 1–5 жовтня 2026 року, " + "Дім учених " * 4
REASON = ("кость упала зі столу і її підняли, не показавши суперникові; " * 10)[:500].strip()
PERSONS = [person_id(name) for name in PEOPLE]
NAMES = Names(
    {
        each: Person(person_id=each, names=(name,))
        for each, name in zip(PERSONS, PEOPLE, strict=True)
    }
)
HEADING = ProtocolHeading(
    teams=PerTeam(TEAMS[1], TEAMS[0]),
    event=EVENT,
    match="276",
    players={
        (room, side): (PEOPLE[place], f"{PEOPLE[place + 1]} (3–)", f"{PEOPLE[place + 2]} (11–)")
        for place, (room, side) in enumerate((r, s) for r in Room for s in Side)
    },
    roll_sets=(*range(1201, 1206), 1301, *range(1207, 1213)),
    recorded="2026-10-05 14:05 UTC",
    ledger_head="a3" * 32,
)


def _decided() -> dict[tuple[int, Room], DecidedResult]:
    def decided(how: ResultDecision, reason: str = REASON) -> Decided:
        return Decided(how, PEOPLE[1], "2026-10-05 14:05 UTC", reason, late=True)

    steps = {
        1: (decided(ResultDecision.ADJUSTED),),
        2: (decided(ResultDecision.VOIDED, "обірвався зв’язок"), decided(ResultDecision.CORRECTED)),
        3: (decided(ResultDecision.BY_HAND, ""),),
        4: (decided(ResultDecision.ON_PAPER, "світло згасло"),),
        12: (decided(ResultDecision.CANCELLED, "час вичерпано"),),
    }
    return {
        (game, room): DecidedResult(decisions, ConfirmedBy.ACCOUNT, PEOPLE[3])
        for game, decisions in steps.items()
        for room in Room
    }


def protocol(words: Words) -> MatchProtocolView:
    """Twelve games, five of them decided by somebody."""
    return match_protocol_view(long_match(), HEADING, decided=_decided(), say=words.gettext)


def _roll_sets(words: Words) -> AnyForm:
    rolls = {
        TurnKey(side, turn): RollRecord(
            Roll(turn % 6 + 1, 6),
            [*DiceSource][turn % len(DiceSource)],
            turn == 1,
            turn > 50,
            released=True,
        )
        for turn in range(1, 70)
        for side in Side
    }
    seats = ((room, side) for room in Room for side in Side)
    seated = dict(zip(seats, PEOPLE, strict=False))
    sets = [
        NumberedRolls(1200 + game, RollSet(game=game, attempt=game, rolls=rolls), seated)
        for game in (1, 2)
    ]
    return roll_sets_form("Набори кидків", EVENT, sets, say=words.gettext)


def _pair(number: int, teams: Sequence[str] = TEAMS) -> PairRow:
    address = MatchAddress("club", 100 + number, f"club/{100 + number}")
    pair = planned_pair(teams[2 * number], teams[2 * number + 1], address)
    return replace(pair, score=(30, 0), decided=True, walkover=(TEAMS[1],) if number == 3 else ())


def _stage(teams: Sequence[str] = TEAMS, rounds: int = 23) -> StageValues:
    played = tuple(
        RoundValues(
            number=number,
            starts="нд, 4 жовт., 10:00",
            ends="",
            published=True,
            closed=True,
            pairs=tuple(_pair(pair, teams) for pair in range(len(teams) // 2)),
            byes=(teams[0],),
            seen=(),
            games=12,
            shorter=(),
        )
        for number in range(1, rounds + 1)
    )
    met = {
        team: {other: (Cell("30", None), Cell("15.5", None)) for other in teams if other != team}
        for team in teams
    }
    rows = tuple(_standing(place, team) for place, team in enumerate(teams))
    group = GroupValues(number=1, letter="A", rows=rows, crossed=met, marks=(), level=())
    return replace(stage_of("Короткі нарди", 12, played), meetings=2, groups=(group,))


def _standing(place: int, team: str) -> StandingRow:
    return StandingRow(
        place=str(place + 1),
        team=team,
        played=23,
        won=23,
        level=10,
        lost=12,
        vp="690,25",
        bye_vp=18 if place == 4 else 0,
        vp_penalty=3 if place == 2 else 0,
        imp=(1380, 1279),
        difference="−1380",
        imp_penalty=0,
        smp=(28800, 19200),
        why="вище за інших за різницею IMP, 1380 проти 1279" if place == 1 else "",
        shared=place == 3,
        withdrawn=place == 4,
        appealed=place == 5,
    )


def _seats(pair: int) -> tuple[PlayerSeat, ...]:
    shown = _pair(pair)
    players = iter(PERSONS[4 * pair : 4 * pair + 4])
    places = ((room, side) for room in Room for side in Side)
    return tuple(
        PlayerSeat(player, team, room, side)
        for (room, side), player, team in zip(
            places, players, (shown.home, shown.away, shown.away, shown.home), strict=True
        )
    )


def _round_seats() -> RoundSeats:
    stage = _stage()
    begun = {100 + pair: _seats(pair) for pair in range(10)}
    return RoundSeats(EVENT, stage, stage.rounds[0], begun)


def _player_sheet(words: Words) -> AnyForm:
    one = SheetMatch(
        label="club/276",
        game_name="backgammon",
        kind=DUPLICATE,
        teams=(TEAMS[0], TEAMS[1]),
        seats=(
            PlayerSeat(PERSONS[0], TEAMS[0], Room.OPEN, Side.WHITE),
            PlayerSeat(PERSONS[0], TEAMS[0], Room.CLOSED, Side.RED, since=11),
        ),
        tally=PersonTally(person=PERSONS[0], games=12, won=10, smp=(28800, 120), imp=(288, 3)),
        result=(30, 0),
    )
    return player_sheet_form(PEOPLE[0], EVENT, [one] * 23, NAMES, words)


def _ranking(words: Words) -> AnyForm:
    rows = tuple(
        PlayerRow(
            place,
            each.text,
            PEOPLE[place],
            23,
            276,
            138,
            (1380, 1279),
            "+101",
            (9999, 0),
            NOTHING_WON,
        )
        for place, each in enumerate(PERSONS)
    )
    podium = tuple((team,) for team in TEAMS[:3])
    rankings = [Ranking("backgammon", True, "IMP", rows)]
    return ranking_form(EVENT, podium, rankings, NAMES, words)


def _bracket(count: int, words: Words) -> AnyForm:
    """A knockout after its first round, drawn anew for the second: lucky losers among them."""
    evening = Evening(count, KnockoutDraw.EACH_ROUND)
    evening.draw()
    evening.play(1)
    evening.draw(2)
    known = {
        each: Person(person_id=each, names=(name,))
        for each, name in zip(persons(count), PEOPLE, strict=False)
    }
    page = BracketPage(evening.outcomes, Names(known), {}, words)
    return bracket_form(EVENT, [page.knockout(evening.knockout)], words)


def _ttt(count: int, words: Words) -> AnyForm:
    """Everybody has met the first, who has won but for two time-outs."""
    players = ttt_people(count)
    first, *others = players
    state = drawn_ttt(count)
    for number, each in enumerate(others, 1):
        if number > 2:
            state = won(state, number, first, each, TttEnding.BACKGAMMON)
        else:
            state = forfeited(state, number, first, each, ("0.9", "0.5", "0.1"))
    known = {
        each: Person(person_id=each, names=(name,))
        for each, name in zip(players, PEOPLE, strict=False)
    }
    return ttt_form(EVENT, TttView(state, Names(known), words))


def _programme(event: str, teams: Sequence[str], words: Words) -> AnyForm:
    """A round robin of which one round is published, with a break between its first two rounds."""
    state, noon = publish_next(drawn_robin(teams), 1), datetime(2026, 10, 3, 12, tzinfo=UTC)
    rounds = [
        ev.RoundTimed(stage=1, round=number, starts_at=noon + timedelta(hours=2 * number))
        for number in range(1, len(teams))
    ]
    pause = Span(starts=noon + timedelta(hours=3), ends=noon + timedelta(hours=3.5))
    hours = Span(starts=noon, ends=noon + timedelta(hours=9))
    days = (PlayingDay(hours=hours, breaks=(pause,)),)
    planned = ev.TimetablePlanned(tables=24, days=days, minutes_between=10, games=())
    return programme_form(event, state.after((*rounds, planned)), words)


WORST: Mapping[str, Callable[[Words], AnyForm]] = {
    "protocol": protocol,
    "room-results": lambda words: room_results_form(protocol(words), words.gettext),
    "roll-sets": _roll_sets,
    "side-statistics": lambda words: side_statistics_form(
        long_match(), HEADING.teams, EVENT, words.gettext
    ),
    "pairings-by-name": lambda words: pairings_by_name(
        _round_seats(), NAMES, words, InOrder(NAMES, words.code)
    ),
    "pairings-by-table": lambda words: pairings_by_table(_round_seats(), NAMES, words),
    "standings": lambda words: standings_form(EVENT, [_stage()], words, ((TEAMS[0],),)),
    "schedule": lambda words: schedule_form(EVENT, [_stage(rounds=3)], words),
    "cross-tables": lambda words: cross_tables_form(EVENT, [_stage()], words),
    "ranking": _ranking,
    "bracket": lambda words: _bracket(24, words),
    "programme": lambda words: _programme(EVENT, TEAMS, words),
    "ttt": lambda words: _ttt(24, words),
    "player-sheet": _player_sheet,
    "scoring-tables": lambda words: scoring_tables_form(words.gettext),
}
"""Each form by its name, in a language."""

_FOUR = ("Compass", "Rudder", "Anchor", "Lantern")
CUP = "Harbour Cup, Odesa"
SMALL: Mapping[str, Callable[[Words], AnyForm]] = {
    "room-results": lambda words: room_results_form(FINAL_VIEW, words.gettext),
    "roll-sets": lambda words: roll_sets_form(
        "Set of rolls",
        CUP,
        [NumberedRolls(5, RollSet(game=3, attempt=1, rolls=ROLLS), ROLLERS)],
        say=words.gettext,
    ),
    "side-statistics": lambda words: side_statistics_form(
        FINAL_PROTOCOL, FINAL_HEADING.teams, CUP, words.gettext
    ),
    "pairings-by-name": lambda words: pairings_by_name(
        SEATED, NO_NAMES, words, InOrder(NO_NAMES, words.code)
    ),
    "pairings-by-table": lambda words: pairings_by_table(SEATED, NO_NAMES, words),
    "standings": lambda words: standings_form(CUP, [_stage(_FOUR, 2)], words, (("Anchor",),)),
    "schedule": lambda words: schedule_form(CUP, [_stage(_FOUR, 2)], words),
    "programme": lambda words: _programme(CUP, _FOUR, words),
    "cross-tables": lambda words: cross_tables_form(CUP, [_stage(_FOUR)], words),
    "bracket": lambda words: _bracket(3, words),
    "player-sheet": lambda words: player_sheet_form(
        "Ann Brook", CUP, [AWAY, HOME], NO_NAMES, words
    ),
    "scoring-tables": lambda words: scoring_tables_form(words.gettext),
}
"""Forms as they mostly are."""
