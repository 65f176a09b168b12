"""The JSON of public feeds: public items and a match's snapshot, keys always in the same order."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from rules.events import AnyScheduled, MatchPlayScheduled
from rules.match_play.protocol import MatchPlayProtocol
from rules.scoring.match_protocol import MatchProtocol
from rules.scoring.swings import turning_point
from rules.scoring.tallies import TallyProtocol
from rules.scoring.teams import PerTeam
from server.live import facts as fx
from server.live.public_table import PublicTable
from server.live.snapshot import PublicPhase, PublicSnapshot, public_protocol
from server.values.match_ending import final_sums, match_ending, swings_of, winner_of
from server.values.naming import NO_NAMES, Names
from server.values.scored_match import AnyProtocol, sums
from server.values.table_form import plain, plain_fields, table_form
from server.words.languages import SOURCE_LANGUAGE
from server.words.translation import words_for

_KINDS = {
    fx.LineUpsOpened: "line-ups",
    fx.SubstituteShown: "substitute",
    fx.EmbargoChanged: "embargo",
    fx.RecordingShown: "recording",
    fx.GameOpened: "game",
    fx.OpeningShown: "opening",
    fx.DiceShown: "dice",
    fx.PaperDiceShown: "paper-dice",
    fx.ChoiceShown: "choice",
    fx.PlayShown: "play",
    fx.PlayEnded: "played",
    fx.PointsShown: "points",
    fx.CheckersSet: "checkers-set",
    fx.CheckersPutRight: "checkers-put-right",
    fx.TurnTakenBack: "turn-taken-back",
    fx.RollTakenBack: "roll-taken-back",
    fx.CubeActed: "cube",
    fx.WatchersAnswered: "watchers",
    fx.ResignationShown: "resignation",
    fx.EndShown: "end",
    fx.OpenGameFinished: "open-game-finished",
    fx.GameOver: "game-over",
    fx.ClosedRoomShown: "closed-room",
    fx.RollDiffers: "roll-differs",
    fx.GameWithdrawn: "game-withdrawn",
    fx.GameAnnulled: "game-cancelled",
    fx.ResultChanged: "result-changed",
    fx.MatchScoreShown: "score",
    fx.MatchCutShort: "shortened",
    fx.PlayHeld: "held",
    fx.MatchOver: "match-over",
    fx.MatchGoesOn: "match-goes-on",
    fx.ProtocolSigned: "signed",
}


def frame_text(
    now: PublicSnapshot,
    items: Iterable[fx.PublicItem],
    names: Names = NO_NAMES,
    published_at: datetime | None = None,
) -> str:
    """Return a frame as JSON: one message of a match's feed, with new facts and the match's state.

    `items` are the new facts, in the feed's order. `now` has the state. `published_at` is the time
    at which the match's newest item became public, None before the first item. Persons and matches
    are named by `names`.
    """
    address = names.match(now.scheduled.match_id)
    frame = {
        "match": str(address),
        "label": address.label,
        "last": now.last,
        "published_at": None if published_at is None else whole_seconds(published_at),
        "items": [_item(item, names) for item in items],
        "state": _state(now, names),
    }
    return _json(frame)


def whole_seconds(time: datetime) -> str:
    """Return a time as the feed shows it: in UTC, in whole seconds.

    Fractions are left out, because they would show a player's pace.
    """
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def with_page(frame: str, page: Mapping[str, str]) -> str:
    """Return a frame's JSON with the changing parts of the match's page added under the key "page".

    `page` has the HTML of each part, keyed by the id of the HTML element that shows the part.
    """
    return f'{frame[:-1]},"page":{_json(dict(page))}}}'


def _json(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _item(item: fx.PublicItem, names: Names) -> dict[str, Any]:
    fields = plain_fields(item.fact, names.of)
    if isinstance(item.fact, fx.ClosedRoomShown):
        del fields["steps"]
    return {"number": item.number, "kind": _KINDS[type(item.fact)], **fields}


def _state(now: PublicSnapshot, names: Names) -> dict[str, Any]:
    scheduled = now.scheduled
    return {
        "event": scheduled.event,
        "game_name": scheduled.game_name,
        "home": names.by(now.opponents.home),
        "away": names.by(now.opponents.away),
        **_length(scheduled),
        "phase": now.phase.value,
        "line_ups": plain(now.line_ups, names.of),
        "commitment": now.commitment.hex(),
        "words": list(now.words),
        "seed": now.seed.hex(),
        "game": now.game,
        "attempt": now.attempt,
        "embargo": now.embargo.value,
        "held": now.held,
        "asked": now.asked,
        "table": public_table_form(now.table),
        "results": [
            {"game": game, "room": room.value, **plain_fields(now.results[game, room])}
            for game in range(1, now.game + 1)
            for room in now.rooms
            if (game, room) in now.results
        ],
        **_sums(protocol := public_protocol(now)),
        **_ended(now, protocol, names),
        "signed": sorted(map(names.by, now.signed)),
    }


def _length(scheduled: AnyScheduled) -> dict[str, Any]:
    """Return the values of "games" and "length" in the JSON of a match; one of the two is None.

    "games" is the number of games per room of a match in two rooms. "length" is the number of
    points to which a match at one table is played.
    """
    if isinstance(scheduled, MatchPlayScheduled):
        return {"games": None, "length": scheduled.length}
    return {"games": scheduled.games, "length": None}


def _sums(protocol: AnyProtocol) -> dict[str, Any]:
    """Return both sides' sums in one of three units: IMP, a tally such as trous, or points.

    The values for the other two units are None. A match at one table is summed in points; its
    result also has the games in which the points were won.
    """
    if isinstance(protocol, MatchPlayProtocol):
        score = {"home": protocol.score.white, "away": protocol.score.red}
        games = [plain_fields(each) for each in protocol.games]
        crawford = protocol.score.crawford
        return {"imp": None, "tally": None, "points": score, "scored": games, "crawford": crawford}
    return {**_team_sums(protocol), "points": None, "scored": None, "crawford": None}


def _ended(now: PublicSnapshot, protocol: AnyProtocol, names: Names) -> dict[str, Any]:
    """Return the victory points, the winner and the ending; each is None as long as there is none.

    Victory points exist once all games are public, the winner and the ending once the match is
    over. "draw" stands for a winner if both sides have equally many.
    """
    vp = final_sums(protocol).vp
    ended = {"vp": None if vp is None else {"home": vp[0], "away": vp[1]}}
    told = None
    if now.phase is PublicPhase.OVER:
        teams = PerTeam(*map(names.by, now.scheduled.opponents))
        told = match_ending(protocol, teams, words_for(SOURCE_LANGUAGE))
    if told is None:
        return {**ended, "winner": None, "ending": None}
    winner = winner_of(protocol)
    won = "draw" if winner is None else winner.value
    return {**ended, "winner": won, "ending": _ending(protocol, told.text)}


def _ending(protocol: AnyProtocol, text: str) -> dict[str, Any]:
    """Return how a match ended: the sentence, which is `text`, and its facts."""
    point, (home, away) = turning_point(swings_of(protocol), winner_of(protocol)), sums(protocol)
    return {
        "text": text,
        "by": abs(home - away),
        "led_from": None if point is None else point.lead.game,
        "turned": point is not None and point.late,
        "worth_most": [] if point is None else [each.game for each in point.most],
        "worth": 0 if point is None else abs(point.most[0].points),
    }


def _team_sums(protocol: MatchProtocol | TallyProtocol) -> dict[str, Any]:
    if isinstance(protocol, TallyProtocol):
        return {"imp": None, "tally": plain(protocol.tally)}
    return {"imp": plain(protocol.imp), "tally": None}


def public_table_form(table: PublicTable) -> dict[str, Any]:
    """Return the public state of the open room's table as values to be written as JSON."""
    return table_form(
        table.position,
        on_turn=table.on_turn,
        to_answer=table.to_answer,
        dice=None if table.thrown is None else plain_fields(table.thrown),
        last_play=_last_play(table.last_play),
        cube=table.cube,
        cubeless=table.cubeless,
        doubled=table.doubled,
        score=table.score,
        result=table.result,
    )


def _last_play(play: fx.PlayShown | None) -> dict[str, Any] | None:
    return None if play is None else {"side": play.side.value, "moves": plain(play.moves)}
