// The half whose player has opened a panel: the end of a game, passing, a reason to call the director.
// Nothing here ends a game by itself: the other player's tap does.

import { gameOfKind } from "../bg-board-games.js";
import { button, half, isRecorded, NAMES, NO_UI, namesFor, saying } from "./half.js";
import { AWAITED, CALL_REASON, CONFIRMED, ENDING, RESIGN_KIND } from "./values.js";

const ALL = 15;
const ONE = 1;
const BACK = { ui: NO_UI };
const RESIGNED = { single: ENDING.RESIGNED, gammon: ENDING.RESIGNED_GAMMON, backgammon: ENDING.RESIGNED_BACKGAMMON };
const OFFERED = { single: RESIGN_KIND.SINGLE, gammon: RESIGN_KIND.GAMMON, backgammon: RESIGN_KIND.BACKGAMMON };
const BORNE_OFF = { single: ENDING.BEAROFF, gammon: ENDING.GAMMON, backgammon: ENDING.BACKGAMMON };

const PANELS = { resign, off, pass, left, call, corrected };

/** Return the half of a side that has opened the panel `name`. */
export const panelOf = (name, context, side) => PANELS[name](context, side);

const back = ({ say }) => button("back", say("back"), BACK, "quiet");

function kindsOf({ state, say }, act) {
  return gameOfKind(state.config.played).lost.map((kind) => button(kind, say(`kind_${kind}`), act(kind)));
}

/**
 * Return the act of an ending with its count of checkers; a single one asks for the count first, unless the match
 * counts points: there any possible number will do.
 */
function counted({ state, info }, side, ending, asks) {
  if (asks && info.counts_left) {
    return { ui: { panel: "left", ending, left: 0 } };
  }
  const left = ending === ENDING.BEAROFF ? ONE : ALL;
  return saying(state, side, "END", { ending, left });
}

function resign(context, side) {
  const { state, say } = context;
  const act = (kind) =>
    isRecorded(state)
      ? saying(state, side, "RESIGN", { resigned: OFFERED[kind] })
      : counted(context, side, RESIGNED[kind], kind === "single");
  return half({
    heading: say("resign_what"),
    text: say("resign_asks", namesFor(context, side)),
    main: kindsOf(context, act),
    aside: [back(context)],
  });
}

function off(context, side) {
  const { say } = context;
  return half({
    heading: say("won_what"),
    text: say("won_asks", namesFor(context, side)),
    main: kindsOf(context, (kind) => counted(context, side, BORNE_OFF[kind], kind === "single")),
    aside: [back(context)],
  });
}

function pass(context, side) {
  const { state, say } = context;
  const points = state.cube.cube / 2;
  const passed = isRecorded(state) ? saying(state, side, "PASS") : counted(context, side, ENDING.PASS, false);
  return half({
    heading: say("pass_sure"),
    text: say("pass_loses", { value: points }),
    main: [back(context), button("pass-sure", say("pass_yes"), passed, "danger")],
  });
}

/** Return the first result that the director corrected and this side is still to confirm, if there is one. */
export function correctedFor({ state: { wait }, info }, side) {
  const isAsked = ({ game, number }) =>
    wait?.what === AWAITED.RESULT_CONFIRMATION && game === wait.game && number === wait.turn;
  return (info.corrected ?? []).find((each) => each.sides.includes(NAMES[side]) && !isAsked(each));
}

function corrected(context, side) {
  const { say } = context;
  const { game, attempt, number: turn, text } = correctedFor(context, side);
  const confirmed = { kind: "CONFIRM", game, attempt, turn, side, what: CONFIRMED.RESULT, event: 0 };
  return half({
    heading: say("corrected"),
    text,
    main: [button("corrected-right", say("confirm"), { say: confirmed, beside: true }, "primary")],
    aside: [button("corrected-later", say("corrected_later"), { ui: { panel: "" } }, "quiet")],
  });
}

function left(context, side) {
  const { state, say, ui } = context;
  const { ending, left: chosen } = ui[NAMES[side]];
  const isOwn = ending !== ENDING.BEAROFF;
  return half({
    heading: isOwn ? say("left_own") : say("left_other", namesFor(context, side)),
    counts: { to: isOwn ? ALL : ALL - 1, chosen },
    main: [
      back(context),
      button(
        "count",
        chosen ? say("left_say", { n: chosen }) : say("left_choose"),
        saying(state, side, "END", { ending, left: chosen }),
        "primary",
        !chosen,
      ),
    ],
  });
}

function call(context, side) {
  const { state, say } = context;
  const reasons = Object.entries(CALL_REASON).filter(([, reason]) => reason);
  return half({
    heading: say("call_why"),
    main: reasons.map(([name, reason]) =>
      button(name.toLowerCase(), say(`call_${name.toLowerCase()}`), saying(state, side, "CALL", { reason })),
    ),
    aside: [back(context)],
  });
}
