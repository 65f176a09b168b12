// How a game has ended or would end, in sentences for its two players.

import { namesFor } from "./half.js";
import { opponentOf } from "./table.js";
import { ENDING, RESIGN_KIND } from "./values.js";

const LOST = {
  [ENDING.RESIGNED]: "kind_single",
  [ENDING.RESIGNED_GAMMON]: "kind_gammon",
  [ENDING.RESIGNED_BACKGAMMON]: "kind_backgammon",
};
const WON = { [ENDING.BEAROFF]: "kind_single", [ENDING.GAMMON]: "kind_gammon", [ENDING.BACKGAMMON]: "kind_backgammon" };
const OFFERED = {
  [RESIGN_KIND.SINGLE]: "kind_single",
  [RESIGN_KIND.GAMMON]: "kind_gammon",
  [RESIGN_KIND.BACKGAMMON]: "kind_backgammon",
};

/** Return the texts of a resignation: for the player who answers, and for the one who waits. */
export function resignationTexts(context) {
  const { state, own, say } = context;
  const answering = state.wait.side;
  const kind = own.offer?.kind === "RESIGN" ? say(OFFERED[own.offer.resigned]) : say("kind_some");
  return {
    asked: say("resigned", { ...namesFor(context, answering), kind }),
    own: say("resigned_own", { ...namesFor(context, opponentOf(answering)), kind }),
  };
}

/** Return the texts of a proposed end at a table that records no positions. */
export function endProposed(context) {
  const { state, info, own, say } = context;
  const plain = info.counts_left ? "" : "_plain";
  const answering = state.wait.side;
  const end = own.offer?.kind === "END" ? own.offer : null;
  const tell = (side, who) => {
    const names = { ...namesFor(context, side), n: end?.left ?? 0 };
    if (!end) {
      return say("end_reported", names);
    }
    if (end.ending === ENDING.PASS) {
      return say(`end_pass_${who}${plain}`, names);
    }
    const isLost = end.ending in LOST;
    const kind = say((isLost ? LOST : WON)[end.ending]);
    return say(`end_${isLost ? "lost" : "won"}_${who}${plain}`, { ...names, kind });
  };
  return { asked: tell(answering, "asked"), own: tell(opponentOf(answering), "own") };
}

/** Return the result at this table, in a sentence. */
export function endingText({ state, info, say }) {
  const { over } = state;
  if (!over) {
    return "";
  }
  const winner = info[over.side === 1 ? "white" : "red"];
  const loser = info[over.side === 1 ? "red" : "white"];
  const values = { winner, loser, n: over.left, value: over.cube };
  const plain = info.counts_left ? "" : say(`over_${over.ending}_plain`, values);
  return plain || say(`over_${over.ending}`, values);
}
