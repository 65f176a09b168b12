// Copies the text of an element. Over plain http there is no navigator.clipboard outside this machine: there
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
