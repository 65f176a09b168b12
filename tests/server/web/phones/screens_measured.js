// What is wrong with the controls of a phone's page as it is shown: a line each.
(room) => {
  const found = [];
  const about = (how, element) => found.push(`${how}: ${element.outerHTML.slice(0, 120)}`);
  if (document.documentElement.scrollWidth > innerWidth) about("page too wide", document.body);
  if (document.documentElement.scrollHeight > innerHeight) about("page too high", document.body);
  for (const button of document.querySelectorAll("main button")) {
    const { width, height } = button.getBoundingClientRect();
    const isPlace = button.closest(".places");
    if (!button.checkVisibility() || !width) continue;
    if (!isPlace && (width < 47.9 || height < 47.9)) about(`${width} × ${height}`, button);
    if (isPlace && height < 72) about(`${width} × ${height}`, button);
    if (!isPlace && button.scrollWidth > button.clientWidth + 1) about("cut", button);
  }
  for (const half of document.querySelectorAll(".half")) {
    if (room && half.checkVisibility() && half.scrollHeight > half.clientHeight + 1)
      about(`${half.scrollHeight - half.clientHeight} to be scrolled`, half);
  }
  return found;
};
