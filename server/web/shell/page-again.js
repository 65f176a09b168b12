// What an open page shows of its parts (`data-part`) anew, each unless it is the same or somebody is at it.

/** Replace a part, unless it is the same or somebody is at one of its controls. */
export function show(part, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  if (part.innerHTML === template.innerHTML || part.matches(":focus-within")) {
    return;
  }
  const open = [...part.querySelectorAll("details")].map((each) => each.open);
  part.replaceChildren(template.content);
  part.querySelectorAll("details").forEach((each, index) => {
    each.open = open[index] ?? each.open;
  });
  part.dispatchEvent(new CustomEvent("part-replaced", { bubbles: true }));
}

/** Ask for this page again, and show what has changed in these parts of it. */
export async function showAgain(parts) {
  const answer = await fetch(location.href).catch(() => null);
  const found = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  for (const part of parts) {
    const made = found?.querySelector(`[data-part="${part.dataset.part}"]`);
    if (made) {
      show(part, made.innerHTML);
    }
  }
}
