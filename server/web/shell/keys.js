// The keyboard map of a page, and its themes. A control names its keys by their place on the keyboard
// (data-key="KeyF" or "KeyJ ArrowDown", values of event.code), so they work in every layout; "?" lists them with the words of the controls, or of data-key-says where one has none.

const CAPS = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Home: "Home",
  End: "End",
  Escape: "Esc",
  Space: "␣",
  Slash: "/",
  Enter: "Enter",
  Period: ".",
  Comma: ",",
};
const WRITES =
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";
const PRESSED_BY_ITSELF = {
  Enter: "a, button, summary, [role=button]",
  Space: "button, summary, input, [role=button]",
};

const cap = (code) => CAPS[code] ?? code.replace(/^(Key|Digit|Numpad)/, "");
const codes = (control) => control.dataset.key.split(" ");
const usable = (control) =>
  !control.matches(':disabled, [aria-disabled="true"]') && control.getClientRects().length > 0;
const controls = () => [...document.querySelectorAll("[data-key]")].filter(usable);
const says = (control) => control.dataset.keySays || control.getAttribute("aria-label") || control.textContent.trim();

function row(control) {
  const keys = document.createElement("dt");
  for (const code of codes(control)) {
    const key = document.createElement("kbd");
    key.textContent = cap(code);
    keys.append(key, " ");
  }
  const words = document.createElement("dd");
  words.textContent = says(control);
  return [keys, words];
}

function help() {
  const dialog = document.getElementById("keys");
  if (dialog === null || dialog.open || document.querySelector("dialog[open]")) {
    return;
  }
  dialog.querySelector("dl").replaceChildren(...controls().flatMap(row));
  dialog.showModal();
}

function press(control) {
  if (control.matches(WRITES)) {
    control.focus();
  } else {
    control.click();
  }
}

addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) {
    return;
  }
  if (target instanceof Element && target.closest(WRITES)) {
    return;
  }
  if (event.key === "?") {
    event.preventDefault();
    help();
    return;
  }
  const own = PRESSED_BY_ITSELF[event.code];
  if (event.shiftKey || document.querySelector("dialog[open]") || (own && target.closest(own))) {
    return;
  }
  const control = controls().find((each) => codes(each).includes(event.code));
  if (control) {
    event.preventDefault();
    press(control);
  }
});

for (const button of document.querySelectorAll("[data-keys-help]")) {
  button.hidden = false;
  button.addEventListener("click", help);
}

document.querySelector(".themes")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  (await import("./theme.js")).putOn(event.target, event.submitter);
});
