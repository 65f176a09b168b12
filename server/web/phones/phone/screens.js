// Contents of both halves: pure, from the server's messages, the players, and the taps so far.
//
// `context`: { state, info, ui, own, entry, busy, say }. `ui` has each side's opened panel and keyed dice;
// `own` the numbers of this page's messages of the turn (`roll`, `play`, 0 if there is none) and the latest
// `offer`; `entry` the progress of a play that is being entered; `busy` is true while something sent here has
// had no answer; `say(key, values)` gives the page's words.

import { endingText, endProposed, resignationTexts } from "./endings.js";
import {
  button,
  calm,
  diceOf,
  doubled,
  drawRest,
  half,
  isRecorded,
  NAMES,
  namesFor,
  pair,
  resigning,
  saying,
} from "./half.js";
import { correctedFor, panelOf } from "./panels.js";
import { onTurn, opponentOf } from "./table.js";
import { openingThrow, throwing } from "./throws.js";
import { AWAITED, CONFIRMED, ENDING, HOLD_OR_GO, QUESTION, ROLL_JUDGEMENT, ROOM, SIDE, YES_OR_NO } from "./values.js";

const SCREENS = {
  [AWAITED.SET]: set,
  [AWAITED.ROLL]: roll,
  [AWAITED.READY_OR_DOUBLE]: readyOrDouble,
  [AWAITED.MOVE]: move,
  [AWAITED.DOUBLE_ANSWER]: doubleAnswer,
  [AWAITED.RESIGNATION_ANSWER]: (context, side) => offerAnswer(context, side, resignationTexts(context)),
  [AWAITED.END_ANSWER]: (context, side) => offerAnswer(context, side, endProposed(context)),
  [AWAITED.RESULT_CONFIRMATION]: result,
  [AWAITED.OTHER_ROOM]: otherRoom,
  [AWAITED.NEXT_GAME]: waiting("wait_next_game"),
  [AWAITED.MATCH_OVER]: waiting("match_over"),
  [AWAITED.OPERATOR]: waiting("wait_director"),
  [AWAITED.HELD]: waiting("held"),
  [AWAITED.DICE_CONFIRMATION]: diceConfirmation,
  [AWAITED.CHOICE]: choice,
};

const CANNOT_CONFIRM = [AWAITED.HELD, AWAITED.OPERATOR, AWAITED.MATCH_OVER];

/** Return both halves by the names of their sides. */
export function halves(context) {
  const shown = (side) => {
    const view = shownTo(context, side);
    return context.busy ? shut(view) : view;
  };
  return { white: shown(SIDE.WHITE), red: shown(SIDE.RED) };
}

function shownTo(context, side) {
  const { state, ui, say } = context;
  if (!state.wait) {
    return calm(say("wait_server"));
  }
  const opened = ui[NAMES[side]].panel;
  if (opened && (opened !== "corrected" || correctedFor(context, side))) {
    return panelOf(opened, context, side);
  }
  return besideCorrected(context, side, (SCREENS[state.wait.what] ?? waiting("wait_server"))(context, side));
}

/** Return the half with its question about a corrected result: large where it has nothing else to ask. */
function besideCorrected(context, side, view) {
  if (!correctedFor(context, side) || CANNOT_CONFIRM.includes(context.state.wait.what)) {
    return view;
  }
  if (view.calm && !view.keys) {
    return { ...panelOf("corrected", context, side), aside: view.aside };
  }
  const open = button("corrected", context.say("corrected_open"), { ui: { panel: "corrected" } });
  return { ...view, aside: [...view.aside, open] };
}

/** Return a half in which nothing can be tapped while an answer is on its way, and nothing moves. */
function shut(view) {
  const off = (buttons) => buttons.map((each) => ({ ...each, disabled: true }));
  return { ...view, main: off(view.main), aside: off(view.aside), shut: true };
}

function waiting(key) {
  return ({ say }) => calm(say(key));
}

function otherRoom(context, side) {
  return calm(context.say("wait_other_room"), { aside: lastOff(context, side) });
}

/** Return whether this side is asked: both are where neither is named. */
const isAsked = ({ state: { wait } }, side) => !wait.side || wait.side === side;

function set(context, side) {
  const { state, say } = context;
  if (!isAsked(context, side)) {
    return calm(say("wait_set", namesFor(context, side)));
  }
  return half({
    heading: say("set_up"),
    text: context.info.no_start ?? "",
    main: [button("set", say("set"), saying(state, side, "READY"), "primary")],
  });
}

function roll(context, side) {
  const { wait } = context.state;
  if (!wait.side) {
    return openingThrow(context, side);
  }
  return wait.side === side ? throwing(context, side) : thrownByOther(context, side);
}

function thrownByOther(context, side) {
  const { state, say } = context;
  const names = namesFor(context, side);
  return state.over
    ? calm(say("wait_tail_throw", names), { aside: [drawRest(context, side)] })
    : calm(say("wait_throw", names), { aside: lastOff(context, side) });
}

function readyOrDouble(context, side) {
  const { state, say } = context;
  const names = namesFor(context, side);
  if (!isAsked(context, side)) {
    return calm(say("wait_ready", names), { aside: lastOff(context, side) });
  }
  const cube = doubled(state, side);
  const main = [button("ready", say("ready"), saying(state, side, "READY"), "primary")];
  if (cube) {
    main.push(button("double", say("double", { value: cube }), saying(state, side, "DOUBLE", { cube })));
  }
  return half({ heading: say("your_turn"), main, stacked: true, aside: [resigning(context)] });
}

/** Return the button of a player who has borne off the last checker and tapped "Played". */
function lastOff({ state, say }, side) {
  const mayHave = !isRecorded(state) && onTurn(state) === opponentOf(side) && state.wait.turn > 1;
  return mayHave ? [button("off", say("off"), { ui: { panel: "off" } }, "quiet")] : [];
}

function move(context, side) {
  const { state, ui, say } = context;
  const mover = state.wait.side;
  if (ui[NAMES[mover]].rekey) {
    return mover === side ? throwing(context, side) : calm(say("wait_throw", namesFor(context, side)));
  }
  return mover === side ? play(context, side) : watch(context, side);
}

const isUnconfirmed = ({ verdict }) => verdict?.judgement === ROLL_JUDGEMENT.UNCONFIRMED;

function play(context, side) {
  const { state, own, entry, say } = context;
  const dice = diceOf(state);
  if (!dice) {
    return calm(say("wait_dice"));
  }
  const names = namesFor(context, side);
  const aside = [];
  if (own.roll) {
    aside.push(button("rekey", say("rekey"), { ui: { rekey: true, keyed: [] } }, "quiet"));
  }
  if (isRecorded(state)) {
    const { question } = state;
    const isEarly =
      question?.about === QUESTION.FINISHED && question.turn === state.wait.turn && question.side === side;
    if (isEarly) {
      const no = saying(state, side, "ANSWER", { question: question.question, choice: YES_OR_NO.NO });
      aside.push(button("not-finished", say("not_finished"), no, "quiet"));
    }
    const heading = isEarly ? "finish_now" : state.questioned ? "play_again" : "play_on_page";
    return half({
      heading: say(heading, { ...names, dice: pair(dice) }),
      dice,
      main: [
        button(
          "finish",
          say(entry.moved ? "finish" : "no_move"),
          { entry: "finish" },
          entry.moved ? "primary" : "plain",
        ),
      ],
      aside: [button("undo", say("undo"), { entry: "undo" }, "quiet", !entry.begun), ...aside, resigning(context)],
    });
  }
  const waits = isUnconfirmed(state);
  return half({
    heading: say(waits ? "wait_yes" : "play_on_board", { ...names, dice: pair(dice) }),
    dice,
    main: [button("played", say("played"), saying(state, side, "PLAYED"), "primary", waits)],
    aside: [...aside, button("off", say("off"), { ui: { panel: "off" } }, "quiet", waits), resigning(context)],
  });
}

function watch(context, side) {
  const { state, own, say } = context;
  const dice = diceOf(state);
  const names = namesFor(context, side);
  if (dice && isUnconfirmed(state) && !state.questioned) {
    return diceQuestion(context, side, dice);
  }
  if (state.questioned) {
    const event = own.play ?? 0;
    return half({
      heading: say("play_questioned", { ...names, dice: dice ? pair(dice) : "" }),
      text: say("play_condone", names),
      main: [button("condone", say("condone"), saying(state, side, "CONFIRM", { what: CONFIRMED.PLAY, event }))],
    });
  }
  return calm(dice ? say("wait_play", { ...names, dice: pair(dice) }) : say("wait_dice"));
}

function diceQuestion(context, side, dice) {
  const { state, say } = context;
  const event = state.verdict?.event ?? 0;
  return half({
    heading: say("dice_right", { ...namesFor(context, side), dice: pair(dice) }),
    dice,
    main: [
      button("dice-no", say("no"), { other: { rekey: true, keyed: [] } }, "plain", !context.own.roll),
      button("dice-yes", say("yes"), saying(state, side, "CONFIRM", { what: CONFIRMED.DICE, event }), "primary"),
    ],
  });
}

function diceConfirmation(context, side) {
  const dice = diceOf(context.state) ?? shownDice(context.state);
  const thrower = opponentOf(context.state.wait.side);
  if (context.ui[NAMES[thrower]].rekey) {
    return thrower === side ? throwing(context, side) : calm(context.say("wait_throw", namesFor(context, side)));
  }
  if (dice && isAsked(context, side)) {
    return diceQuestion(context, side, dice);
  }
  return calm(context.say("wait_yes", { ...namesFor(context, side), dice: dice ? pair(dice) : "" }), { dice });
}

const shownDice = ({ dice }) => (dice ? [dice.die1, dice.die2] : null);

function doubleAnswer(context, side) {
  const { state, say } = context;
  const names = { ...namesFor(context, side), value: state.cube?.cube ?? 2 };
  if (!isAsked(context, side)) {
    return calm(say("wait_take", names));
  }
  const asksLeft = !isRecorded(state) && context.info.counts_left;
  const passing = asksLeft ? { panel: "left", ending: ENDING.PASS, left: 0 } : { panel: "pass" };
  return half({
    heading: say("doubles", names),
    main: [
      button("pass", say("pass"), { ui: passing }),
      button("take", say("take"), saying(state, side, "TAKE"), "primary"),
    ],
  });
}

function offerAnswer(context, side, offered) {
  const { state, say } = context;
  if (!isAsked(context, side)) {
    return calm(say("wait_answer", namesFor(context, side)), { text: offered.own });
  }
  return half({
    heading: offered.asked,
    main: [
      button("refuse", say("no"), saying(state, side, "REFUSE")),
      button("accept", say("yes"), saying(state, side, "ACCEPT"), "primary"),
    ],
  });
}

function result(context, side) {
  const { state, say } = context;
  const text = endingText(context, side);
  if (!isAsked(context, side)) {
    return calm(say("wait_confirm", namesFor(context, side)), { text });
  }
  const confirmed = saying(state, side, "CONFIRM", { what: CONFIRMED.RESULT, event: 0 });
  return half({
    heading: say("result_right"),
    text,
    main: [button("confirm", say("confirm"), confirmed, "primary")],
  });
}

const CHOICES = {
  [QUESTION.HOLD_OR_GO]: [
    ["hold", HOLD_OR_GO.HOLD, "plain"],
    ["go", HOLD_OR_GO.GO, "plain"],
  ],
  [QUESTION.FINISHED]: [
    ["no", YES_OR_NO.NO, "plain"],
    ["yes", YES_OR_NO.YES, "primary"],
  ],
  [QUESTION.DRAW_REST]: [
    ["no", YES_OR_NO.NO, "plain"],
    ["yes", YES_OR_NO.YES, "primary"],
  ],
};

function choice(context, side) {
  const { state, say } = context;
  const { question } = state;
  if (question?.about === QUESTION.WHICH_PLAY) {
    // sensors of a board that stood here before left it open: play it again
    return move(context, side);
  }
  const names = namesFor(context, side);
  if (!isAsked(context, side) || !question || !CHOICES[question.about]) {
    return calm(say("wait_choice", names));
  }
  const answers = CHOICES[question.about].map(([id, answer, kind]) =>
    button(id, say(id), saying(state, side, "ANSWER", { question: question.question, choice: answer }), kind),
  );
  return half({ heading: say(`ask_${question.about}`, names), main: answers });
}

/** Return the board's room by its name in words and classes. */
export const roomOf = ({ config }) => (config?.room === ROOM.CLOSED ? "closed" : "open");
