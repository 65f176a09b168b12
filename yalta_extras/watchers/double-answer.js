// Sends a watcher's answer without leaving the page, and keeps it marked while the double is open.

const place = document.getElementById("asked");
let chosen = { item: "", value: "" };

function mark(form) {
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(chosen.item === form.dataset.item && button.value === chosen.value));
  }
}

async function send(form, value) {
  const hint = form.querySelector(".hint");
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ answer: value }),
    redirect: "manual",
  }).catch(() => null);
  if (answer?.type === "opaqueredirect") {
    chosen = { item: form.dataset.item, value };
    mark(form);
    hint.textContent = hint.dataset.counted;
  } else if (answer?.status === 409) {
    hint.textContent = hint.dataset.tooLate;
  }
}

place?.addEventListener("submit", (event) => {
  event.preventDefault();
  send(event.target, event.submitter.value);
});
if (place) {
  new MutationObserver(() => place.querySelectorAll("form").forEach(mark)).observe(place, { childList: true });
}
