import assert from 'node:assert/strict';
import { machineReport } from '../../../../extension/machine/machineReport.ts';

describe('report on the machine', () => {
  it('says what works, what is limited and what fails, and what to do', () => {
    const report = machineReport([
      { name: 'Node', state: 'pass', detail: '20.20.2', advice: null },
      {
        name: 'Network of the sandbox',
        state: 'warn',
        detail: 'Open.',
        advice: 'Use a newer kernel.',
      },
      { name: 'Cache', state: 'fail', detail: 'Full.', advice: 'Make room.' },
    ]);
    assert.equal(
      report,
      [
        'What works on this machine',
        '',
        '1 of 3 checks pass, 1 is limited, 1 fails.',
        '',
        '✓ works   Node',
        '          20.20.2',
        '',
        '! limited Network of the sandbox',
        '          Open.',
        '          What to do: Use a newer kernel.',
        '',
        '✗ fails   Cache',
        '          Full.',
        '          What to do: Make room.',
        '',
        '"Tool-R1: Check This Machine" tries everything again.',
        '',
      ].join('\n'),
    );
  });

  it('is short where all is well', () => {
    const report = machineReport([{ name: 'Node', state: 'pass', detail: '24', advice: null }]);
    assert.match(report, /^Everything that was tried works\.$/m);
  });
});
