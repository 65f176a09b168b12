"""Explanations of a field's refusal: a clause for pages and letters, a code for programs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.errors import FieldRefused
from rules.games.backgammon import BACKGAMMON
from rules.room import Ending
from rules.text import N_
from server.words.game_words import ending_words
from server.words.translation import Words


@dataclass(frozen=True, slots=True)
class FieldRefusal:
    """The explanation of a field's refusal.

    `code` is for programs and never changes. `clause` is for people; it may contain the refused
    value as `%(value)s`, and the other values that the refusal names.
    """

    code: str
    clause: str


FIELD_REFUSALS: Mapping[str, FieldRefusal] = {
    "another result than the one that stands": FieldRefusal(
        "result_unchanged",
        N_("this is the result that stands already, so its confirmations stand, too"),
    ),
    "a round that is not closed": FieldRefusal(
        "round_closed_already", N_("round %(value)s is closed already")
    ),
    "a round that is closed": FieldRefusal("round_not_closed", N_("round %(value)s is not closed")),
    "a round whose matches are all decided; these are not: %(matches)s": FieldRefusal(
        "round_undecided",
        N_("round %(value)s cannot be closed yet: these matches are not decided: %(matches)s"),
    ),
    "a round whose results are all confirmed; these are not: %(matches)s": FieldRefusal(
        "round_unconfirmed",
        N_(
            "round %(value)s cannot be closed yet: the results of these matches are not "
            "confirmed: %(matches)s"
        ),
    ),
    "a round in which nothing has been played; play has begun in match %(matches)s": FieldRefusal(
        "round_play_begun",
        N_("round %(value)s cannot be taken back: play has begun in match %(matches)s"),
    ),
    "%(last)s, the last round that is published": FieldRefusal(
        "later_round_published",
        N_("round %(value)s cannot be taken back before the last published one, round %(last)s"),
    ),
    "%(last)s, the last round that is drawn or published": FieldRefusal(
        "later_round_drawn",
        N_("round %(value)s cannot be taken back before the last one, round %(last)s"),
    ),
    "a round after one whose matches are all decided; these are not: %(matches)s": FieldRefusal(
        "previous_round_undecided",
        N_("round %(value)s cannot be drawn yet: these matches are not decided: %(matches)s"),
    ),
    "none: all is drawn": FieldRefusal("all_rounds_drawn", N_("all rounds are drawn")),
    "none: all are published": FieldRefusal("all_rounds_published", N_("all rounds are published")),
    "%(played)s or more: that many games have begun in match %(matches)s": FieldRefusal(
        "games_begun_already", N_("%(played)s games have begun in match %(matches)s already")
    ),
    (
        "a round of longer matches: for fewer than %(games)s games the VP table has no "
        "column, and standings rest on VP"
    ): FieldRefusal(
        "round_shortest_already",
        N_(
            "this round cannot be shortened: standings are by VP, and the VP table has no column "
            "for fewer than %(games)s games"
        ),
    ),
    "starts that are not announced yet": FieldRefusal(
        "starts_announced_already", N_("all these starts are announced already")
    ),
    "a stage that is not drawn yet": FieldRefusal(
        "stage_drawn_already", N_("stage %(value)s is drawn already")
    ),
    "a stage that is drawn": FieldRefusal(
        "stage_not_drawn", N_("stage %(value)s is not drawn yet")
    ),
    "a stage whose places are decided; these are open: %(places)s": FieldRefusal(
        "stage_places_open",
        N_("stage %(value)s cannot be drawn yet: these places are open: %(places)s"),
    ),
    "a stage from which nobody qualifies for %(other)s": FieldRefusal(
        "stage_feeds_another",
        N_("teams qualify from stage %(value)s for %(other)s: remove that stage first"),
    ),
    (
        "a stage whose teams are certain; by the current standings other teams would be in "
        "it, or a place is open again: keep the teams that were drawn, or undo the draw"
    ): FieldRefusal(
        "stage_in_question",
        N_(
            "the teams of stage %(value)s are not certain: with the current standings other teams "
            "would play in it, or a place is undecided again; keep the teams that were drawn, or "
            "undo the draw"
        ),
    ),
    "a stage whose teams are uncertain": FieldRefusal(
        "stage_not_in_question", N_("the teams of stage %(value)s are already certain")
    ),
    "a round robin": FieldRefusal(
        "stage_no_round_robin", N_("stage %(value)s is not a round robin")
    ),
    "a group of fewer than %(most)s teams": FieldRefusal(
        "group_full", N_("group %(value)s is full: it has %(most)s teams")
    ),
    "a group in which not every team has had a bye already": FieldRefusal(
        "group_byes_over",
        N_("every team of group %(value)s has had a bye already: nobody can join it any more"),
    ),
    "a pair whose match is over and level in IMP": FieldRefusal(
        "pair_not_level", N_("the match of pair %(value)s is not over, or not level in IMP")
    ),
    "a stage of which no round is published": FieldRefusal(
        "stage_round_published", N_("a round of stage %(value)s is published already")
    ),
    "a name no other stage has": FieldRefusal(
        "stage_name_taken", N_("another stage is called %(value)s")
    ),
    "a name no other team has": FieldRefusal(
        "team_name_taken", N_("another team is called %(value)s")
    ),
    "a name no other knockout has": FieldRefusal(
        "knockout_name_taken", N_("another knockout is called %(value)s")
    ),
    "a name no other tournament has here": FieldRefusal(
        "tournament_name_taken", N_("a tournament called %(value)s is or was here")
    ),
    "a knockout that is not drawn yet": FieldRefusal(
        "knockout_drawn_already", N_("knockout %(value)s is drawn already")
    ),
    "a knockout that is drawn": FieldRefusal(
        "knockout_not_drawn", N_("knockout %(value)s is not drawn yet")
    ),
    "a published match of a knockout": FieldRefusal(
        "match_in_no_knockout", N_("no knockout has published a match %(value)s")
    ),
    "a round with a match whose two players are known": FieldRefusal(
        "round_players_unknown", N_("no match of round %(value)s has two known players yet")
    ),
    (
        "a match whose players are certain: decide first who goes through from match %(place)s of "
        "round %(round)s"
    ): FieldRefusal(
        "match_players_in_question",
        N_(
            "it is not certain who plays: first decide who goes through from match %(place)s of "
            "round %(round)s"
        ),
    ),
    "a match from which it is in question who won": FieldRefusal(
        "winner_not_in_question",
        N_("it is not in question who goes through from match %(value)s of that round"),
    ),
    (
        "a decision that also says what becomes of match %(matches)s, which rests on this one: "
        "keep who went through, or void the later matches"
    ): FieldRefusal(
        "later_matches_rest_on_it",
        N_(
            "later matches have already been announced (%(matches)s): choose whether the player "
            "who went through stays, or these matches become void"
        ),
    ),
    "keep: the winner plays in the next round already, as a lucky loser": FieldRefusal(
        "winner_plays_already",
        N_(
            "the winner already plays in the next round, as a lucky loser: keep the player who "
            "went through"
        ),
    ),
    "a player whose opponent has not gone on: void the later matches first": FieldRefusal(
        "opponent_gone_on",
        N_("the opponent of %(value)s has gone on already: void the later matches first"),
    ),
    "a knockout that takes no messages yet": FieldRefusal(
        "knockout_takes_messages_already", N_("knockout %(value)s takes messages already")
    ),
    "a knockout whose matches are played elsewhere, each round of it drawn anew": FieldRefusal(
        "knockout_played_here",
        N_("knockout %(value)s is played at tables here, or is not drawn anew each round"),
    ),
    "a knockout that takes entries": FieldRefusal(
        "entries_closed", N_("no knockout takes entries now")
    ),
    "an address from which nobody has entered": FieldRefusal(
        "address_entered_already", N_("somebody has entered from this address already")
    ),
    "nothing: you are entered as %(id)s": FieldRefusal(
        "sender_entered_already", N_("you are entered already, as %(id)s")
    ),
    "a match without a winner; match %(match)s is over": FieldRefusal(
        "reported_match_over", N_("match %(value)s is over")
    ),
    "a report before the last week of the round was over": FieldRefusal(
        "report_too_late", N_("the last week of the round is over: reports are no longer accepted")
    ),
    "a board that no report has named before": FieldRefusal(
        "board_reported_already", N_("board %(value)s was reported before")
    ),
    "the winner of board %(board)s first, which is being played": FieldRefusal(
        "other_board_in_play", N_("board %(board)s is being played: report its winner first")
    ),
    "a board whose winner was not reported before": FieldRefusal(
        "board_won_already", N_("the winner of board %(value)s was reported before")
    ),
    "a message that waits": FieldRefusal(
        "message_not_waiting", N_("message %(value)s does not need a decision")
    ),
    "a mail that is not sent yet": FieldRefusal(
        "mail_sent_already", N_("there is no mail %(value)s that still has to be sent")
    ),
    (
        "a round in which three quarters of the matches have a winner, for the first time"
    ): FieldRefusal(
        "last_week_not_due",
        N_(
            "the last week of round %(value)s has begun already, or fewer than three quarters of "
            "its matches have a winner"
        ),
    ),
    "a match of a round whose last week is over": FieldRefusal(
        "last_week_not_over", N_("the last week of this round is not over yet")
    ),
    "nobody: the rule decides": FieldRefusal(
        "rule_decides", N_("the rule decides this match: do not choose a winner")
    ),
    "a match that is not over": FieldRefusal("match_over", N_("match %(value)s is over")),
    "nothing: the match is over": FieldRefusal(
        "clocks_over", N_("the match is over: how time is counted is not set any more")
    ),
    "a match that is not finished": FieldRefusal(
        "match_finished", N_("match %(value)s is finished")
    ),
    "a match that is over in both rooms": FieldRefusal(
        "match_not_over", N_("match %(value)s is not over in both rooms yet")
    ),
    "none that is damaged: %(damage)s": FieldRefusal(
        "match_damaged", N_("the records of match %(value)s are damaged: %(damage)s")
    ),
    "one that was not removed": FieldRefusal("removed_already", N_("this was removed")),
    "a match in which nothing has been played": FieldRefusal(
        "match_begun", N_("something has been played in match %(value)s already")
    ),
    "a match without boards at its tables": FieldRefusal(
        "match_has_boards", N_("boards are still at the tables of match %(value)s")
    ),
    "a match without a walkover: take that one back first": FieldRefusal(
        "match_has_walkover", N_("match %(value)s has a walkover: take that back first")
    ),
    (
        "a match that counts: no walkover, no team that withdrew, no draw or round taken back"
    ): FieldRefusal(
        "match_counts_no_more",
        N_(
            "match %(value)s does not count: there was a walkover, a team withdrew, or its draw "
            "or round was undone"
        ),
    ),
    "a match of a published round": FieldRefusal(
        "match_not_published", N_("match %(value)s is in no published round")
    ),
    "a match that is in no round: remove the round, or give a walkover": FieldRefusal(
        "match_in_round",
        N_("match %(value)s belongs to a round: remove the round, or give a walkover"),
    ),
    "a match of a round, whose games are all over": FieldRefusal(
        "match_not_posted", N_("match %(value)s is in no round, or not all its games are over")
    ),
    "a match whose results are not final yet: open a case on it": FieldRefusal(
        "match_final", N_("the results of match %(value)s are final: open a case on it")
    ),
    "a match without a winner": FieldRefusal(
        "match_has_winner", N_("match %(value)s has a winner already")
    ),
    "a match without a result: correct the one it has on its own page": FieldRefusal(
        "match_has_result", N_("match %(value)s has a result: correct it on its own page")
    ),
    "a match the director has not decided yet": FieldRefusal(
        "match_decided_by_director", N_("the director has decided match %(value)s already")
    ),
    "a game not yet begun at this table: the director ends one that has begun": FieldRefusal(
        "game_begun_at_table", N_("game %(value)s has begun at this table: the director ends it")
    ),
    "a game without a result in the open room: the director corrects an existing one": FieldRefusal(
        "game_has_open_result",
        N_("game %(value)s has a result in the open room: the director corrects it"),
    ),
    (
        "a game without a result in the closed room: the director corrects an existing one"
    ): FieldRefusal(
        "game_has_closed_result",
        N_("game %(value)s has a result in the closed room: the director corrects it"),
    ),
    "nothing: the opening throw of game %(game)s is among its rolls": FieldRefusal(
        "opening_known", N_("the opening throw of game %(game)s is known: it is among its rolls")
    ),
    "1: game %(game)s is played without a cube": FieldRefusal(
        "game_without_cube", N_("game %(game)s is played without a cube: the cube stays at 1")
    ),
    "another ending: game %(game)s is played without a cube": FieldRefusal(
        "no_pass_without_cube",
        N_("game %(game)s is played without a cube: it cannot end by a pass"),
    ),
    "a table whose positions are recorded": FieldRefusal(
        "positions_not_recorded", N_("positions are not recorded at this table")
    ),
    "recorded positions: %(game)s is counted from them": FieldRefusal(
        "positions_are_counted", N_("positions have to be recorded: %(game)s is counted from them")
    ),
    "the current setting: the table has begun the match": FieldRefusal(
        "table_begun_match", N_("the table has begun the match: what it records stays as it is")
    ),
    "a room in which the match has a table": FieldRefusal(
        "no_table_in_room", N_("the match has no table in this room")
    ),
    "the id of a match that is not entered yet": FieldRefusal(
        "match_entered_already", N_("match %(value)s is entered already")
    ),
    "the id of a match of this TTT": FieldRefusal(
        "match_not_in_ttt", N_("this TTT has no match %(value)s")
    ),
    "a reason: this match has a result already": FieldRefusal(
        "result_known_already", N_("this match has a result already: write a reason")
    ),
    "a TTT that is set up": FieldRefusal("ttt_not_set_up", N_("this TTT is not set up yet")),
    "a TTT whose groups are drawn": FieldRefusal(
        "groups_not_drawn", N_("the groups of this TTT are not drawn yet")
    ),
    "nobody more: the groups are drawn": FieldRefusal(
        "groups_drawn_already", N_("the groups are drawn: nobody more can be entered")
    ),
    "two players or more": FieldRefusal(
        "too_few_players", N_("too few players are entered: two are needed to draw groups")
    ),
    "a draw no mini-TTT rests on: take that back first": FieldRefusal(
        "mini_ttt_drawn", N_("a mini-TTT depends on this draw: take the mini-TTT back first")
    ),
    "a draw of which nobody was removed: take that back first": FieldRefusal(
        "drawn_player_removed", N_("somebody was removed after this draw: take that back first")
    ),
    "a draw with no match yet; these are known: %(matches)s": FieldRefusal(
        "draw_has_matches", N_("matches of this draw are entered already: %(matches)s")
    ),
    "a group that is finished, whose tie for first only a mini-TTT can break": FieldRefusal(
        "no_tie_to_break",
        N_(
            "group %(value)s is not finished, or has no tie for first that only a mini-TTT can "
            "break"
        ),
    ),
    "a player who has timed out in fewer than %(limit)s games": FieldRefusal(
        "player_timed_out_too_often", N_("%(value)s has timed out in %(limit)s games or more")
    ),
    "an opponent whose invitation is yours to make and who is still in it": FieldRefusal(
        "opponent_not_yours_to_invite",
        N_(
            "you cannot invite %(value)s: they invite you, are invited already, or are out of the "
            "TTT"
        ),
    ),
    "somebody whose invitation waits for you": FieldRefusal(
        "invitation_not_waiting", N_("there is no invitation from %(value)s for you to accept")
    ),
    "another player than the first": FieldRefusal(
        "ttt_player_against_himself",
        N_("%(value)s is the first player: choose another as the opponent"),
    ),
    "a match that was timed out or resigned in": FieldRefusal(
        "match_not_forfeited", N_("nobody has timed out or resigned in match %(value)s")
    ),
    "a match to points whose game of backgammon is under way, its positions recorded": FieldRefusal(
        "no_position_at_board",
        N_("no game of backgammon with recorded positions is under way in match %(value)s"),
    ),
    "somebody who is not entered yet": FieldRefusal(
        "entrant_entered_already", N_("%(value)s is entered already")
    ),
    "a player who is not entered yet": FieldRefusal(
        "player_entered_already", N_("%(value)s is entered already")
    ),
    "a hold that is in force": FieldRefusal("hold_not_in_force", N_("play is not held here")),
    "none is shown": FieldRefusal("no_announcement_shown", N_("no announcement is shown")),
    "%(most)s at once: take one down first": FieldRefusal(
        "announcements_full", N_("%(most)s announcements are shown already: take one down first")
    ),
    "a table that has called the director": FieldRefusal(
        "call_not_standing", N_("this table has not called the director, or the call was answered")
    ),
    "a case that may still be appealed": FieldRefusal(
        "appeal_time_over", N_("case %(value)s may no longer be appealed")
    ),
    "a case whose time for an appeal has passed": FieldRefusal(
        "appeal_time_running", N_("case %(value)s may still be appealed")
    ),
    "a case that is not closed, and of which no appeal is open": FieldRefusal(
        "case_not_to_be_ruled", N_("case %(value)s is closed, or an appeal on it is open")
    ),
    "a case that is ruled on, without an appeal": FieldRefusal(
        "case_not_to_be_appealed",
        N_("case %(value)s has no ruling yet, was appealed already, or is closed"),
    ),
    "a case with an appeal that is not decided": FieldRefusal(
        "case_without_open_appeal", N_("case %(value)s has no open appeal")
    ),
    "a case that is ruled on, its appeal decided": FieldRefusal(
        "case_not_to_be_closed",
        N_("case %(value)s is closed, has no ruling yet, or an appeal that is not decided"),
    ),
    "a case that is closed": FieldRefusal("case_not_closed", N_("case %(value)s is not closed")),
    "a query that is not answered yet": FieldRefusal(
        "query_answered_already", N_("query %(value)s is answered already (by %(by)s)")
    ),
    "%(minutes)s, unchanged: results are already final by it": FieldRefusal(
        "results_final_already",
        N_(
            "results have already become final after %(minutes)s minutes: this time can no longer "
            "be changed"
        ),
    ),
    "a turn whose dice the closed room was given": FieldRefusal(
        "dice_not_released", N_("the closed room has not been given the dice of turn %(value)s")
    ),
    "a turn after which dice were thrown: the open room plays this one again": FieldRefusal(
        "turn_is_replayed",
        N_("no dice were thrown after turn %(value)s: the open room plays it again"),
    ),
    "a game that is over in neither room: let this roll stand or adjust the score": FieldRefusal(
        "game_over_in_a_room",
        N_("game %(value)s is over in a room: let the roll stand or adjust the score"),
    ),
    "dice other than %(dice)s": FieldRefusal(
        "dice_not_other", N_("this room already has %(value)s: there is nothing to correct")
    ),
    "a team without matches; it has these: %(matches)s": FieldRefusal(
        "team_has_matches", N_("%(value)s has matches already: %(matches)s")
    ),
    "a team in no draw; it is drawn into %(stage)s": FieldRefusal(
        "team_drawn_already", N_("%(value)s is drawn into %(stage)s")
    ),
    "a confirmed team that is not drawn: %(teams)s": FieldRefusal(
        "team_cannot_wait",
        N_(
            "%(value)s is not confirmed, or has already been drawn; these teams can go on the "
            "waiting list: %(teams)s"
        ),
    ),
    "one of the team: %(players)s": FieldRefusal(
        "player_not_in_team", N_("%(value)s is not in the team; these are: %(players)s")
    ),
    "%(team)s: match %(match)s is set up with it": FieldRefusal(
        "team_name_stays", N_("%(team)s keeps its name: match %(match)s is set up with it")
    ),
    "a list with %(players)s: the line-up of match %(match)s names them": FieldRefusal(
        "players_lined_up",
        N_("the line-up of match %(match)s includes %(players)s, who have to stay on the list"),
    ),
    "a list with %(players)s: first choose others to play %(game)s": FieldRefusal(
        "players_chosen_for_game",
        N_("%(players)s are chosen to play %(game)s: first choose others"),
    ),
    "a list with %(players)s: a line-up of match %(match)s is in, still sealed": FieldRefusal(
        "line_up_sealed",
        N_(
            "a sealed line-up of match %(match)s has been handed in: until it is opened, these "
            "players have to stay on the list: %(players)s"
        ),
    ),
    "a team that is entered: %(teams)s": FieldRefusal(
        "team_not_entered", N_("no team called %(value)s is entered; these are: %(teams)s")
    ),
    "a team once a place is free: %(limit)s are confirmed, which is the limit": FieldRefusal(
        "entry_limit_reached",
        N_(
            "%(value)s has to wait for a free place: %(limit)s teams are confirmed, which is the "
            "limit"
        ),
    ),
    "a team other than the home team": FieldRefusal(
        "team_against_itself", N_("%(value)s is the home team: choose another as its opponent")
    ),
    "another player than White": FieldRefusal(
        "player_against_himself", N_("%(value)s plays White: choose another player for Red")
    ),
    "a tournament without matches; remove these first: %(matches)s": FieldRefusal(
        "tournament_has_matches", N_("%(value)s has matches; remove these first: %(matches)s")
    ),
    "one of several: a hall needs at least one tournament": FieldRefusal(
        "tournament_is_the_only_one",
        N_("%(value)s is the only tournament, and a hall needs at least one"),
    ),
    "a free board: %(boards)s": FieldRefusal(
        "board_not_free", N_("%(value)s is not free; these boards are: %(boards)s")
    ),
    "a different board from the one in the open room": FieldRefusal(
        "board_in_both_rooms", N_("%(value)s is chosen for the open room: choose another board")
    ),
    "a match that waits for boards: %(matches)s": FieldRefusal(
        "match_not_waiting_for_boards",
        N_("match %(value)s does not need boards; these do: %(matches)s"),
    ),
    "a board that is not a phone: a phone becomes a table's board by its code": FieldRefusal(
        "board_is_a_phone", N_("%(value)s is a phone: it becomes a table's board by its code")
    ),
    "a board that is held": FieldRefusal("board_not_held", N_("%(value)s is not held")),
    "the board at that table": FieldRefusal(
        "board_not_at_table", N_("%(value)s is not at that table")
    ),
    "a time after the last start, 24 hours after it at most": FieldRefusal(
        "time_not_after_last_start",
        N_("%(value)s is before the last start, or more than 24 hours after it"),
    ),
    "nothing yet: the match is not finished": FieldRefusal(
        "match_not_finished", N_("%(value)s has nothing to sign yet: the match is not finished")
    ),
    "nothing yet: the result of game %(game)s is unconfirmed": FieldRefusal(
        "result_unconfirmed",
        N_("%(value)s has nothing to sign yet: the result of game %(game)s is not confirmed"),
    ),
    "nothing yet: the open room's result of game %(game)s is unconfirmed": FieldRefusal(
        "open_result_unconfirmed",
        N_(
            "%(value)s has nothing to sign yet: the open room's result of game %(game)s is not "
            "confirmed"
        ),
    ),
    "nothing yet: the closed room's result of game %(game)s is unconfirmed": FieldRefusal(
        "closed_result_unconfirmed",
        N_(
            "%(value)s has nothing to sign yet: the closed room's result of game %(game)s is not "
            "confirmed"
        ),
    ),
    "every game of both rooms: a captain enters the sheet of a match that is over": FieldRefusal(
        "sheet_not_whole", N_("a captain enters every game of both rooms, of a match that is over")
    ),
    "a match without any result so far: the operator enters single results": FieldRefusal(
        "match_has_results", N_("this match has results already: the operator enters single ones")
    ),
    "a person who is not erased": FieldRefusal("person_erased", N_("this person is erased")),
    "another person": FieldRefusal("same_person", N_("this is the same person: choose another")),
    "not the last director": FieldRefusal(
        "last_director", N_("this is the last director: make somebody else one first")
    ),
    "a person who has a link": FieldRefusal("person_has_no_link", N_("%(value)s has no link")),
    "one name at least": FieldRefusal("name_needed", N_("write one name at least")),
    "the name of the person the link is for": FieldRefusal(
        "link_person_needed", N_("write the name of the person the link is for")
    ),
    "one match and one kind of link, or more": FieldRefusal(
        "link_choice_needed", N_("choose one match and one kind of link, or more")
    ),
    "in words, what is amended and why": FieldRefusal(
        "amendment_text_needed", N_("write in words what is amended and why")
    ),
    "a yes to the question above": FieldRefusal(
        "answer_needed", N_("answer the question above first")
    ),
    "an id that nobody has in this knockout": FieldRefusal(
        "entrant_id_taken", N_("somebody in this knockout has the id %(value)s already")
    ),
    "two different dice: an opening throw is never equal": FieldRefusal(
        "opening_dice_equal", N_("%(value)s: the dice of an opening throw are never equal")
    ),
}
"""The explanations of refusals, keyed by the text in which the rules say what is allowed.

People do not see the field that is refused, so an explanation describes why the order is
impossible. A refusal without an explanation here concerns the value only; it is put in words with
the allowed values.
"""
VALUE_NEEDED = "value_needed"
VALUE_NOT_ALLOWED = "value_not_allowed"


def field_refusal_code(error: FieldRefused) -> str:
    """Return the code of a field's refusal, which never changes, for clients of the API."""
    known = _known(error)
    if known is not None:
        return known.code
    return VALUE_NOT_ALLOWED if _has_value(error) else VALUE_NEEDED


def _known(error: FieldRefused) -> FieldRefusal | None:
    """Return the explanation of a refusal, or None if none is listed.

    Return None, too, if the explanation needs the refused value and the refusal has none.
    """
    known = FIELD_REFUSALS.get(error.template)
    tells_value = known is not None and "%(value)s" in known.clause
    return None if tells_value and not _has_value(error) else known


def _has_value(error: FieldRefused) -> bool:
    return error.value not in (None, "")


def field_refusal_words(
    words: Words, error: FieldRefused, shown: Callable[[object], object]
) -> str:
    """Return a clause that explains a field's refusal.

    `shown` turns the refused value, and other values that the refusal names, into words for
    readers.
    """
    named = {
        name: _ending(each, words) if name in _ENDINGS else shown(each)
        for name, each in error.named.items()
    }
    value = shown(error.value)
    known = _known(error)
    if known is not None:
        return words.gettext(known.clause, value=value, **named)
    # Without values a percent sign is part of a text that somebody wrote, such as a team's name.
    template = error.template if error.named else error.template.replace("%", "%%")
    return refused_value_words(words, value, words.gettext(template, **named))


_ENDINGS = ("ending", "gammon")
"""The names under which a refusal gives the ending of a game, such as a gammon.

The ending is given by its value in files; readers are shown it in words.
"""


def _ending(value: object, words: Words) -> object:
    known = {each.value: each for each in Ending}.get(str(value))
    return value if known is None else ending_words(known, BACKGAMMON.name, words)


def refused_value_words(words: Words, value: object, allowed: str) -> str:
    """Return a clause that says that a value is missing or not possible, and what is allowed."""
    if value in (None, ""):
        return words.gettext("needed: %(allowed)s", allowed=allowed)
    return words.gettext(
        "%(value)s is not possible; allowed: %(allowed)s", value=value, allowed=allowed
    )
