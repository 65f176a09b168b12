// The address to share is that of what is shown: a match's page changes its own as one looks back. Where
// the browser can hand it to other programs it offers that too; copying needs nothing of the kind. A frame
// on another site shows the same.

const shown = document.getElementById("shared-address");
const frame = document.getElementById("frame-code");
const send = document.querySelector("[data-shares]");

shown.closest("details").addEventListener("toggle", () => {
  const { search } = new URL(shown.textContent);
  shown.textContent = shown.dataset.base + location.pathname + search;
  if (frame) {
    const { origin, search: language } = new URL(frame.dataset.source);
    const source = `${origin}/embed${location.pathname}${language}`;
    frame.textContent = frame.textContent.replace(frame.dataset.source, source);
    frame.dataset.source = source;
  }
});

if (navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => {
    navigator.share({ title: document.title, url: shown.textContent }).catch(() => {});
  });
}
