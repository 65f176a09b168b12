"""An event of teams that goes as a seed has it: late teams, withdrawals, walkovers, corrections.

Its director does what there is to do until nothing is left; results are kept by hand.
"""

from collections.abc import Awaitable, Callable, Sequence
from random import Random

from rules import commands as cmd
from rules import events as ev
from rules.directing.cases import ruling_seen
from rules.formats.format import Lacking, Missing, Outcomes
from rules.formats.team_event.planning import PRESETS
from rules.formats.team_event.qualifying import is_in_question, qualified
from rules.formats.team_event.ruling import may_join
from rules.formats.team_event.stages import Stage, TeamEventState
from rules.formats.team_event.standings import standings
from rules.identities import MatchId, PersonId, TournamentId, TournamentName
from rules.position import Side
from rules.room import Ending, Room
from rules.tables import readings as rd
from server.access import Role, Visitor
from server.hall import Hall
from server.matches.match_record import MatchRecord
from server.matches.sheets import ConfirmSheet, EnterSheet
from server.tournaments.tournament_finality import TournamentFinality, tournament_finality
from tests.support.as_read import stages_read
from tests.support.persons import keep_persons, person_id
from tests.support.served import DIRECTOR

OPERATOR = Visitor(Role.OPERATOR, person_id("Olena"))
TEAMS = ("Anchor", "Beacon", "Compass", "Dolphin", "Ensign", "Ferry")
REASON = "as it was drawn"
MOST_ORDERS = 400
_BEST_TWO = (ev.Slot(stage=1, group=1, place=1), ev.Slot(stage=1, group=1, place=2))
FINAL = cmd.StagePlan(
    name="Final", kind=ev.StageKind.PAIRS, game_name="backgammon", games=6, slots=_BEST_TWO
)


NO_MATCHES = (Missing(Lacking.MATCHES),)
"""What an event lacks for good of which nothing was played."""


class RandomEvent:
    """A tournament of that name; `looked` is called after every order, with what is missing."""

    def __init__(
        self,
        hall: Hall,
        name: str,
        seed: int,
        looked: Callable[[TournamentFinality], Awaitable[None]],
    ) -> None:
        self.hall, self.name, self.rng = hall, name, Random(seed)
        self.tournament: TournamentId
        self._looked = looked
        self._corrections = self.rng.choice((0, 0, 1, 2))
        self._late: list[str] = []
        self._players: dict[str, tuple[PersonId, ...]] = {}

    @property
    def state(self) -> TeamEventState:
        """Its stages as they stand."""
        return self.hall.tournaments.processes[self.tournament].state.event

    @property
    def outcomes(self) -> Outcomes:
        """The results of its matches so far."""
        return self.hall.outcomes.of(self.tournament)

    @property
    def finality(self) -> TournamentFinality:
        """How far it has come, and what is missing."""
        process = self.hall.tournaments.processes[self.tournament]
        steps = self.hall.result_steps.of(self.tournament)
        return tournament_finality(
            process.state, process.times, steps, self.outcomes, {}, self.hall.now()
        )

    async def play(self) -> None:
        """Set it up and do all there is to do, until only time has to pass.

        An event is at its end, too, of which every match was lost by teams that did not come.
        """
        await self._set_up()
        for _ in range(MOST_ORDERS):
            missing = self.finality.missing
            if missing == NO_MATCHES:
                if not self._open_rounds():
                    return
                await self._do(None)
                continue
            if not missing and self.state.stages and not self._open_rounds():
                if self._corrections and self._finished():
                    self._corrections -= 1
                    await self._correct(self.rng.choice(self._finished()))
                    continue
                return
            if self._finished() and self.rng.random() < 0.03:
                await self._doubt(self.rng.choice(self._finished()))
            else:
                await self._do(self.rng.choice(missing) if missing else None)
            await self._looked(self.finality)
        raise AssertionError(f"{self.name}: still missing {self.finality.missing}")

    async def _set_up(self) -> None:
        name = TournamentName(self.name)
        await self.hall.commands.to_hall(cmd.CreateTournament(name), DIRECTOR)
        found = self.hall.tournaments.names.items()
        self.tournament = next(known for known, each in found if each == name)
        count = self.rng.randint(3, 5)
        entered, self._late = [*TEAMS[:count]], [*TEAMS[count : count + 1]]
        for team in entered:
            await self._enter(team)
        await self._order(cmd.PlanStages(self._plans(count)))

    def _plans(self, count: int) -> tuple[cmd.StagePlan, ...]:
        meetings = 2 if count == 3 and self.rng.random() < 0.5 else 1
        robin = cmd.StagePlan(
            name="Round robin",
            kind=ev.StageKind.ROUND_ROBIN,
            game_name="backgammon",
            games=4,
            meetings=meetings,
        )
        if self.rng.random() < 0.3:
            return (robin,)
        if count >= 4 and self.rng.random() < 0.4:
            return PRESETS["groups-and-finals"].planned(1, str, 2)
        return robin, FINAL

    async def _enter(self, team: str) -> None:
        players = await keep_persons(
            self.hall.persons, tuple(f"{team} {each}" for each in ("I", "II"))
        )
        self._players[team] = players
        command = cmd.RegisterTeam(name=team, players=players)
        await self.hall.commands.to_tournament(self.tournament, command, DIRECTOR)

    async def _order(self, command: cmd.StageCommand | cmd.JoinStage) -> None:
        read = stages_read(command, self.state)
        await self.hall.commands.to_stages(self.tournament, read, DIRECTOR)

    async def _do(self, missing: Missing | None) -> None:
        """One thing of what is missing; nothing is: close a round."""
        if missing is None:
            of, number = self._open_rounds()[0]
            await self._order(cmd.CloseRound(stage=of, round=number))
            return
        stage = self.state.stages.get(missing.of)
        match missing.what:
            case Lacking.DRAW:
                assert stage is not None
                await self._draw(stage)
            case Lacking.ROUND:
                assert stage is not None
                await self._publish(stage)
            case Lacking.RESULT:
                await self._result(self.rng.choice(missing.numbers))
            case Lacking.WINNER:
                assert stage is not None
                await self._decide_level(stage, missing.numbers[0])
            case Lacking.CHOICE:
                assert stage is not None
                await self._choose(stage)
            case Lacking.CONFIRMATION:
                await self._confirm(self.rng.choice(missing.numbers))
            case Lacking.ANSWER | Lacking.RULING:
                await self._rule()
            case _:
                raise AssertionError(missing)

    async def _doubt(self, number: int) -> None:
        """A captain queries a result, or a case is opened on it."""
        team = self._record(number).teams[0]
        if self.rng.random() < 0.5:
            await self._ruling(cmd.RaiseQuery(number=number, text=REASON, team=team))
        else:
            await self._ruling(cmd.OpenCase(teams=(team,), facts=REASON, number=number))

    async def _rule(self) -> None:
        """Queries are answered, cases ruled on and closed."""
        rulings = self.hall.tournaments.processes[self.tournament].state.rulings
        for query, each in rulings.queries.queries.items():
            if each.answer is None:
                await self._ruling(cmd.AnswerQuery(query=query, answer=REASON))
        for case in rulings.cases.open_cases:
            number = next(n for n, each in rulings.cases.cases.items() if each is case)
            none = ev.CaseRuling.NONE
            ruled = cmd.RuleCase(
                case=number, ruling=none, text=REASON, seen=case.stage, was=ruling_seen(case)
            )
            await self._ruling(ruled)
            await self._ruling(cmd.CloseCase(case=number, seen=cmd.CaseStage.RULED))

    async def _ruling(self, command: cmd.QueryCommand | cmd.CaseCommand) -> None:
        await self.hall.commands.to_desk(self.tournament, command, DIRECTOR)

    async def _draw(self, stage: Stage) -> None:
        earlier = [self.state.stages[slot.stage] for slot in stage.plan.slots]
        if waiting := next((each for each in earlier if each.drawn is None), None):
            await self._draw(waiting)
        elif earlier and qualified(self.state, stage, self.outcomes) is None:
            await self._separate(earlier)
        elif not earlier or self.rng.random() < 0.9:
            await self._order(cmd.DrawStage(stage=stage.number))

    async def _separate(self, stages: Sequence[Stage]) -> None:
        """Go on with earlier stages, or put teams in order that nothing separates."""
        numbers = {each.number for each in stages}
        for each in self.finality.missing:
            if each.of in numbers:
                await self._do(each)
                return
        for stage in stages:
            for group in range(1, len(stage.groups) + 1):
                lines = standings(self.state, stage, group, self.outcomes)
                level = [each for each in lines if each.shared and not each.withdrawn]
                if level:
                    teams = tuple(each.team for each in level if each.place == level[0].place)
                    decide = cmd.DecideOrder(
                        stage=stage.number, group=group, teams=teams, reason=REASON
                    )
                    await self._order(decide)
                    return

    async def _publish(self, stage: Stage) -> None:
        number = stage.next_round
        assert number is not None
        if is_in_question(self.state, stage, self.outcomes):
            await self._choose(stage)
            return
        robin = stage.plan.kind is ev.StageKind.ROUND_ROBIN
        if robin and number > 1 and self._late and self.rng.random() < 0.3:
            await self._enter(self._late.pop())
        for late in may_join(self.state, stage, [*self._players]) if robin else ():
            join = cmd.JoinStage(
                stage=stage.number, group=1, team=late, round=number, reason=REASON
            )
            await self._order(join)
        if self.rng.random() < 0.08 and await self._withdraw(stage):
            return
        stage = self.state.stages[stage.number]
        draft = stage.rounds[number - 1]
        playing = self.state.playable(draft.pairings)
        seen = tuple(each.teams for each in playing if not each.missed)
        await self._order(cmd.PublishRound(stage=stage.number, round=number, seen=seen))
        if self.rng.random() < 0.08:
            await self._withdraw(stage)

    async def _withdraw(self, stage: Stage) -> bool:
        """A team leaves, as long as two are left in each group it has played in; whether it did."""
        gone = self.state.withdrawn.keys()
        leaver = self.rng.choice([team for team in stage.teams if team not in gone])
        own = [
            {*group} - gone
            for each in self.state.stages.values()
            if each.plan.kind is ev.StageKind.ROUND_ROBIN
            for group in each.groups
            if leaver in group
        ]
        if min(map(len, own)) <= 2:
            return False
        await self._order(cmd.WithdrawTeam(team=leaver, reason=REASON))
        return True

    async def _result(self, number: int) -> None:
        """A sheet or half of one, or nobody comes; nobody begins who is in another match."""
        begun = [each for each in self._unfinished() if each != number]
        teams = {*self._record(number).teams}
        number = next((each for each in begun if teams & {*self._record(each).teams}), number)
        record = self._record(number)
        if self.rng.random() < 0.1:
            absent = (*record.teams, (*record.teams,))[self.rng.randrange(3)]
            gone = absent if isinstance(absent, tuple) else (absent,)
            extra = any(
                number == each.number
                for stage in self.state.stages.values()
                for each in stage.extra.values()
            )
            if not extra:
                walkover = cmd.GiveWalkover(number=number, absent=gone, reason=REASON)
                await self._order(walkover)
                return
        level = self.rng.random() < 0.25
        assert isinstance(record.scheduled, ev.MatchScheduled)
        games = range(1, record.scheduled.games + 1)
        entered = 0 if record.state is None else len(record.state.results) // len(Room)
        if not entered and self.rng.random() < 0.2:
            games = range(1, 3)
        rows = tuple(
            rd.EnterResult(
                game=game,
                attempt=1,
                room=room,
                loser=Side.RED if level else self.rng.choice([*Side]),
                ending=Ending.BEAROFF,
                left=3 if level else self.rng.randint(1, 14),
                cube=1,
            )
            for game in games[entered:]
            for room in Room
        )
        line_ups = tuple(
            cmd.SubmitLineUp(
                team=team, open_player=self._players[team][0], closed_player=self._players[team][1]
            )
            for team in record.teams
            if team not in record.line_ups
        )
        await self._to_match(number, EnterSheet(rows, line_ups), DIRECTOR)

    async def _decide_level(self, stage: Stage, number: int) -> None:
        pairing = stage.of_numbers[number]
        if pairing.group not in stage.extra and self.rng.random() < 0.6:
            await self._order(cmd.SetExtraGames(stage=stage.number, group=pairing.group))
            return
        teams = [*pairing.teams]
        self.rng.shuffle(teams)
        decide = cmd.DecideOrder(
            stage=stage.number, group=pairing.group, teams=tuple(teams), reason=REASON
        )
        await self._order(decide)

    async def _choose(self, stage: Stage) -> None:
        """Keep those who were drawn, or undo the draw."""
        pairs = qualified(self.state, stage, self.outcomes) or ()
        if self.rng.random() < 0.5:
            keep = cmd.KeepQualified(stage=stage.number, seen=pairs, reason=REASON)
            await self._order(keep)
        else:
            await self._order(cmd.WithdrawDraw(stage=stage.number, reason=REASON))

    async def _confirm(self, number: int) -> None:
        state = self._record(number).state
        assert state is not None
        rows = tuple(
            rd.ResultAgreed(
                game=game,
                attempt=state.attempts.get(game, 1),
                room=room,
                side=None,
                seen=state.results[game, room],
            )
            for game, room in sorted(state.unconfirmed, key=str)
        )
        await self._to_match(number, ConfirmSheet(rows), OPERATOR)

    async def _correct(self, number: int) -> None:
        """Every result of a match was read wrongly: others have won."""
        state = self._record(number).state
        assert state is not None
        for (game, room), was in sorted(state.results.items(), key=str):
            assert was.loser is not None
            order = rd.CorrectResult(
                game=game,
                attempt=state.attempts.get(game, 1),
                room=room,
                reason=REASON,
                loser=was.loser.opponent,
                ending=Ending.BEAROFF,
                left=was.left,
                cube=1,
                was=was,
            )
            await self._to_match(number, order, DIRECTOR)

    def _unfinished(self) -> list[int]:
        """Matches that have begun and are to be played out."""
        missing = (each for each in self.finality.missing if each.what is Lacking.RESULT)
        records = [self._record(number) for each in missing for number in each.numbers]
        return [each.match_id.number for each in records if each.has_begun]

    def _finished(self) -> list[int]:
        """Matches that were played and count."""
        played = [
            number
            for stage in self.state.stages.values()
            for number in stage.of_numbers
            if number not in self.state.walkovers and self.outcomes.get(number)
        ]
        return [number for number in played if self.outcomes[number].vp is not None]

    def _open_rounds(self) -> list[tuple[int, int]]:
        return [
            (stage.number, number)
            for stage in self.state.stages.values()
            for number in stage.published
            if number not in stage.closed
        ]

    def _record(self, number: int) -> MatchRecord:
        return self.hall.match(MatchId(self.tournament, number)).record

    async def _to_match(
        self,
        number: int,
        command: EnterSheet | ConfirmSheet | rd.CorrectResult,
        visitor: Visitor,
    ) -> None:
        match_id = MatchId(self.tournament, number)
        async with self.hall.registry.in_memory(match_id):
            await self.hall.commands.to_match(match_id, command, visitor)
