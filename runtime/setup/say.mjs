// What set-up tells a person: a line for each thing done, with a moving clock on a terminal while it takes long.
const isLive = process.stderr.isTTY === true;

/** A line that stays. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** A mistake or a missing part: says what and what to do, and ends the set-up. */
export class SetupError extends Error {
  name = 'SetupError';
}

/**
 * Runs `work` under a title; the title gets a clock on a terminal, and a line after every 15 seconds elsewhere.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withClock(title, work) {
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const tick = () => {
    if (isLive) process.stderr.write(`\r\u001B[2K${title} (${seconds()} s)`);
    else if (seconds() > 0 && seconds() % 15 === 0) say(`${title} (${seconds()} s)`);
  };
  if (isLive) tick();
  else say(title);
  const timer = setInterval(tick, 1000);
  try {
    const result = await work();
    say(`${isLive ? '\r\u001B[2K' : ''}${title}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    if (isLive) process.stderr.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
