// Keeps the code of a frame for another site in step with the position that the page shows.

const frame = document.getElementById("frame-code");

frame.closest("details").addEventListener("toggle", () => {
  const { origin, search: language } = new URL(frame.dataset.source);
  const source = `${origin}/embed${location.pathname}${language}`;
  frame.textContent = frame.textContent.replace(frame.dataset.source, source);
  frame.dataset.source = source;
});
