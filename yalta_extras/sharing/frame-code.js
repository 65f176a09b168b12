// A frame on another site shows what the page shows: its code changes as one looks back.

const frame = document.getElementById("frame-code");

frame.closest("details").addEventListener("toggle", () => {
  const { origin, search: language } = new URL(frame.dataset.source);
  const source = `${origin}/embed${location.pathname}${language}`;
  frame.textContent = frame.textContent.replace(frame.dataset.source, source);
  frame.dataset.source = source;
});
