// What is wrong with the looks of the controls marked data-probe in a state and a theme: each a line.
// Being disabled and invalid is brought about here, what hangs on a pointer or the focus before.
// Ratios are those of WCAG 2.2: 4.5 for text (1.4.3), 3 for a control's edge and focus (1.4.11).
([state, theme]) => {
  const found = [];
  document.documentElement.dataset.theme = theme;
  for (const each of document.querySelectorAll("[data-probe]")) {
    if ("disabled" in each) each.disabled = state === "disabled";
    if (each.matches("input, select, textarea")) each.ariaInvalid = state === "invalid" ? "true" : null;
  }
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const once = (find) => {
    const known = new Map();
    return (key) => known.get(key) ?? known.set(key, find(key)).get(key);
  };
  const rgba = once((colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  });
  const over = (top, below) => [0, 1, 2].map((k) => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
  const share = once((element) =>
    element ? Number(getComputedStyle(element).opacity) * share(element.parentElement) : 1,
  );
  const faded = (colour, element) => [...colour.slice(0, 3), colour[3] * share(element)];
  const ground = once((element) =>
    element
      ? over(faded(rgba(getComputedStyle(element).backgroundColor), element), ground(element.parentElement))
      : [255, 255, 255, 1],
  );
  const light = (colour) => {
    const [red, green, blue] = colour
      .slice(0, 3)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const look = (element) => {
    const {
      color,
      backgroundColor,
      borderTopColor,
      borderTopStyle,
      textDecorationLine,
      textDecorationThickness,
      outlineStyle,
      boxShadow,
    } = getComputedStyle(element);
    return [
      color,
      backgroundColor,
      borderTopColor,
      borderTopStyle,
      textDecorationLine,
      textDecorationThickness,
      outlineStyle,
      boxShadow,
    ].join();
  };
  const writes = (element) => element.matches("input, select, textarea");
  const withText = (element) =>
    [element, ...element.querySelectorAll("*")]
      .filter(
        (each) =>
          writes(each) || [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()),
      )
      .filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const about = (element, what, number) =>
    found.push(`${state}, ${what} ${Math.round(number * 100) / 100}: ${element.outerHTML.slice(0, 120)}`);
  const looks = (element) => withText(element).map(look).join() + look(element);

  for (const element of document.querySelectorAll("[data-probe]")) {
    const { borderTopColor, borderTopStyle, borderTopWidth, outlineColor, outlineOffset, outlineStyle, outlineWidth } =
      getComputedStyle(element);
    const below = ground(element),
      beside = ground(element.parentElement);
    for (const each of withText(element)) {
      const own = ground(each);
      const text = ratio(over(faded(rgba(getComputedStyle(each).color), each), own), own);
      if (text < 4.5) about(each, "text", text);
    }
    const plain = element.matches("a:not([role=button]), .cited, summary, .house button:not([aria-pressed=true])");
    const drawn = borderTopStyle !== "none" && parseFloat(borderTopWidth) >= 1;
    const edge = drawn ? ratio(over(faded(rgba(borderTopColor), element), beside), beside) : 1;
    if (!plain && !element.disabled && Math.max(edge, ratio(below, beside)) < 3) about(element, "edge", edge);
    if (state === "focus") {
      const behind = parseFloat(outlineOffset) < 0 ? below : beside;
      const ring =
        outlineStyle === "none" || parseFloat(outlineWidth) < 2 ? 1 : ratio(over(rgba(outlineColor), behind), behind);
      if (ring < 3) about(element, "focus ring", ring);
    }
    if (state === "rest") element.atRest = looks(element);
    else if (!(state === "disabled" && !element.disabled) && state !== "invalid" && looks(element) === element.atRest)
      about(element, "looks as at rest", 0);
    if (state === "hover") element.hovered = looks(element);
    if (state === "pressed" && !plain && !writes(element) && looks(element) === element.hovered) {
      about(element, "looks as when hovered", 0);
    }
  }
  return found;
};
