// Counts a running clock down between two messages of the server: first the turn's free seconds, then the
// reserve. It uses the server's time as it was when the page was made, not this machine's time of day.

const made = performance.now();

function shown(milliseconds) {
  const seconds = Math.floor(Math.max(0, milliseconds) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function count() {
  const page = document.querySelector("[data-now]");
  const now = Number(page?.dataset.now) + performance.now() - made;
  for (const each of document.querySelectorAll("[data-since]")) {
    const gone = Math.max(0, now - Number(each.dataset.since) - Number(each.dataset.free));
    each.textContent = shown(Number(each.dataset.reserve) - gone);
  }
}

count();
setInterval(count, 250);
