// @ts-check
// The wire's numbers for named values (docs/wire.md, "Values"): those that a phone sends or receives.

export const SIDE = { NONE: 0, WHITE: 1, RED: 2 };
export const ROOM = { NONE: 0, OPEN: 1, CLOSED: 2 };
export const CAPABILITY = { CONSOLE: 2, COLOUR_SENSING: 4, CUBE: 8, BUTTONS: 16, DISPLAY: 32, PAGE: 512 };
export const RESET_CAUSE = { SOFTWARE: 4 };
export const THROW_SOURCE = { CONSOLE: 2 };
export const ROLL_JUDGEMENT = { COUNTED: 1, UNCONFIRMED: 2, VOID: 3 };
export const MOVE_JUDGEMENT = { OK: 1, ILLEGAL: 2, INCOMPLETE: 3, AMBIGUOUS: 4, CONDONED: 5 };
export const CONFIRMED = { DICE: 1, RESULT: 2, PLAY: 3, DRAW_REST: 4 };
export const RESIGN_KIND = { SINGLE: 1, GAMMON: 2, BACKGAMMON: 3 };
export const CUBE_STATE = { ABSENT: 0, CENTRED: 1, OWNED: 2, OFFERED: 3 };
export const ENDING = {
  BEAROFF: 1,
  PASS: 2,
  GAMMON: 3,
  BACKGAMMON: 4,
  RESIGNED: 5,
  RESIGNED_GAMMON: 6,
  RESIGNED_BACKGAMMON: 7,
  TROUS: 8,
};
export const AWAITED = {
  SET: 1,
  ROLL: 2,
  READY_OR_DOUBLE: 3,
  MOVE: 4,
  DOUBLE_ANSWER: 5,
  RESIGNATION_ANSWER: 6,
  RESULT_CONFIRMATION: 7,
  OTHER_ROOM: 8,
  NEXT_GAME: 9,
  MATCH_OVER: 10,
  OPERATOR: 11,
  DICE_CONFIRMATION: 12,
  CHOICE: 13,
  HELD: 14,
  END_ANSWER: 15,
};
export const QUESTION = { WHICH_PLAY: 1, HOLD_OR_GO: 2, FINISHED: 3, DRAW_REST: 4 };
export const HOLD_OR_GO = { HOLD: 0, GO: 1 };
export const NAK_REASON = { DAMAGED: 1, GAP: 2 };
export const YES_OR_NO = { NO: 0, YES: 1 };
export const CALL_REASON = { NONE: 0, DICE_OR_PLAY: 1, ILLEGAL_PLAY: 2, CLOCK: 3, OTHER: 4 };
export const DIRECTOR = { CALLED: 1, COMING: 2, HELD: 4 };
