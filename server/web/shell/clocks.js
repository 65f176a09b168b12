// Counts a running clock down between what the server says of it: first the seconds of the turn that are free,
// then the reserve. By the server's time as it was when the page was made, whatever this machine's is set to.

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
