// Updates a match in a frame on another site from its feed; a position does not change.

import { LiveFeed } from "./live-feed.js";
import { linked, show } from "./table-card.js";

const page = document.querySelector(".embedded");

if (page.dataset.feed) {
  new LiveFeed(page.dataset.feed, Number(page.dataset.last), {
    heard: (frame) => show(page, frame),
    linked,
  });
}
