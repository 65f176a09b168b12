// A position in words for a screen reader, points by each side's own numbers, in the page's language. The
// words are a JSON block in the page; without one the drawing has no words of its own.

import { BAR, OFF, pipCount } from "./bg-board-geometry.js";

const NONE = { language: document.documentElement.lang, sides: { white: "", red: "" } };
let known = null;

/** Return the page's words for boards, or none. */
export function wordsOfPage() {
  const block = document.getElementById("bg-board-words");
  known ??= block ? JSON.parse(block.textContent) : NONE;
  return known;
}

/**
 * Return the whole table in sentences, with its cube or without, with pip counts as aids or without; empty when the
 * page has no words.
 */
export function inWords(table, game, cubed, aids) {
  const words = wordsOfPage();
  if (!words.games) {
    return "";
  }
  const sentences = [
    words.games[game] ?? "",
    ...(table.position
      ? ["white", "red"].map((side) => sideInWords(table, side, game, words, aids))
      : [words.unrecorded]),
    cubed ? cubeInWords(table, words) : "",
    table.dice ? diceInWords(table.dice, words) : "",
    table.position ? "" : standingInWords(table, game, words),
  ];
  return sentences.filter((sentence) => sentence).join(" ");
}

/** Return both sides' trous and points in a line; empty in a game that counts none. */
export function countedInWords({ score }) {
  const words = wordsOfPage();
  const line = (side) => `${words.sides[side]}: ${scoreInWords(score, side, words)}`;
  return score ? ["white", "red"].map(line).join(" · ") : "";
}

/** Return the cube's value and owner; of a game without positions that is over, as its result has them. */
export function cubeOf({ cube, position, result }) {
  return !position && result?.loser ? { value: result.cube, owner: result.owner } : cube;
}

/** Return a plural form for a number, filled in. */
export function counted(forms, n, words) {
  return fill(forms[new Intl.PluralRules(words.language).select(n)] ?? forms.other, { n });
}

function sideInWords(table, side, game, words, aids) {
  const counts = table.position[side];
  const places = [
    counts[BAR] ? fill(words.on_bar, { n: counts[BAR] }) : "",
    ...[...Array(24).keys()].map((k) => {
      const point = 24 - k;
      const on = words.on_marked[`${game} ${point}`] ?? words.on_point;
      return counts[point] ? fill(on, { n: counts[point], point }) : "";
    }),
    counts[OFF] ? fill(words.off, { n: counts[OFF] }) : "",
  ];
  const race = aids ? counted(words.pips, pipCount(counts), words) : "";
  const stands = table.score ? scoreInWords(table.score, side, words) : race;
  return fill(stands ? words.side : words.side_alone, {
    side: words.sides[side],
    places: places.filter((place) => place).join(", "),
    stands,
  });
}

/** Return trous and points, and whether these are unbroken: no points of the opponent's, or two tokens. */
export function scoreInWords(score, side, words) {
  const { points, holes, tokens } = score[side];
  const other = score[side === "white" ? "red" : "white"];
  const unbroken = points && (tokens > 1 || !other.points);
  return [
    counted(words.trous, holes, words),
    counted(words.points, points, words),
    ...(unbroken ? [words.bredouille] : []),
  ].join(", ");
}

/** Return the side that has to act, and its act: to roll, to play what it has rolled, or to answer a double. */
export function actOf({ on_turn, to_answer, dice, last_play, result }) {
  const rolled = dice?.side === on_turn && !last_play;
  return { side: result ? null : (to_answer ?? on_turn), act: to_answer ? "answer" : rolled ? "play" : "roll" };
}

/** Return who has to act at a table without positions, or how its game ended; no sentence of either is empty. */
function standingInWords(table, game, words) {
  const { result } = table;
  if (result) {
    const won = result.loser && words.drawn[game]?.won[result.ending];
    return won ? `${words.sides[result.loser === "white" ? "red" : "white"]} ${won}.` : "";
  }
  const { side, act } = actOf(table);
  return side ? `${words.sides[side]}: ${words.acts[act]}.` : "";
}

function cubeInWords(table, words) {
  const { value, owner } = cubeOf(table);
  return table.doubled
    ? fill(words.cube.offered, { value: table.doubled })
    : fill(words.cube[owner ?? "centred"], { value });
}

function diceInWords({ side, dice }, words) {
  return fill(words.dice[side], { dice: `${Math.max(...dice)}-${Math.min(...dice)}` });
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
