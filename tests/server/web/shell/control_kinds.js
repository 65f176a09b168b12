// The kinds of controls in a document: a kind is all that a control's looks can depend on, its own
// marks and the classes it stands in; what stands there for browsers without scripts is no control of
// this one. With `requested`, the first control of each kind requested is marked
// data-probe; without, their kinds are given.
([source, requested]) => {
  const page = source === null ? document : new DOMParser().parseFromString(source, "text/html");
  const marks = ["type", "role", "class", "aria-pressed", "aria-current", "aria-invalid"];
  const marked = (element) =>
    [
      element.localName,
      ...marks.filter((name) => element.hasAttribute(name)).map((name) => `${name}=${element.getAttribute(name)}`),
    ].join(" ");
  const kindOf = (control) => {
    const kind = [marked(control)];
    for (let at = control.parentElement; at; at = at.parentElement) {
      if (at.className || at.matches("dialog, nav, table")) kind.push(`${at.localName}.${at.className}`);
    }
    return kind.join(" < ");
  };
  const controls = page.querySelectorAll(
    "a[href], button, input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea, summary",
  );
  const kinds = new Set();
  for (const control of controls) {
    if (control.closest("noscript")) continue;
    const kind = kindOf(control);
    if (requested?.includes(kind) && !kinds.has(kind)) {
      control.dataset.probe = "";
      control.hidden = false;
    }
    kinds.add(kind);
  }
  return [...kinds];
};
