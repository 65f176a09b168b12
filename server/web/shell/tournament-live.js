// A tournament's page follows its matches: the feed sends the parts that have changed.

import { LiveFeed } from "./live-feed.js";

const place = document.querySelector("[data-live]");

/** Replace a part, unless it is the same or somebody is at one of its controls. */
function show(part, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  if (part.innerHTML === template.innerHTML || part.matches(":focus-within")) {
    return;
  }
  const open = [...part.querySelectorAll("details")].map((each) => each.open);
  part.replaceChildren(template.content);
  part.querySelectorAll("details").forEach((each, index) => {
    each.open = open[index] ?? each.open;
  });
  part.dispatchEvent(new CustomEvent("part-replaced", { bubbles: true }));
}

function heard({ parts }) {
  for (const part of place.querySelectorAll("[data-part]")) {
    show(part, parts[part.dataset.part]);
  }
}

new LiveFeed(place.dataset.live, 0, { heard, linked: () => {} });
