import { strict as assert } from 'node:assert';
import { readJUnit } from '../../trainer/junitReport.ts';

const report = (cases: string): string =>
  `<?xml version="1.0"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0">${cases}</testsuite></testsuites>`;

describe('the report of pytest', () => {
  it('counts passed, failed, broken and skipped tests apart', () => {
    const counts = readJUnit(
      report(
        '<testcase classname="tests.test_a" name="test_one" time="0.1" />' +
          '<testcase classname="tests.test_a" name="test_two"><failure message="assert 1 == 2">line 1\nE assert</failure></testcase>' +
          '<testcase classname="tests.test_b" name="test_three"><error message="no fixture">setup</error></testcase>' +
          '<testcase classname="tests.test_b" name="test_four"><skipped message="no Node" /></testcase>',
      ),
    );
    assert.equal(counts.passed, 1);
    assert.deepEqual(counts.failed, [
      { title: 'tests.test_a test_two', message: 'line 1\nE assert' },
      { title: 'tests.test_b test_three', message: 'setup' },
    ]);
    assert.deepEqual(counts.skipped, ['tests.test_b test_four']);
  });

  it('finds no test where there is none', () => {
    assert.deepEqual(readJUnit(report('')), { passed: 0, failed: [], skipped: [] });
  });

  it('refuses what is no report', () => {
    assert.throws(() => readJUnit('<html></html>'));
  });
});
