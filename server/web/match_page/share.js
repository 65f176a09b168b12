// Shares the address of the present view: a match's page changes its own as the visitor looks back. Where the
// browser can pass it to other programs that is offered too; copying works everywhere.

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
