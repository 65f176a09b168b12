"use strict";

// Follows the match's feed and swaps the parts the server has rendered. Works on plain http.
(() => {
  const LONGEST_WAIT = 15000;
  const page = document.querySelector("[data-feed]");
  const link = document.getElementById("link");
  let last = Number(page.dataset.last);
  let wait = 500;
  let socket = null;
  let timer = 0;
  const shown = new Map();

  function say(words, lost) {
    if (link.textContent !== words) {
      link.textContent = words;
    }
    link.classList.toggle("lost", lost);
  }

  function show(frame) {
    for (const [id, html] of Object.entries(frame.page)) {
      const place = document.getElementById(id);
      if (shown.get(id) !== html) {
        place.innerHTML = html;
        shown.set(id, html);
      }
    }
    last = frame.last;
  }

  function later() {
    say("connection lost, trying again", true);
    clearTimeout(timer);
    timer = setTimeout(follow, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function follow() {
    clearTimeout(timer);
    const feed = new URL(page.dataset.feed, location.href);
    feed.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    feed.searchParams.set("after", String(last));
    const opened = new WebSocket(feed);
    socket = opened;
    opened.onmessage = (message) => {
      wait = 500;
      say("live", false);
      show(JSON.parse(message.data));
    };
    opened.onclose = () => {
      if (opened === socket) {
        later();
      }
    };
  }

  addEventListener("online", () => {
    if (socket.readyState !== WebSocket.OPEN) {
      follow();
    }
  });
  follow();
})();
