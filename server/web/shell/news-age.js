// Age of the newest public fact, by the server's clock: a device's own may be wrong.

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
