// @ts-check
// Follows the page of a table's code: a phone that asks to be the board is shown with its buttons, and once the code
// was used the page no longer shows it. A code that is still good stays as it is: it is shown only once.

const EVERY = 2000; // milliseconds
const page = /** @type {HTMLElement} */ (document.getElementById("table-code"));

/** Return the page as it is now, null if it cannot be had. */
async function asNow() {
  try {
    const answer = await fetch(page.dataset.at ?? "");
    const made = new DOMParser().parseFromString(await answer.text(), "text/html");
    return made.getElementById("table-code");
  } catch {
    return null;
  }
}

async function look() {
  const now = document.hidden ? null : await asNow();
  if (!now || now.dataset.state === page.dataset.state) {
    return;
  }
  const asks = now.querySelector("#phone-asks");
  if (asks && "given" in page.dataset && now.dataset.until === page.dataset.until) {
    document.getElementById("phone-asks")?.replaceWith(document.adoptNode(asks));
    page.dataset.state = now.dataset.state;
  } else {
    location.replace(page.dataset.at ?? "");
  }
}

setInterval(look, EVERY);
