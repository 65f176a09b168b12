// Both players' clocks between two messages of the server (ruling 30): they run on by themselves.

import { SIDE } from "./values.js";

/** Return each half's text about its player's time, empty where no clock is used. `since` is in milliseconds. */
export function clocksOf({ clock, config }, since, say) {
  if (!clock || config?.clocks === 0) {
    return { white: "", red: "" };
  }
  const gone = clock.running ? since : 0;
  const free = Math.max(clock.free_ms - gone, 0);
  const used = Math.max(gone - clock.free_ms, 0);
  const shown = (side, reserve) => {
    const runs = clock.runs === side;
    const left = time(Math.max(reserve - (runs ? used : 0), 0));
    return runs && free > 0 ? say("clock_free", { left, free: Math.ceil(free / 1000) }) : left;
  };
  return { white: shown(SIDE.WHITE, clock.white_ms), red: shown(SIDE.RED, clock.red_ms) };
}

function time(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
