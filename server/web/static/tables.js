// The grid of tables follows all matches. A match that begins has no card yet: the page is asked for
// again, which happens once a match.

import { LiveFeed } from "./live-feed.js";
import { isPlaying, linked, show } from "./table-card.js";

const cards = new Map(
  [...document.querySelectorAll("[data-match]")].map((card) => [Number(card.dataset.match), card]),
);

function heard(frame) {
  const card = cards.get(frame.match);
  const begins = isPlaying(frame.state) && !card?.querySelector("bg-board");
  if (!card || begins) {
    location.reload();
  } else {
    show(card, frame);
  }
}

new LiveFeed("/live", 0, { heard, linked });
