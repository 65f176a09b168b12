// Keying dice that were thrown by hand: the opening by both players, any other throw by its player.

import { button, calm, doubled, drawRest, half, keyOf, NAMES, namesFor, pair, resigning } from "./half.js";
import { opponentOf } from "./table.js";
import { ROLL_JUDGEMENT, SIDE, THROW_SOURCE } from "./values.js";

const CONSOLE = { source: THROW_SOURCE.CONSOLE, quality: 100, clock_ms: 0 };

function rolled({ state, own }, side, [die1, die2]) {
  const corrects = own.roll && isCorrecting({ state }) ? own.roll : 0;
  return { say: { kind: "ROLL", ...keyOf(state, side), die1, die2, ...CONSOLE, corrects } };
}

/** Return whether dice of this very turn are shown: those keyed now replace them. */
const isCorrecting = ({ state: { dice, verdict } }) =>
  Boolean(dice || verdict?.judgement === ROLL_JUDGEMENT.UNCONFIRMED);

/** Return the half of an opening throw: one die each; the player of the higher one confirms both. */
export function openingThrow(context, side) {
  const { ui, info, say } = context;
  if (info.no_start) {
    return calm(info.no_start);
  }
  const [own] = ui[NAMES[side]].keyed;
  const [others] = ui[NAMES[opponentOf(side)]].keyed;
  const names = namesFor(context, side);
  const keys = { keyed: own ? [own] : [], slots: 1 };
  if (!own || !others) {
    return half({ heading: say(own ? "wait_opening" : "key_opening", names), keys });
  }
  const begins = own > others || (own === others && side === SIDE.WHITE);
  const dice = side === SIDE.WHITE ? [own, others] : [others, own];
  if (!begins) {
    return calm(say("wait_begin", names), { keys });
  }
  const label = own === others ? say("tie") : say("begin", { dice: `${own} – ${others}` });
  const thrown = rolled(context, SIDE.NONE, dice);
  return half({ heading: say("opening_right", names), keys, main: [button("throw", label, thrown, "primary")] });
}

/** Return the half of a throw by the side that is waited for; in the tail it is for the closed room. */
export function throwing(context, side) {
  const { state, ui, say } = context;
  const { keyed, rekey } = ui[NAMES[side]];
  const isFull = keyed.length === 2;
  const isTail = Boolean(state.over);
  const aside = [];
  const cube = rekey || isTail ? 0 : doubled(state, side);
  if (cube) {
    aside.push(
      button(
        "double",
        say("double", { value: cube }),
        { say: { kind: "DOUBLE", ...keyOf(state, side), cube } },
        "quiet",
      ),
    );
  }
  if (rekey) {
    aside.push(button("keep", say("keep"), { ui: { rekey: false, keyed: [] } }, "quiet"));
  } else {
    aside.push(button("cocked", say("cocked"), rolled(context, side, [0, 0]), "quiet"));
  }
  if (isTail) {
    aside.push(drawRest(context, side));
  } else if (!rekey) {
    aside.push(resigning(context));
  }
  const label = isFull ? pair(keyed) : say("key_both");
  return half({
    heading: say(isTail ? "key_tail" : rekey ? "key_anew" : "key_dice", {
      ...namesFor(context, side),
      turn: state.wait.turn,
    }),
    keys: { keyed, slots: 2 },
    main: [button("throw", label, isFull ? rolled(context, side, keyed) : null, "primary", !isFull)],
    aside,
  });
}
