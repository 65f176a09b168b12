"""One event of every kind, and short ways to build batches of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from rules import events as ev
from rules.dice import DiceSource, Roll
from rules.games.backgammon import BACKGAMMON
from rules.games.game import HoleChoice, PointMark, SideScore
from rules.ledger import genesis
from rules.position import Move, Side
from rules.room import BoardEvent, Ending, Room
from server.store.event_log.contract import Batch, JournalEntry, chain
from server.values.stored_events import StoredEvent
from tests.support.ids import CREATED, match_id
from tests.support.persons import person_id

_OPENS = datetime(2008, 10, 3, 10, tzinfo=UTC)
START = datetime(2008, 5, 3, 12, 0, 0, 5, tzinfo=UTC)
_POSITION = BACKGAMMON.start()
_HOME = ev.Team(name="Kharkiv", open_player=person_id("Олена"), closed_player=person_id("Юрій"))
_AWAY = ev.Team(
    name="St. Petersburg", open_player=person_id('"Ann"'), closed_player=person_id("Ben")
)

SAMPLES: tuple[ev.Event, ...] = (
    CREATED,
    ev.TeamRegistered(name="Kharkiv", players=tuple(map(person_id, ("Олена", "Юрій", "Ігор")))),
    ev.TeamChanged(
        team="Kharkiv",
        name="Харків",
        players=tuple(map(person_id, ("Олена", "Юрій"))),
        by="operator",
    ),
    ev.MatchScheduled(
        match_id=match_id(5),
        event="Final",
        home="Kharkiv",
        away="St. Petersburg",
        games=6,
        game_name="backgammon",
        roll_set=5,
        max_lead=0,
        tail_drawn=False,
        embargo=ev.Embargo.LIVE,
    ),
    ev.MatchPlayScheduled(
        match_id=match_id(6),
        event="Open",
        white=person_id("Олена"),
        red=person_id("Ben"),
        length=5,
        game_name="backgammon",
    ),
    ev.LineUpSubmitted(
        team="Kharkiv", open_player=person_id("Олена"), closed_player=person_id("Юрій")
    ),
    ev.SeedCommitted(commitment=bytes(range(32)), seed=bytes(range(32, 64))),
    ev.WordGiven(team="Kharkiv", word="лиман", by="operator"),
    ev.MatchStarted(
        home=_HOME,
        away=_AWAY,
        commitment=bytes(range(32)),
        seed=bytes(range(32, 64)),
        words=("лиман", ""),
    ),
    ev.MatchClosed(),
    ev.MatchSigned(team="Kharkiv", by="Олена"),
    ev.SubstituteSeated(
        team="Kharkiv",
        room=Room.CLOSED,
        player=person_id("Ігор"),
        game=3,
        by="director",
        reason="ill",
    ),
    ev.MatchWithdrawn(reason="the wrong teams"),
    ev.MatchShortened(games=5, reason="the hall closes"),
    ev.MatchImported(
        name="final.mat", text=' 7 point match\r\n\n Game 1\n "Олена"', digest=bytes(range(32))
    ),
    ev.EventDescribed(title="Yalta 2008", place="Ялта", dates="1.–5.10.2008"),
    ev.RoomPlacesSet(open_room="зал", closed_room="upstairs, room 4"),
    ev.StagePlanned(
        stage=3,
        name="Final",
        kind=ev.StageKind.PAIRS,
        game_name="backgammon",
        games=6,
        slots=(ev.Slot(stage=2, group=1, place=1), ev.Slot(stage=2, group=1, place=2)),
        embargo=ev.Embargo.AFTER_GAME,
    ),
    ev.StageWithdrawn(stage=3),
    ev.StageDrawn(
        stage=2,
        seed=bytes(range(16)),
        groups=(("Kharkiv", "Київ"), ("Odesa", "Ялта")),
        absent=("Kerch",),
    ),
    ev.DrawWithdrawn(stage=2, reason="a team was forgotten"),
    ev.RoundPublished(
        stage=2,
        round=1,
        pairings=(
            ev.PublishedPairing(group=1, home="Kharkiv", away="Київ", number=7, roll_set=25),
        ),
    ),
    ev.RoundWithdrawn(stage=2, round=1, reason="too early"),
    ev.RoundClosed(stage=2, round=1),
    ev.RoundReopened(stage=2, round=1, reason="a sheet came late"),
    ev.ExtraGamesSet(stage=3, group=1, number=9, roll_set=31),
    ev.WalkoverGiven(number=7, absent=("Київ",), reason="train", ruled=(20, 5)),
    ev.WalkoverLifted(number=7, reason="they came"),
    ev.TeamWithdrawn(team="Odesa", annulled=(2,), reason="ill"),
    ev.TeamReturned(team="Odesa", reason="well again"),
    ev.PenaltyGiven(penalty=1, stage=2, team="Kharkiv", vp=2, imp=0, reason="late"),
    ev.PenaltyLifted(penalty=1, reason="the tram stood still"),
    ev.OrderDecided(stage=2, group=1, teams=("Київ", "Kharkiv"), reason="drawn by lot"),
    ev.QualificationKept(stage=3, groups=(("Київ", "Kharkiv"),), reason="the final is under way"),
    ev.TeamJoined(
        stage=2,
        group=1,
        team="Kerch",
        round=2,
        rounds=((("Київ", "Kerch"),), (("Kerch", "Odesa"), ("Kharkiv", "Київ"))),
        missed=((1, "Kharkiv"),),
        reason="the ferry was late",
    ),
    ev.RoundShortened(stage=2, round=1, games=5, reason="the hall closes"),
    ev.QueryPeriodSet(minutes=45),
    ev.QueryRaised(query=1, number=5, team="Kharkiv", by="Олена", text="game 3 was a gammon"),
    ev.QueryAnswered(query=1, by="director", answer="so it was; corrected"),
    ev.EntryLimitSet(limit=24),
    ev.EntryPutToWait(team="Ялта", place=1),
    ev.EntryConfirmed(team="Ялта"),
    ev.AttendanceSet(team="Kharkiv", present=True),
    ev.EntryDescribed(team="Kharkiv", club="Форт", pot=2),
    ev.RosterSet(
        team="Kharkiv", game_name="long-gammon", players=(person_id("Олена"), person_id("Ігор"))
    ),
    ev.CurrencySet(currency="грн"),
    ev.FeeSet(entry=1, due=150_000, paid=50_050),
    ev.NoteSet(entry=1, note="pays on Sunday"),
    ev.RoomNoteSent(number=5, room=Room.CLOSED, text="суддя йде", by="director"),
    ev.TimetablePlanned(
        tables=4,
        days=(
            ev.PlayingDay(
                hours=ev.Span(starts=_OPENS, ends=_OPENS + timedelta(hours=10)),
                breaks=(
                    ev.Span(starts=_OPENS + timedelta(hours=3), ends=_OPENS + timedelta(hours=4)),
                ),
            ),
        ),
        minutes_between=10,
        games=(ev.GameMinutes(game_name="backgammon", minutes=15),),
        at_once=True,
    ),
    ev.RoundTimed(stage=2, round=1, starts_at=_OPENS),
    ev.RoundTimeLifted(stage=2, round=1),
    ev.StageChanged(stage=2, games=5, meetings=1),
    ev.LastStartSet(at=_OPENS, until=_OPENS + timedelta(hours=12), reason="the hall closes"),
    ev.LastStartLifted(reason="it stays open"),
    ev.CaseOpened(
        case=1,
        number=5,
        room=Room.CLOSED,
        teams=("Kharkiv",),
        facts="a sleeve swept the checkers off",
        by="director",
    ),
    ev.CaseAmended(case=1, teams=("Kharkiv", "Київ"), facts="a sleeve, twice", by="director"),
    ev.CaseRuled(
        case=1,
        ruling=ev.CaseRuling.PENALTY,
        text="two points",
        by="director",
        penalty=1,
        number=5,
        appeal_until=_OPENS,
    ),
    ev.AppealLodged(case=1, team="Kharkiv", text="it was the wind", by="director"),
    ev.AppealDecided(case=1, text="the ruling stands", by="director"),
    ev.CaseClosed(case=1, by="director"),
    ev.CaseReopened(case=1, reason="a witness came forward", by="director"),
    ev.CaseMadePublic(case=1, words="Kharkiv lost two points", by="director"),
    ev.CaseMadePrivate(case=1, by="director"),
    ev.EntryWithdrawn(team="Ялта", entry=3, by="director", reason="entered twice"),
    ev.TournamentWithdrawn(
        tournament=CREATED.tournament, by="director", reason="the name was misspelt"
    ),
    ev.TailDrawSet(drawn=True, by="director", reason="player left"),
    ev.EmbargoSet(embargo=ev.Embargo.AFTER_GAME, by="director", reason="a player may look"),
    ev.RecordingSet(room=Room.CLOSED, positions=False),
    ev.BoardAssigned(room=Room.OPEN, board_id="table-1"),
    ev.BoardMoved(
        room=Room.OPEN,
        board_id="table-1",
        to_match=match_id(2),
        to_room=Room.OPEN,
        by="Olena",
        reason="the final needs it",
    ),
    ev.BoardLeftClosedRoom(board_id="table-1", to_match=match_id(2)),
    ev.DiceSeen(game=3, attempt=1, board_id="table-1", by="Olena", reason="it stood in both rooms"),
    ev.BoardAttached(room=Room.OPEN, board_id="table-1"),
    ev.BoardLost(room=Room.CLOSED, board_id="table-2", reason="silent for 3 s"),
    ev.BoardLetIn(
        room=Room.OPEN,
        board_id="table-1",
        doubt=ev.BoardDoubt.NEW_JOURNAL,
        journal_id=b"journal2",
        by="Olena",
    ),
    ev.ClocksSet(clocks=ev.Clocks.SHOWN, minutes=4, by="director", reason="the hall closes"),
    ev.ClocksStood(since=_OPENS),
    ev.TimeRanOut(game=2, attempt=1, room=Room.CLOSED, side=Side.RED),
    ev.PlayerLeft(
        room=Room.CLOSED, player=person_id("Ігор"), by="Olena", reason="a telephone call"
    ),
    ev.PlayerReturned(room=Room.CLOSED, player=person_id("Ігор"), by="Olena", reason=""),
    ev.OpenRoomWatched(game=3, attempt=1, player=person_id("Ігор"), by=""),
    ev.DirectorCalled(room=Room.CLOSED, side=Side.RED, reason=ev.CallReason.DICE_OR_PLAY),
    ev.CallTaken(room=Room.CLOSED, by="Olena"),
    ev.CallEnded(room=Room.CLOSED, by="Olena"),
    ev.HoldSet(scope=ev.HoldScope.TABLE, room=Room.OPEN, by="Olena", reason="a die on the floor"),
    ev.HoldLifted(scope=ev.HoldScope.HALL, room=None, by="Olena", reason=""),
    ev.OpeningTied(game=1, attempt=1, dice=Roll(4, 4), source=DiceSource.CONSOLE),
    ev.OpeningDecided(game=1, attempt=1, dice=Roll(2, 5), source=DiceSource.CONSOLE, side=Side.RED),
    ev.RollThrown(
        game=1,
        attempt=1,
        side=Side.RED,
        turn=1,
        dice=Roll(3, 1),
        source=DiceSource.READER,
        opening=True,
        board_event=BoardEvent("BZ-1", bytes(range(8)), 12),
    ),
    ev.RollCounted(game=1, attempt=1, side=Side.RED, turn=1, by=ev.CountedBy.OPPONENT),
    ev.RollCorrected(
        game=1,
        attempt=1,
        side=Side.WHITE,
        turn=2,
        dice=Roll(6, 2),
        source=DiceSource.DIRECTOR,
        by="director",
        reason="mis-keyed",
    ),
    ev.ThrowVoided(
        game=1,
        attempt=1,
        side=None,
        dice=Roll(1, 2),
        source=DiceSource.INFERRED,
        why=ev.Refusal.PLAY_UNFINISHED,
    ),
    ev.EarlyThrowKept(
        game=1,
        attempt=1,
        side=Side.RED,
        turn=1,
        dice=Roll(5, 3),
        source=DiceSource.CONSOLE,
        board_event=BoardEvent("BZ-1", bytes(range(8)), 7),
    ),
    ev.EarlyThrowVoided(
        game=1,
        attempt=1,
        side=Side.RED,
        turn=1,
        dice=Roll(5, 3),
        source=DiceSource.CONSOLE,
        why=ev.Refusal.PLAY_UNFINISHED,
    ),
    ev.RestDrawn(game=1, attempt=1),
    ev.RollReleased(game=1, attempt=1, side=Side.RED, turn=1, dice=Roll(3, 1), opening=True),
    ev.RollStands(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=Side.RED,
        turn=1,
        dice=Roll(4, 1),
        relayed=Roll(3, 1),
        by="director",
        reason="mis-keyed, found two turns later",
    ),
    ev.GameStarted(game=1, attempt=1),
    ev.PlayerSet(game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE),
    ev.TurnReady(game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE, turn=2),
    ev.PlayMade(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=Side.RED,
        turn=1,
        moves=(Move(8, 5), Move(6, 5, hit=True)),
        position=_POSITION,
    ),
    ev.PlayAsked(
        game=1,
        attempt=1,
        room=Room.OPEN,
        side=Side.RED,
        turn=2,
        plays=((Move(6, 4), Move(5, 4)), (Move(6, 4), Move(4, 3, hit=True))),
    ),
    ev.PlayQuestioned(game=1, attempt=1, room=Room.OPEN, side=Side.RED, turn=2, position=_POSITION),
    ev.PlayCondoned(game=1, attempt=1, room=Room.OPEN, side=Side.RED, turn=2, position=_POSITION),
    ev.TurnPlayed(game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE, turn=2),
    ev.TurnReopened(
        game=1, attempt=1, room=Room.OPEN, side=Side.RED, turn=2, by="director", reason="wrong dice"
    ),
    ev.PositionCorrected(
        game=1,
        attempt=1,
        room=Room.CLOSED,
        position=_POSITION,
        by="director",
        reason="a sleeve swept them off",
    ),
    ev.EchoMismatched(game=1, attempt=1, room=Room.CLOSED, side=Side.RED, turn=3, shown=Roll(6, 1)),
    ev.TableReleased(game=1, attempt=1, room=Room.CLOSED, by="director", reason="display mended"),
    ev.ChoiceMade(game=1, attempt=1, room=Room.CLOSED, side=Side.RED, turn=9, choice=HoleChoice.GO),
    ev.PointsMarked(
        game=1,
        attempt=1,
        room=Room.CLOSED,
        side=Side.RED,
        turn=9,
        marks=(
            PointMark(
                side=Side.RED,
                figure="petit jan filled",
                ways=2,
                points=8,
                rule="Trictrac at Backgammon Galore",
            ),
            PointMark(side=Side.WHITE, figure="false hit", ways=1, points=2, rule="article 10"),
        ),
        white=SideScore(points=2, holes=3, tokens=1, triangle=2),
        red=SideScore(holes=5),
    ),
    ev.DoubleOffered(game=1, attempt=1, room=Room.OPEN, side=Side.RED, turn=3, cube=2),
    ev.DoubleTaken(game=1, attempt=1, room=Room.OPEN, side=Side.RED, turn=3, cube=2),
    ev.DoublePassed(game=1, attempt=1, room=Room.OPEN, side=Side.WHITE, turn=4, cube=4),
    ev.ResignationOffered(
        game=1, attempt=1, room=Room.OPEN, side=Side.RED, ending=Ending.RESIGNED_GAMMON
    ),
    ev.ResignationRefused(game=1, attempt=1, room=Room.OPEN, side=Side.RED),
    ev.GameResigned(game=1, attempt=1, room=Room.OPEN, side=Side.RED, ending=Ending.RESIGNED),
    ev.EndClaimed(
        game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE, ending=Ending.BEAROFF, left=4
    ),
    ev.EndRefused(game=1, attempt=1, room=Room.CLOSED, side=Side.WHITE),
    ev.GameFinished(
        game=1,
        attempt=1,
        room=Room.OPEN,
        loser=Side.RED,
        ending=Ending.PASS,
        left=15,
        cube=2,
        owner=Side.WHITE,
        proposer=Side.WHITE,
    ),
    ev.ResultEntered(
        game=1,
        attempt=1,
        room=Room.CLOSED,
        loser=Side.WHITE,
        ending=Ending.PASS,
        left=14,
        cube=1,
        owner=None,
        proposer=Side.RED,
        opening=Roll(6, 2),
        by="clerk",
    ),
    ev.ResultConfirmed(
        game=1,
        attempt=1,
        room=Room.CLOSED,
        side=None,
        by="operator",
        confirmer=ev.Confirmer.ACCOUNT,
        result=2,
    ),
    ev.ResultCorrected(
        game=1,
        attempt=1,
        room=Room.OPEN,
        loser=Side.WHITE,
        ending=Ending.BEAROFF,
        left=3,
        cube=1,
        owner=None,
        proposer=None,
        by="director",
        reason="written down wrongly",
    ),
    ev.GameVoided(
        game=1, attempt=1, by="director", reason="a wrong roll was released", next_roll_set=43
    ),
    ev.GameCancelled(game=1, attempt=2, by="director", reason="no time"),
    ev.RestChosen(game=1, attempt=1, room=Room.OPEN, side=Side.WHITE),
    ev.RestChoiceWithdrawn(game=1, attempt=1, room=Room.OPEN, side=Side.WHITE),
    ev.ReadingRefused(
        game=1, attempt=1, room=Room.CLOSED, side=Side.RED, said="ROLL", why=ev.Refusal.NOT_NOW
    ),
    ev.PlayedOnPaper(
        game=3,
        attempt=1,
        rolls=(
            ev.PaperRoll(side=Side.WHITE, turn=1, dice=Roll(6, 2), opening=True),
            ev.PaperRoll(side=Side.RED, turn=1, dice=Roll(4, 4)),
        ),
        by="director",
        reason="no power",
    ),
    ev.AnnouncementMade(
        number=1,
        tournament=CREATED.tournament,
        texts=(
            ev.AnnouncementText(language="", text="Lunch at one"),
            ev.AnnouncementText(language="uk", text="Обід о першій"),
        ),
        by="Olena",
        until=_OPENS,
    ),
    ev.AnnouncementTakenDown(number=1, by="Olena"),
    ev.KnockoutPlanned(
        knockout=1,
        name="Main",
        draw=ev.KnockoutDraw.EACH_ROUND,
        game_name="backgammon",
        length=7,
        last_lengths=(9, 11),
        elsewhere=True,
    ),
    ev.KnockoutWithdrawn(knockout=2, reason="set up twice"),
    ev.KnockoutEntered(knockout=1, player=person_id("Олена")),
    ev.KnockoutEntryWithdrawn(knockout=1, player=person_id("Олена")),
    ev.KnockoutRoundDrawn(
        knockout=1,
        round=2,
        seed=bytes(range(16)),
        places=(
            ev.KnockoutPlace(feeder=2),
            ev.KnockoutPlace(player=person_id("Ben")),
            ev.KnockoutPlace(feeder=1),
            ev.KnockoutPlace(),
        ),
    ),
    ev.KnockoutMatchesPublished(
        knockout=1,
        round=2,
        length=9,
        pairings=(
            ev.KnockoutPairing(place=1, white=person_id("Олена"), red=person_id("Ben"), number=12),
        ),
    ),
    ev.KnockoutRoundWithdrawn(knockout=1, round=2, reason="too early"),
    ev.KnockoutMatchRuled(
        knockout=1,
        number=12,
        decision=ev.KnockoutDecision.FORFEIT,
        winner=person_id("Ben"),
        reason="slow play",
        score=(7, 4),
    ),
    ev.KnockoutRulingLifted(knockout=1, number=12, reason="the clock was wrong"),
    ev.KnockoutPlayerWithdrawn(knockout=1, player=person_id("Ben"), reason="ill"),
    ev.KnockoutPlayerReturned(knockout=1, player=person_id("Ben"), reason="well again"),
    ev.KnockoutWinnerKept(
        knockout=1, round=1, place=2, player=person_id("Олена"), reason="the score was misread"
    ),
    ev.KnockoutMatchesVoided(knockout=1, numbers=(12, 14), reason="the score was misread"),
    ev.TttRulesSet(version=1, cap=27, removal_at=12, move_hours=12, text="", by="Olena"),
    ev.TttPlayersEntered(players=(person_id("Олена"), person_id("Ben")), by="Olena"),
    ev.TttPlayerTakenOut(player=person_id("Ben"), by="Olena"),
    ev.TttDrawn(
        seed=bytes(range(16)), groups=((person_id("Олена"), person_id("Ben")),), by="Olena"
    ),
    ev.TttDrawWithdrawn(mini=0, reason="one was left out", by="Olena"),
    ev.TttMiniDrawn(
        mini=1,
        group=1,
        players=(person_id("Олена"), person_id("Ben")),
        seed=bytes(range(16)),
        by="Olena",
    ),
    ev.TttInvited(mini=0, inviter=person_id("Олена"), invited=person_id("Ben"), by="Олена"),
    ev.TttMatchStarted(
        match=4711, mini=0, inviter=person_id("Олена"), invited=person_id("Ben"), by="Ben"
    ),
    ev.TttMatchStruck(match=4711, reason="another one's", by="Olena"),
    ev.TttResultReported(
        match=4711,
        player=person_id("Ben"),
        winner=person_id("Олена"),
        ending=ev.TttEnding.GAMMON,
        version=1,
        by="Ben",
    ),
    ev.TttResultEntered(
        match=4711,
        winner=person_id("Олена"),
        ending=ev.TttEnding.BACKGAMMON,
        version=1,
        reason="read off the site",
        by="Olena",
    ),
    ev.TttGameForfeited(
        match=4711,
        loser=person_id("Ben"),
        how=ev.TttForfeit.TIME_OUT,
        position="4HPwATDgc/ABMA",
        on_roll=person_id("Ben"),
        version=1,
        reason="",
        by="Olena",
    ),
    ev.TttPositionGiven(
        match=4711, position="4HPwATDgc/ABMA", on_roll=person_id("Олена"), by="Olena"
    ),
    ev.TttAdjudicated(
        match=4711,
        wins=525342,
        gammons=149280,
        backgammons=6834,
        score=14,
        engine="GNU Backgammon",
        software="1.07.001",
        net="1.00",
        plies=2,
        by="",
    ),
    ev.TttPlayerRemoved(player=person_id("Ben"), forfeits=12, version=1, reason="", by="Olena"),
    ev.TttPlayerReturned(player=person_id("Ben"), reason="the site was down", by="Olena"),
    ev.PbemOpened(knockout=1, days=7, quiet_days=3),
    ev.PbemBoardStarted(number=12, board=345, player=person_id("Олена"), at=_OPENS),
    ev.PbemBoardWon(
        number=12, board=345, winner=person_id("Олена"), points=2, reported=1, at=_OPENS
    ),
    ev.PbemBoardCorrected(
        number=12, board=345, winner=None, points=0, reason="another match", by="p1"
    ),
    ev.PbemWeekBegun(knockout=1, round=2, until=_OPENS),
    ev.PbemTimeRuled(
        number=12,
        winner=person_id("Ben"),
        verdict=ev.PbemVerdict.LAST_GAME,
        used=(90, 40),
        by="p1",
    ),
    ev.ClockSet(by_ms=3_600_000),
)


def stored(
    events: Sequence[ev.Event], stream: str = "match/5", last: StoredEvent | None = None
) -> tuple[StoredEvent, ...]:
    """Events chained behind `last`, a second apart from START; nonces are made up."""
    previous = (last.sequence, last.digest) if last else (0, genesis(stream))
    return chain(
        stream,
        previous,
        events,
        recorded_at=START + timedelta(seconds=previous[0]),
        actor="board table-1",
        nonces=[bytes([(previous[0] + place) % 256]) * 16 for place in range(len(events))],
    )


def frames(first: int, count: int, board_id: str = "table-1") -> tuple[JournalEntry, ...]:
    """Consecutive frames of one journal."""
    return tuple(
        JournalEntry(board_id, b"journal1", number, b"\0frame\0", START)
        for number in range(first, first + count)
    )


def counted(turn: int) -> ev.Event:
    """Some event, told apart by its turn."""
    return ev.RollCounted(game=1, attempt=1, side=Side.RED, turn=turn, by=ev.CountedBy.READER)


def one_event_batch(stream: str, last: StoredEvent | None = None) -> Batch:
    """The stream's next event alone."""
    return Batch(stored([counted(last.sequence + 1 if last else 1)], stream, last))
