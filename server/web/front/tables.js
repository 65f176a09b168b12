// The grid of tables follows all matches. A match that is set up or begins, here or on another page of the
// list, changes the order: the page is loaded again. At a match's end nothing changes its place: the words say
// that it is over, and the list of results has it. A table that is played alone has its score and moves beside it.

import { LiveFeed } from "./live-feed.js";
import { showAgain } from "./page-again.js";
import { isPlaying, linked, show, showParts } from "./table-card.js";

const cards = new Map([...document.querySelectorAll("[data-match]")].map((card) => [card.dataset.match, card]));

const { playing, newest } = document.querySelector("[data-newest]").dataset;
const known = new Set(playing.split(" ").filter(Boolean));
const highest = JSON.parse(newest);

/** Return whether a match was set up since this page was made. */
function isNew(match) {
  const [tournament, number] = match.split("/");
  return Number(number) > (highest[tournament] ?? 0);
}

/** Say that a match is over where it was live, and that nothing is live any more if it was the last one. */
function end(match) {
  known.delete(match);
  showAgain(document.querySelectorAll('[data-part="results"]'));
  if (!known.size) {
    document.querySelector("main").classList.add("over");
    for (const place of document.querySelectorAll("[data-over]")) {
      document.title = document.title.replace(place.textContent, place.dataset.over);
      place.textContent = place.dataset.over;
    }
  }
}

function heard(frame) {
  const card = cards.get(frame.match);
  const begins = isPlaying(frame.state) && !known.has(frame.match);
  if (begins || isNew(frame.match)) {
    location.reload();
  } else if (card) {
    show(card, frame);
  }
  if (known.has(frame.match) && frame.state.phase === "over") {
    end(frame.match);
  }
}

// A match in a list stays as it is until it changes: its state need not be sent.
const boards = [...document.querySelectorAll(".tables [data-match]")];
const here = new URLSearchParams(boards.map((card) => ["now", card.dataset.match]));
new LiveFeed(`/live?${here}`, 0, { heard, linked });

// The newest move is in sight unless somebody has scrolled to an earlier one.
function followNewest(moves) {
  let follows = true;
  const toNewest = () => {
    if (follows) {
      moves.scrollTop = moves.scrollHeight;
    }
  };
  moves.addEventListener("scroll", () => {
    follows = moves.scrollHeight - moves.scrollTop - moves.clientHeight < 40;
  });
  toNewest();
  return toNewest;
}

const beside = document.querySelector(".beside");
if (beside) {
  const toNewest = followNewest(beside.querySelector('[data-part="moves"]'));
  const heard = (frame) => {
    showParts(beside, frame);
    toNewest();
  };
  new LiveFeed(beside.dataset.feed, 0, { heard, linked: () => {} });
}
