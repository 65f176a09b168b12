// Age of the newest public fact, by the server's clock, since a device's own may be wrong; and whether the line is there.

const UNITS = [
  ["hours", 3600, 5400],
  ["minutes", 60, 60],
  ["seconds", 1, 0],
]; // each from so many seconds on

/** Return how many milliseconds this device's clock is ahead of the server's, which was `now` when it made the page. */
export const aheadOf = (now) => Date.now() - Date.parse(now);

/** Return the age in words, empty for a text that is no time; `words` has a sentence a unit. */
export function ageInWords(words, published, ahead) {
  const seconds = Math.max(0, Math.round((Date.now() - ahead - Date.parse(published)) / 1000));
  const unit = UNITS.find(([, , from]) => seconds >= from);
  return unit ? words[unit[0]].replace("{count}", Math.floor(seconds / unit[1])) : "";
}

/** Return in words whether the line is there; `since` is the time of the last word on a silent one. */
export function lineInWords(words, there, since) {
  const time = since?.toLocaleTimeString(document.documentElement.lang, { hourCycle: "h23" });
  return there ? words.linked : since ? words.silent.replace("{time}", time) : words.lost;
}
