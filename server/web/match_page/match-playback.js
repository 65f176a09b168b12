// @ts-check
// A game that is played again by itself, a step at a time, until it ends or the visitor does anything else.

const PACE = 1600; // milliseconds from step to step: a play can be followed

/** @typedef {{steps: unknown[]}} Story */

export class Playback {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #showing;

  /** @param {{show: (story: any, step: number) => void, ends: (story: any) => void}} showing */
  constructor(showing) {
    this.#showing = showing;
  }

  get runs() {
    return this.#timer !== undefined;
  }

  /**
   * Play a game from its first step.
   * @param {Story} story
   */
  start(story) {
    this.stop();
    let step = 0;
    this.#timer = setInterval(() => {
      step += 1;
      if (step < story.steps.length) {
        this.#showing.show(story, step);
      } else {
        this.stop();
        this.#showing.ends(story);
      }
    }, PACE);
    this.#showing.show(story, 0);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
