// For a suite whose tests are the stages of one long way: says how long each took when one of them failed, and leaves out those
// behind it, which would only wait in vain.

/** Call it inside `describe`. */
export function stageTimes(this: Mocha.Suite): void {
  this.bail(true);
  const lines: string[] = [];
  const begun = performance.now();
  let since = begun;
  let hasFailed = false;
  afterEach(function () {
    const { title = '', state = 'unknown' } = this.currentTest ?? {};
    const now = performance.now();
    lines.push(`${seconds(now - since)} s  ${state}: ${title}`);
    since = now;
    hasFailed ||= state === 'failed';
  });
  after(() => {
    if (!hasFailed) return;
    lines.push(`${seconds(performance.now() - begun)} s  in all`);
    process.stdout.write(`${lines.join('\n')}\n`);
  });
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1).padStart(6);
}
