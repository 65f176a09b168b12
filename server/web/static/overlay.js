// An overlay follows one match and says nothing of its own about the line: it lies over a stream.

import { LiveFeed } from "./live-feed.js";
import { show } from "./table-card.js";

const page = document.querySelector(".overlay-table");

new LiveFeed(page.dataset.feed, Number(page.dataset.last), {
  heard: (frame) => show(page, frame),
  linked: () => {},
});
