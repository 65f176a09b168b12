// What does not fit on a page: each as a line that says how, and which element it is.
(() => {
  const found = [];
  const about = (how, element) => found.push(`${how}: ${element.outerHTML.slice(0, 160)}`);
  const style = (element) => getComputedStyle(element);
  const held = (element) => {
    for (let above = element.parentElement; above; above = above.parentElement) {
      if (style(above).overflowX !== "visible") return true;
    }
    return false;
  };
  if (document.documentElement.scrollWidth > innerWidth) about("page too wide", document.body);
  for (const element of document.body.querySelectorAll("*")) {
    if (element.closest("svg, script, template, select, .out-of-sight, .skip")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.right > innerWidth + 1 && !held(element)) about("beyond the screen", element);
    if (!element.textContent.trim() || element.clientWidth === 0) continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = style(element);
    const wide = element.scrollWidth > element.clientWidth + 1;
    const high = element.scrollHeight > element.clientHeight + 2;
    const titled = element.closest("[title]") !== null;
    if (wide && overflowX === "visible" && !held(element)) about("runs out of its box", element);
    if (wide && overflowX === "hidden" && !(textOverflow === "ellipsis" && titled)) about("cut", element);
    if (high && /auto|scroll/.test(overflowY) && !element.matches("[role=region]")) about("to be scrolled", element);
    if (high && overflowY === "hidden" && !(webkitLineClamp !== "none" && titled)) about("cut below", element);
  }
  for (const table of document.querySelectorAll("table:has(tfoot)")) {
    const sums = [...table.tFoot.querySelectorAll("td:not([colspan])")].filter(
      (sum) => sum.checkVisibility() && sum.textContent.trim(),
    );
    const figures = [...table.tBodies].flatMap((body) => [...body.rows]).flatMap((row) => [...row.cells]);
    const column = (cell) => Math.round(cell.getBoundingClientRect().right);
    for (const sum of sums) {
      const above = figures.filter((each) => column(each) === column(sum));
      if (above.some((each) => style(each).textAlign !== style(sum).textAlign)) about("not under its column", sum);
    }
  }
  return found;
})();
