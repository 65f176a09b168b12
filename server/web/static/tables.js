// The grid of tables follows all matches. A match that begins has no card yet: the page is asked for
// again, which happens once a match. One that is played alone has its score and moves beside it.

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

/** Show the parts of a match's own page; places in its moves are on that page. */
function tell(beside, { page }) {
  for (const part of beside.querySelectorAll("[data-part]")) {
    const told = document.createElement("template");
    told.innerHTML = page[part.dataset.part];
    for (const link of told.content.querySelectorAll('a[href^="#"]')) {
      link.setAttribute("href", beside.dataset.base + link.getAttribute("href"));
    }
    if (!part.matches(":focus-within") || part === document.activeElement) {
      part.replaceChildren(told.content);
    }
  }
}

new LiveFeed("/live", 0, { heard, linked });

const beside = document.querySelector(".beside");
if (beside) {
  new LiveFeed(beside.dataset.feed, 0, { heard: (frame) => tell(beside, frame), linked: () => {} });
}
