// The address to share is that of what is shown: a match's page changes its own as one looks back. Where
// the browser can hand it to other programs it offers that too; copying needs nothing of the kind.

const shown = document.getElementById("shared-address");
const send = document.querySelector("[data-shares]");

shown.closest("details").addEventListener("toggle", () => {
  const { search } = new URL(shown.textContent);
  shown.textContent = shown.dataset.base + location.pathname + search;
});

if (navigator.share) {
  send.hidden = false;
  send.addEventListener("click", () => {
    navigator.share({ title: document.title, url: shown.textContent }).catch(() => {});
  });
}
