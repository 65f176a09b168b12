// A tournament's page follows its matches: the feed sends the parts that have changed. A page whose parts no feed
// has follows the feeds of its tournaments' first pages, and asks for itself again when one of these has news.

import { LiveFeed } from "./live-feed.js";
import { show, showAgain } from "./page-again.js";

const SPREAD = 2000; // milliseconds in which the pages that hear of the same news ask again
const place = document.querySelector("[data-live]");
const parts = [...(place?.querySelectorAll("[data-part]") ?? [])];
let asks = false;

function ask() {
  if (!asks) {
    asks = true;
    setTimeout(() => {
      asks = false;
      showAgain(parts);
    }, Math.random() * SPREAD);
  }
}

function follow(address) {
  let before = null;
  const heard = ({ parts: made }) => {
    const now = JSON.stringify(made);
    if (parts.every((part) => part.dataset.part in made)) {
      for (const part of parts) {
        show(part, made[part.dataset.part]);
      }
    } else if (before !== null && before !== now) {
      ask();
    }
    before = now;
  };
  new LiveFeed(address, 0, { heard, linked: () => {} });
}

place?.dataset.live.split(" ").forEach(follow);
