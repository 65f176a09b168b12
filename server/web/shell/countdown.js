// Counts the remaining seconds down, on this machine's own clock from when the page was made, whatever its
// time of day is set to. Without script the time of day beside it shows the end.

const begun = new WeakMap();

function shown(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pair = (number) => String(number).padStart(2, "0");
  return `${hours ? `${hours}:${pair(minutes)}` : minutes}:${pair(seconds % 60)}`;
}

function count() {
  for (const each of document.querySelectorAll("[data-left]")) {
    if (!begun.has(each)) {
      begun.set(each, performance.now());
    }
    const gone = Math.floor((performance.now() - begun.get(each)) / 1000);
    each.textContent = shown(Math.max(0, Number(each.dataset.left) - gone));
  }
}

count();
setInterval(count, 1000);
