// A mocha reporter: prints like `spec` and writes what happened to a file, for the runner to add up.
// Skipped tests keep the reason that they printed: a test skips with `this.skip()` after a line `skipped: why`.
import { writeFileSync } from 'node:fs';
import mocha from 'mocha';

/** After the last test. */
const endMilliseconds = 60_000;

const { Spec } = mocha.reporters;
const { EVENT_RUN_END, EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING } =
  mocha.Runner.constants;

export default class CountReporter extends Spec {
  constructor(runner, options) {
    super(runner, options);
    const report = { passed: 0, failed: [], skipped: [] };
    runner.on(EVENT_TEST_PASS, () => (report.passed += 1));
    runner.on(EVENT_TEST_FAIL, (test, error) => {
      report.failed.push({ title: test.fullTitle(), message: error.stack ?? String(error) });
    });
    runner.on(EVENT_TEST_PENDING, (test) => report.skipped.push(test.fullTitle()));
    runner.on(EVENT_RUN_END, () => {
      const write = () => writeFileSync(options.reporterOptions.file, JSON.stringify(report));
      write();
      endInTime((message) => {
        report.failed.push({ title: 'The tests leave nothing behind', message });
        write();
      });
    });
  }
}

/** A server or a child that a test forgot would keep the process for ever. Does nothing when the process ends by itself. */
function endInTime(tell) {
  const timer = setTimeout(() => {
    const held = process.getActiveResourcesInfo().filter((one) => one !== 'Timeout');
    tell(`All tests have ended, but this keeps their process alive: ${held.join(', ')}.`);
    process.exit(1);
  }, endMilliseconds);
  timer.unref();
}
