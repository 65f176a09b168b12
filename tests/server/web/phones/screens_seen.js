// Every screen of a phone's page, by name: what the server has said, who has tapped what. Shown by
// the page's own modules, so that it can be looked at and measured without playing a match.

const at = { game: 1, attempt: 1 };
const wait = (what, side, turn = 5) => ({ kind: "WAIT", ...at, turn, side, what });
const dice = (side, die1, die2, turn = 5) => ({ kind: "DICE_SHOW", ...at, turn, side, die1, die2 });
const cube = (value, owner, state) => ({ kind: "CUBE", ...at, turn: 5, side: 1, cube: value, owner, state });
const over = (ending, left) => ({ kind: "GAME_OVER", ...at, turn: 1, side: 1, ending, left, cube: 2 });
const unconfirmed = { kind: "ROLL_VERDICT", ...at, turn: 5, side: 1, judgement: 2, reason: 0, event: 7 };
const illegal = { kind: "MOVE_VERDICT", ...at, turn: 5, side: 1, judgement: 2, points: 0, event: 8 };
const clock = {
  kind: "CLOCK",
  ...at,
  turn: 5,
  side: 1,
  runs: 1,
  white_ms: 138_000,
  red_ms: 161_000,
  free_ms: 9000,
  running: 0,
};
const ask = (about) => ({ kind: "ASK", ...at, turn: 5, side: 1, question: about, about, candidates: [] });
const corrected = {
  game: 1,
  attempt: 1,
  number: 2,
  text: "Game 1: won by Anastasia Brook-Fields (White): resigned, 15 left, cube 64, cube: Boris (Red)",
  sides: ["white", "red"],
};
const ui = (side, changes) => ({ [side]: changes });

const PLACES = [
  [24, 2],
  [13, 5],
  [8, 3],
  [6, 5],
];
const START = Array.from({ length: 26 }, (_, place) => PLACES.find(([point]) => point === place)?.[1] ?? 0);

export const SCREENS = {
  nothing: { commands: [] },
  set: { room: "closed", commands: [wait(1, 0, 1)] },
  opening: { commands: [wait(2, 0, 1)], ui: ui("white", { keyed: [5] }) },
  begin: { commands: [wait(2, 0, 1)], ui: { white: { keyed: [5] }, red: { keyed: [2] } } },
  throw: { commands: [cube(1, 0, 1), clock, wait(2, 1)], ui: ui("white", { keyed: [5] }) },
  ready: { room: "closed", commands: [cube(1, 0, 1), wait(3, 1)] },
  confirm: { commands: [dice(1, 5, 1), unconfirmed, wait(4, 1)], own: { roll: 7 } },
  play: { commands: [cube(2, 1, 2), dice(1, 5, 1), wait(4, 1)], own: { roll: 7 } },
  shown: { room: "closed", commands: [dice(2, 6, 6), wait(4, 2)] },
  rekey: {
    commands: [dice(1, 5, 1), unconfirmed, wait(4, 1)],
    own: { roll: 7 },
    ui: ui("white", { rekey: true, keyed: [6, 6] }),
  },
  double: { commands: [cube(2, 1, 3), wait(5, 2)] },
  pass: { positions: 1, commands: [cube(2, 1, 3), wait(5, 2)], ui: ui("red", { panel: "pass" }) },
  left: { commands: [cube(2, 1, 3), wait(5, 2)], ui: ui("red", { panel: "left", ending: 2, left: 12 }) },
  resign: { commands: [wait(2, 1)], ui: ui("white", { panel: "resign" }) },
  off: { commands: [dice(1, 5, 1), wait(4, 1)], ui: ui("white", { panel: "off" }) },
  resigned: { positions: 1, commands: [wait(6, 2)], own: { offer: { kind: "RESIGN", resigned: 2 } } },
  ended: { commands: [wait(15, 2)], own: { offer: { kind: "END", ending: 1, left: 4 } } },
  result: { commands: [over(1, 4), wait(7, 0, 1)] },
  tail: { commands: [over(1, 4), wait(2, 2, 21)] },
  other: { room: "closed", commands: [wait(8, 1)] },
  held: {
    commands: [{ kind: "DIRECTOR", state: 4 }, wait(14, 0)],
    info: { director: { called: true, coming: null, held: "Water on the board" } },
  },
  called: {
    commands: [{ kind: "DIRECTOR", state: 3 }, wait(2, 1)],
    info: { director: { called: true, coming: "Olena Director", held: null } },
  },
  call: { commands: [wait(2, 1)], ui: { white: { panel: "call" }, red: { panel: "call" } } },
  finished: { commands: [ask(3), wait(13, 1)] },
  lost: { room: "closed", commands: [wait(3, 1)], link: "lost", unsent: true, busy: true },
  gone: { commands: [cube(1, 0, 1), clock, wait(2, 1)], link: "gone", ui: ui("white", { keyed: [5] }) },
  points: {
    commands: [cube(2, 1, 3), wait(5, 2)],
    ui: ui("red", { panel: "pass" }),
    info: { rooms: 1, counts_left: false, score: "White 12 – 14 Red, to 15 points · Crawford game" },
  },
  corrected: {
    room: "closed",
    commands: [wait(8, 1)],
    info: { corrected: [corrected] },
  },
  correctedInPlay: {
    commands: [cube(2, 1, 2), dice(1, 5, 1), wait(4, 1)],
    own: { roll: 7 },
    info: { corrected: [corrected] },
  },
  noStart: { commands: [wait(2, 0, 1)], info: { no_start: "The director lets no game start before Sunday, 09:00." } },
  refused: { commands: [{ kind: "FAULT", code: 213, detail: 3 }], link: "connected" },
  asks: { commands: [wait(2, 1)], info: { asks: true } },
  elsewhere: { commands: [wait(2, 1)], link: "elsewhere" },
  board: { positions: 1, commands: [cube(1, 0, 1), dice(1, 5, 1), wait(4, 1)], own: { roll: 7 }, tapped: [13] },
  boardThrow: { positions: 1, commands: [cube(1, 0, 1), clock, wait(2, 2)], ui: ui("red", { keyed: [5, 5] }) },
  boardWrong: { positions: 1, commands: [dice(1, 5, 1), wait(4, 1), illegal] },
  which: {
    positions: 1,
    commands: [dice(1, 5, 1), { ...ask(1), question: 256 }, wait(13, 1)],
    own: { roll: 7 },
    tapped: [13],
  },
  hold: { positions: 1, played: 3, commands: [ask(2), wait(13, 1)] },
};

/** Show one of them in the page that this script is run in, which has the page's own markup. */
export async function show(name, modules) {
  const part = (file) => import(`${modules}/${file}.js`);
  const [
    { Page },
    { START: NOTHING, heard },
    { halves },
    { noteOf },
    { clocksOf },
    { speaker },
    { NO_UI, NAMES, diceOf },
    entries,
    { onTurn },
    { gameOf },
  ] = await Promise.all(
    ["page", "table", "screens", "notes", "clocks", "words", "half", "entry", "table", "../bg-board-games"].map(part),
  );
  const seen = SCREENS[name];
  const room = seen.room ?? "open";
  const played = seen.played ?? 1;
  const config = {
    kind: "CONFIG",
    played,
    room: room === "open" ? 1 : 2,
    games: 4,
    cube_limit: 64,
    debounce_ms: 250,
    positions: seen.positions ?? 0,
    clocks: 1,
  };
  const state = [config, { kind: "GAME_START", ...at }, ...seen.commands].reduce(heard, NOTHING);
  const game = { 1: "backgammon", 3: "trictrac" }[played];
  const info = {
    table: "4",
    match: "Compass – Rudder",
    room,
    rooms: 2,
    game,
    white: "Anastasia Brook-Fields",
    red: "Boris",
    counts_left: true,
    ...seen.info,
  };
  const say = speaker();
  const main = document.getElementById("table");
  const strip = main.querySelector(".strip");
  strip.classList.remove("room-open", "room-closed");
  strip.classList.add(`room-${room}`);
  window.page ??= new Page(main, say, { act() {}, place() {}, call() {}, admit() {}, here() {} });
  const position = seen.positions ? { white: START, red: START } : null;
  const shown = state.wait && diceOf(state);
  const begun = position && shown ? entries.entryOf(gameOf(game), NAMES[onTurn(state)], position, shown) : null;
  const entry = (seen.tapped ?? []).reduce(entries.tapped, begun);
  const context = {
    state,
    info,
    say,
    busy: Boolean(seen.busy),
    own: { roll: 0, play: 0, offer: null, ...seen.own },
    ui: { white: { ...NO_UI, ...seen.ui?.white }, red: { ...NO_UI, ...seen.ui?.red } },
    entry: { moved: Boolean(entry?.moved.length), begun: Boolean(entry?.steps.length) },
  };
  const link = seen.link ?? "connected";
  window.page.show({
    views: halves(context),
    clocks: clocksOf(state, 0, say),
    state,
    info,
    link,
    entry,
    note: noteOf({ state, info, link, unsent: seen.unsent, waits: context.busy, say }),
    position: entry?.position ?? position,
    mover: entry?.side ?? "",
  });
}
