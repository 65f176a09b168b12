// The page of a phone that lies between two players as their table's board: puts the pieces together.

import { gameOf } from "../bg-board-games.js";
import { Acts } from "./acts.js";
import { Awake } from "./awake.js";
import { clocksOf } from "./clocks.js";
import { Connection } from "./connection.js";
import { Drafts } from "./drafts.js";
import { entryOf, replayed, tapped, undone } from "./entry.js";
import { diceOf, isRecorded, NAMES, NO_UI } from "./half.js";
import { Journal } from "./journal.js";
import { BoardLink } from "./link.js";
import { noteOf } from "./notes.js";
import { OneTab } from "./one-tab.js";
import { Page } from "./page.js";
import { halves } from "./screens.js";
import { heard, onTurn, START, sameWait } from "./table.js";
import { CAPABILITY, MOVE_JUDGEMENT } from "./values.js";
import { speaker } from "./words.js";

const CAPABILITIES = Object.values(CAPABILITY).reduce((sum, each) => sum | each, 0);
const MODEL = "Browser";
const TAKEN = [MOVE_JUDGEMENT.OK, MOVE_JUDGEMENT.CONDONED];
const COME_AGAIN = 2000;
const GONE_AFTER = 120_000; // milliseconds without a connection
const LOOK_AGAIN = 250; // milliseconds, while something waits for its answer

class Phone {
  #state = START;
  #info;
  #link = "connecting";
  #entry = null;
  #laid = null; // the position after a play that was taken, until the server sends it
  #clockAt = 0;
  #lostAt = 0;
  #again = 0;

  constructor(main) {
    const { board, socket, info } = main.dataset;
    this.#info = JSON.parse(info);
    this.say = speaker();
    this.page = new Page(main, this.say, {
      act: this.#act,
      place: this.#place,
      call: this.#call,
      admit: this.#admit,
      here: this.#begin,
    });
    this.board = board;
    this.address = new URL(socket, location.href.replace(/^http/, "ws")).href;
    this.tab = new OneTab(localStorage, board, () => this.#end("elsewhere"));
    this.drafts = new Drafts(localStorage, board);
  }

  /** Become the table's board in this tab. */
  #begin = async () => {
    this.#end("connecting");
    await this.tab.take();
    const journal = new Journal(localStorage, this.board);
    const identity = {
      board_id: this.board,
      model: MODEL,
      firmware: "1",
      capabilities: CAPABILITIES,
      room: this.#wireRoom,
    };
    const link = new BoardLink(identity, journal);
    this.acts = new Acts(journal, link, this.tab);
    this.connection = new Connection(this.address, link, {
      events: (events) => this.#happened(events),
      info: (info) => this.#informed(info),
      state: (state) => this.#linked(state),
    });
    this.journal = journal;
    this.connection.start();
  };

  start() {
    this.#begin();
    setInterval(() => this.#state.clock?.running && this.#draw(), 500);
  }

  get #wireRoom() {
    return { open: 1, closed: 2 }[this.#info.rooms === 1 ? "" : this.#info.room] ?? 0;
  }

  #end(link) {
    this.connection?.stop();
    this.#link = link;
    this.#draw();
  }

  #happened(events) {
    for (const event of events) {
      if (event.what === "command") {
        this.#command(event.message);
      } else if (event.what === "ready") {
        this.journal.forgetOthers();
        this.#snapshot();
      }
    }
    this.#draw();
  }

  #command(message) {
    const before = this.#state.wait;
    this.#state = heard(this.#state, message);
    this.acts.heard(this.#state, message);
    if (message.kind === "DICE_SHOW") {
      this.acts.echo(message);
    }
    if (message.kind === "CLOCK") {
      this.#clockAt = performance.now();
    }
    if (message.kind === "MOVE_VERDICT" && TAKEN.includes(message.judgement)) {
      this.#laid = this.#entry?.position ?? null;
    }
    if (message.kind === "WAIT" && !sameWait(this.#state.wait, before)) {
      this.drafts.begin(this.#state.wait);
      this.#entry = null;
    }
  }

  /**
   * Take the server's values beside the wire; after a correction by the director play goes on from the new checkers.
   */
  #informed(info) {
    if (info.ended) {
      location.reload(); // the page without a table gives the reason, and leads to the next one
      return;
    }
    const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
    const isOwnPlay = this.#entry && same(info.position, this.#entry.position);
    if (this.#entry && !isOwnPlay && !same(info.position, this.#info.position)) {
      this.drafts.moves = [];
      this.#entry = null;
    }
    this.#info = info;
    this.#laid = null;
    this.#draw();
  }

  /** Reconnect a phone that was replaced until the server has stored what it kept; it is no longer a board. */
  #linked(state) {
    this.#link = state;
    this.#lostAt = state === "lost" ? performance.now() : 0;
    setTimeout(() => this.#draw(), GONE_AFTER);
    if (state === "replaced" && this.#info.replaced && this.journal.last > this.journal.stored) {
      setTimeout(() => this.tab.isHeld && this.connection.start(), COME_AGAIN);
    }
    this.#draw();
  }

  #snapshot() {
    const position = this.#position;
    if (this.#state.wait && (position || !isRecorded(this.#state))) {
      this.acts.snapshot(this.#state, position);
    }
  }

  /** True once this phone has been without a connection for so long that the server may have another address. */
  get #isGone() {
    return this.#lostAt > 0 && performance.now() - this.#lostAt >= GONE_AFTER;
  }

  get #position() {
    return this.#laid ?? this.#info.position ?? null;
  }

  /** Play that is being entered, null while none may be. */
  get #entering() {
    const { wait } = this.#state;
    const dice = wait && isRecorded(this.#state) ? diceOf(this.#state) : null;
    if (!dice || !this.#position) {
      return null;
    }
    const mover = NAMES[onTurn(this.#state)];
    this.#entry ??= replayed(entryOf(gameOf(this.#info.game), mover, this.#position, dice), this.drafts.moves);
    return this.#entry;
  }

  #act = (side, act) => {
    const other = side === "white" ? "red" : "white";
    if (act.beside) {
      this.#sayBeside(side, act.say);
    } else if (act.say) {
      this.#sayAtTable(act.say);
    } else if (act.ui) {
      this.drafts.change(side, act.ui);
    } else if (act.other) {
      this.drafts.change(other, act.other);
    } else if (act.key) {
      this.drafts.key(side, act.key, act.slots);
    } else if (act.entry) {
      this.#enter(act.entry);
    }
    this.#draw();
  };

  #sayAtTable(message) {
    if (this.acts.say(this.#state, message)) {
      if (message.kind !== "TURN_DONE") {
        this.drafts.clear();
      }
      this.connection.flush();
    } else {
      this.page.full();
    }
  }

  /** Send what is not about the act that the server waits for, and leave what both sides have keyed for it. */
  #sayBeside(side, message) {
    if (this.acts.say(this.#state, message)) {
      this.drafts.change(side, { panel: "" });
      this.connection.flush();
    } else {
      this.page.full();
    }
  }

  #enter(what) {
    const entry = this.#entering;
    if (what === "undo") {
      this.#entry = undone(entry);
      this.drafts.moves = this.#entry.moved;
      return;
    }
    const { game, attempt, turn, side } = this.#state.wait;
    this.#sayAtTable({
      kind: "TURN_DONE",
      game,
      attempt,
      turn,
      side,
      position: entry.position,
      fault_mask: 0,
      scan: 0,
    });
  }

  #place = (spot) => {
    const entry = this.#entering;
    if (entry && spot[entry.side] !== undefined) {
      this.#entry = tapped(entry, spot[entry.side]);
      this.drafts.moves = this.#entry.moved;
      this.#draw();
    }
  };

  /** Let both players choose the reason for calling the director. */
  #call = () => {
    for (const side of ["white", "red"]) {
      this.drafts.change(side, { ...NO_UI, panel: "call" });
    }
    this.#draw();
  };

  #admit = (admit) => this.connection.tell({ admit });

  #draw() {
    const state = this.#state;
    const isBusy = this.acts?.isBusy ?? false;
    const entry = this.acts ? this.#entering : null;
    clearTimeout(this.#again);
    this.#again = isBusy ? setTimeout(() => this.#draw(), LOOK_AGAIN) : 0;
    const progress = { moved: Boolean(entry?.moved.length), begun: Boolean(entry?.steps.length) };
    const own = this.acts?.own(state) ?? { roll: 0, play: 0, offer: null };
    const context = { state, info: this.#info, ui: this.drafts.ui, own, entry: progress, busy: isBusy, say: this.say };
    const note = noteOf({
      state,
      info: this.#info,
      link: this.#isGone ? "gone" : this.#link,
      unsent: this.acts?.hasUnsent,
      waits: isBusy,
      say: this.say,
    });
    const clocks = clocksOf(state, performance.now() - this.#clockAt, this.say);
    this.page.show({
      views: halves(context),
      note,
      clocks,
      state,
      info: this.#info,
      entry,
      link: this.#info.replaced ? "replaced" : this.#link,
      position: entry?.position ?? this.#position,
      mover: entry && !isBusy ? entry.side : "",
    });
  }
}

const main = document.getElementById("table");
if (main.dataset.board) {
  new Phone(main).start();
  const { on, off } = document.getElementById("awake").dataset;
  new Awake(main.dataset.video, (how) => {
    main.dataset.awake = how;
    document.getElementById("awake").textContent = how ? on : off;
  }).start();
}
