// @ts-check
// An accepted phone goes on at its table by itself; without script its player taps the button.

const form = document.getElementById("take-seat");
if (form instanceof HTMLFormElement) {
  form.requestSubmit();
}
