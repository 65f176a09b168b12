// Copies the text of an element, and shares the address of the present view: a match's page changes its own as
// the visitor looks back. Over plain http there is no navigator.clipboard outside this machine: there
// the text is selected and the browser's old command is used; it stays selected if that fails, too.

const byCommand = (shown) => {
  getSelection().selectAllChildren(shown);
  return document.execCommand("copy");
};

const copied = async (shown) => {
  try {
    await navigator.clipboard.writeText(shown.textContent);
    return true;
  } catch {
    return byCommand(shown);
  }
};

const offer = () => {
  for (const button of document.querySelectorAll("button[data-copies][hidden]")) {
    const asks = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copied(document.getElementById(button.dataset.copies));
      button.textContent = done ? button.dataset.done : asks;
    });
  }
};

document.addEventListener("htmx:after:swap", offer);
offer();

const shown = document.getElementById("shared-address");

shown?.closest("details").addEventListener("toggle", () => {
  const { search } = new URL(shown.textContent);
  shown.textContent = shown.dataset.base + location.pathname + search;
});

if (shown && navigator.share) {
  const send = document.querySelector("[data-shares]");
  send.hidden = false;
  send.addEventListener("click", () => {
    navigator.share({ title: document.title, url: shown.textContent }).catch(() => {});
  });
}
