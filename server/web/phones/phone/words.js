// The page's words in the language it was asked in, from a JSON block that it brings.

/** Return a function from a sentence's key and the values in it to the sentence; empty for an unknown key. */
export function speaker() {
  const words = JSON.parse(document.getElementById("phone-words").textContent);
  return (key, values = {}) => (words[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
