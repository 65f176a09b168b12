// @ts-check
// The theme that somebody chooses in the foot of a page: it is put on where they are, and the server keeps it.

/**
 * Put on the theme of a button of the form; an address that says another one loses it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} chosen
 */
export function putOn(form, chosen) {
  const { name, value } = chosen;
  const auto = value === "auto";
  fetch(form.action, {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    redirect: "manual",
    keepalive: true,
  });
  const address = new URL(location.href);
  if (address.searchParams.has(name)) {
    address.searchParams.delete(name);
    history.replaceState(null, "", address);
  }
  const root = document.documentElement;
  root.dataset.theme = value;
  if (auto) {
    delete root.dataset.theme;
  }
  /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="color-scheme"]')).content = auto
    ? "light dark"
    : value;
  for (const button of form.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button === chosen));
  }
}
