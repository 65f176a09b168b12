// For each table: the numbers in full ink at both ends of each move that the board draws. What is in full ink is
// measured, and neither asked of a class nor of the state: of the page's two sizes the larger one.

(tables) => {
  const board = document.querySelector("bg-board");
  const measured = () => {
    const numbers = [...board.querySelectorAll("text.number")].map((one) => {
      const { x, y, width, height } = one.getBBox();
      const { fontSize, fill } = getComputedStyle(one);
      return { text: one.textContent, x: x + width / 2, y: y + height / 2, size: parseFloat(fontSize), fill };
    });
    const largest = Math.max(...numbers.map(({ size }) => size));
    const large = numbers.filter(({ size }) => size === largest);
    const styles = new Set(numbers.map(({ size, fill }) => `${size} ${fill}`));
    if (large.length !== 24 || numbers.length !== 48 || styles.size !== 2) {
      throw new Error(`${numbers.length} numbers, ${large.length} of them large, in ${[...styles].join(", ")}`);
    }
    return large;
  };
  const nameOf = (numbers, { x, y }) => {
    const xs = numbers.map((number) => number.x);
    const ys = numbers.map((number) => number.y);
    const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
    const here = numbers.filter((number) => Math.abs(number.x - x) < 20 && number.y > middle === y > middle);
    if (here.length > 1) {
      throw new Error(`two numbers at ${x}, ${y}`);
    }
    return here[0]?.text ?? (Math.min(...xs) < x && x < Math.max(...xs) ? "bar" : "off");
  };
  return tables.map((table) => {
    board.table = table;
    const numbers = measured();
    return [...board.querySelectorAll(".trace .line")].map((line) =>
      [0, line.getTotalLength()].map((along) => nameOf(numbers, line.getPointAtLength(along))),
    );
  });
};
