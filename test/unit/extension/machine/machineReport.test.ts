import assert from 'node:assert/strict';
import { machineReport } from '../../../../extension/machine/machineReport.ts';

describe('report on the machine', () => {
  const program = '/home/ada/.vscode/extensions/tool-r1/dist/cli.mjs';

  it('says what works, what is limited and what fails, and what to do', () => {
    const report = machineReport(
      [
        { name: 'Node', state: 'pass', detail: '20.20.2', advice: null },
        {
          name: 'Network of the sandbox',
          state: 'warn',
          detail: 'Open.',
          advice: 'Use a newer kernel.',
        },
        { name: 'Cache', state: 'fail', detail: 'Full.', advice: 'Make room.' },
      ],
      program,
    );
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
    const checks = [{ name: 'Node', state: 'pass', detail: '24', advice: null }] as const;
    const report = machineReport(checks, program);
    assert.match(report, /^Everything that was tried works\.$/m);
    assert.ok(!report.includes(program));
  });

  it('says how a command for terminals runs where only the extension is', () => {
    const advice = 'Fetch them in a terminal: tool-r1 prepare --data-pack';
    const checks = [{ name: 'numpy and pandas', state: 'warn', detail: 'None.', advice }] as const;
    const lines = machineReport(checks, program).split('\n');
    assert.ok(lines.includes(`          node "${program}"`), lines.join('\n'));
  });
});
