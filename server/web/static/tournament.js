// A tournament's tables follow its matches: whenever more of one is public the page's part is asked for
// anew, at most once in two seconds. What is announced without a match is found by asking now and then.

import { LiveFeed } from "./live-feed.js";

const PAUSE = 2000;
const NOW_AND_THEN = 30_000;
const place = document.querySelector("[data-follows]");
let waiting = false;

async function ask() {
  waiting = false;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) {
    return;
  }
  const told = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = [...place.querySelectorAll("details")].map((each) => each.open);
  place.replaceChildren(...told.querySelector("[data-follows]").childNodes);
  const details = [...place.querySelectorAll("details")];
  if (details.length === open.length) {
    details.forEach((each, index) => {
      each.open = open[index];
    });
  }
}

function askSoon() {
  if (!waiting && !place.matches(":focus-within")) {
    waiting = true;
    setTimeout(ask, PAUSE);
  }
}

new LiveFeed("/live", 0, { heard: askSoon, linked: () => {} });
setInterval(askSoon, NOW_AND_THEN);
