// @ts-check
// Keeps the screen on while the page is open: by the Screen Wake Lock where there is one (pages over https alone have
// it), elsewhere by playing a silent video. Browsers may allow either only after a tap, so each tap tries again.
//
// The video is awake.mp4: four seconds of black in H.264 (baseline) with a silent AAC track, as made by
//   ffmpeg -f lavfi -i color=black:s=64x64:r=5 -f lavfi -i anullsrc=r=44100:cl=mono -t 4 -c:v libx264
//     -profile:v baseline -crf 51 -c:a aac -b:a 8k -movflags +faststart awake.mp4
// A muted video, one without sound, or one with the attribute `loop` does not keep the screens of all phones on.

const BACK_AT = 2; // seconds: well before the end, since a video that has ended lets the screen go dark

/** @param {Blob} blob */
const dataUrl = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(/** @type {string} */ (reader.result)));
    reader.readAsDataURL(blob);
  });

export class Awake {
  #address;
  #told;
  /** @type {?WakeLockSentinel} */
  #lock = null;
  /** @type {?HTMLVideoElement} */
  #video = null;
  #isTrying = false;

  /**
   * @param {string} address of the silent video
   * @param {(how: string) => void} told called with "lock" or "video", with "" when the screen may go dark
   */
  constructor(address, told) {
    this.#address = address;
    this.#told = told;
  }

  /** Keep the screen on from now on, as far as this browser lets the page. */
  start() {
    const again = () => this.#hold();
    document.addEventListener("click", again, { capture: true });
    document.addEventListener("visibilitychange", again);
    this.#hold();
  }

  async #hold() {
    if (document.hidden || this.#isTrying) {
      return;
    }
    this.#isTrying = true;
    this.#told((await this.#locked()) ? "lock" : (await this.#plays()) ? "video" : "");
    this.#isTrying = false;
  }

  async #locked() {
    if (this.#lock && !this.#lock.released) {
      return true;
    }
    try {
      this.#lock = (await navigator.wakeLock?.request("screen")) ?? null;
    } catch {
      this.#lock = null; // a browser may refuse the lock to save power, or until the page is tapped
    }
    return this.#lock !== null;
  }

  async #plays() {
    await this.#load();
    try {
      await this.#video?.play();
    } catch {
      return false;
    }
    return this.#video !== null;
  }

  /** Put the video into the page; as a data address, because iPhones ask a server for parts of a video. */
  async #load() {
    if (this.#video) {
      return;
    }
    const video = document.createElement("video");
    this.#video = video;
    video.className = "awake";
    video.playsInline = true;
    video.setAttribute("aria-hidden", "true");
    video.addEventListener("timeupdate", () => {
      if (video.currentTime > BACK_AT) {
        video.currentTime = 0;
      }
    });
    video.addEventListener("ended", () => this.#plays());
    document.body.append(video);
    try {
      video.src = await dataUrl(await (await fetch(this.#address)).blob());
    } catch {
      video.remove();
      this.#video = null; // without a connection the next tap tries again
    }
  }
}
