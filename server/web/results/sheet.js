// Entering a sheet by keyboard: Enter goes to the next field instead of sending a half-filled sheet; a game
// that is lost whole has all fifteen checkers left, which need not be typed. The first fault gets the focus.

const WHOLE = new Set(["gammon", "backgammon", "resigned-gammon", "resigned-backgammon"]);
const sheet = document.querySelector("form.sheet");
const fields = () => [...sheet.querySelectorAll("select, input:not([type=hidden]), button")];

sheet.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("input, select")) {
    event.preventDefault();
    const every = fields();
    every[every.indexOf(event.target) + 1]?.focus();
  }
});

sheet.addEventListener("change", (event) => {
  const { name, value } = event.target;
  if (name?.endsWith("-ending")) {
    const left = sheet.elements[name.replace(/ending$/, "left")];
    if (WHOLE.has(value)) {
      left.value = "15";
    }
  }
});

// Typing replaces the contents of the field.
sheet.addEventListener("focusin", (event) => event.target.matches("input") && event.target.select());

sheet.querySelector("[aria-invalid=true]")?.focus();
