// Updates a match in a frame on another site from its feed; a position does not change, nor a match that is over.

import { LiveFeed } from "./live-feed.js";
import { leads, linked, show, showParts } from "./table-card.js";

const LAST_PLAY = 15_000; // milliseconds for which the last play stays when a match has ended
const page = document.querySelector(".embedded");

/** Show a frame, the side that has to act, and after a while what became of a match that has ended. */
function heard(frame) {
  const { phase, held, table, winner } = frame.state;
  show(page, frame);
  if (frame.page) {
    showParts(page, frame);
  }
  for (const team of page.querySelectorAll(".team")) {
    const acts = phase === "playing" && !held && !table.result;
    team.classList.toggle("on-turn", acts && (table.to_answer ?? table.on_turn) === team.dataset.side);
    const isHome = team.classList.contains("home");
    team.classList.toggle("leads", leads(frame.state, isHome ? "home" : "away"));
    team.classList.toggle("won", team.classList.contains(winner));
  }
  if (phase === "over") {
    setTimeout(() => location.reload(), LAST_PLAY);
  }
}

if (page.dataset.feed) {
  new LiveFeed(page.dataset.feed, Number(page.dataset.last), { heard, linked });
}
