// Notes of a half beside its screen: the state of the latest taps, of the connection and of a call.

import { DIRECTOR } from "./values.js";

const NO_NEWS = [0, 200, 201]; // outdated by what the screen shows now
const NOT_NOW = 203;

/** Return the note about saving and sending: the latest matters most; empty while all is well. */
export function noteOf({ state, info, link, unsent, waits, say }) {
  if (link === "gone") {
    return { tone: "alarm", text: say("gone") };
  }
  if (link === "lost") {
    return { tone: "alarm", text: say(unsent ? "lost_kept" : "lost") };
  }
  if (link === "connecting" && unsent) {
    return { tone: "wait", text: say("kept") };
  }
  const isToldWhy = info.no_start && state.refused?.code === NOT_NOW;
  if (state.refused && !NO_NEWS.includes(state.refused.code) && !isToldWhy) {
    return { tone: "alarm", text: refusal(state.refused.code, say) };
  }
  const called = calledFor({ state, info, say });
  return called || { tone: "wait", text: waits ? say("sent") : "" };
}

function refusal(code, say) {
  return say(`refused_${code}`) || say("refused", { code });
}

function calledFor({ state, info, say }) {
  const { coming = null, held = null } = info.director ?? {};
  if (state.director & DIRECTOR.HELD || held !== null) {
    return { tone: "wait", text: held ? say("held_why", { reason: held }) : say("held") };
  }
  if (state.director & DIRECTOR.COMING || coming) {
    return { tone: "well", text: coming ? say("coming_who", { name: coming }) : say("coming") };
  }
  return state.director & DIRECTOR.CALLED ? { tone: "wait", text: say("called") } : null;
}
