import assert from 'node:assert/strict';
import { RunView } from '../../../runtime/cli/runView.ts';
import { Terminal } from '../../../runtime/cli/terminal.ts';
import { trajectoryEvents } from '../../../runtime/cli/trajectoryEvents.ts';
import type { RunEvent, RunEventOf } from '../../../runtime/contract/events.ts';
import type { Step } from '../../../runtime/contract/step.ts';
import { assembleTrajectory } from '../../../runtime/store/assembleTrajectory.ts';
import { at, makeReply, makeStep } from '../../fakes/records.ts';
import { FakeStream } from '../../fakes/fakeStream.ts';
import { makeTrajectoryRecords } from '../../fakes/trajectoryRecords.ts';

function open(options: { isTTY?: boolean; columns?: number; env?: Record<string, string> } = {}) {
  const { isTTY = false, columns = 80, env = { NO_COLOR: '1' } } = options;
  const out = new FakeStream({ isTTY, columns });
  const err = new FakeStream({ isTTY, columns });
  const terminal = new Terminal({ out, err, env, onClosed: () => undefined });
  const view = new RunView(terminal, {
    full: false,
    files: [{ name: 'visits.csv', bytes: 2048 }],
    shortenPath: (file) => file.replace('/home/ann/', ''),
    hint: true,
  });
  return { view, out, err, lines: () => out.text.split('\n') };
}

const base = { version: 1, trajectoryId: 't1', at } as const;

const ended: RunEventOf<'rollout-ended'> = {
  ...base,
  type: 'rollout-ended',
  stopReason: 'cancelled',
  finalAnswer: null,
  steps: 0,
  reward: null,
  failure: null,
  milliseconds: 5,
};

function playStep(view: RunView, step: Step): void {
  const event = { ...base, step: step.index } as const;
  view.handle({ ...event, type: 'step-started' });
  for (const character of step.reply.text) {
    view.handle({ ...event, type: 'text-sampled', text: character, channel: 'reply' });
  }
  const { thought, code, faults } = step;
  view.handle({ ...event, type: 'reply-parsed', thought, code, faults });
  for (const call of step.toolCalls) view.handle({ ...event, type: 'tool-answered', call });
  view.handle({ ...base, type: 'step-ended', step });
}

describe('RunView', () => {
  const parents: [string, 'follow-up' | 'retry', string][] = [
    ['a further question', 'follow-up', 'Parent      t0, a further question after its 1 step'],
    ['a retried step', 'retry', 'Parent      t0, a retry of its step 2'],
  ];
  for (const [name, relation, line] of parents) {
    it(`says what ${name} goes on from, and which steps were carried over`, () => {
      const [started, ...records] = makeTrajectoryRecords('t1', 2);
      assert.ok(started?.kind === 'trajectory-started');
      const parent = { trajectoryId: 't0', relation, step: 1 };
      const { trajectory } = assembleTrajectory([{ ...started, parent }, ...records]);
      const { view, out } = open();
      for (const event of trajectoryEvents(trajectory!, '/x')) view.handle(event);
      const lines = out.text.split('\n');
      assert.ok(lines.includes(line), out.text);
      assert.deepEqual(
        lines.filter((text) => text.startsWith('Step ')),
        ['Step 1, carried over', 'Step 2'],
      );
    });
  }

  it('reads well on a pipe', () => {
    const { trajectory } = assembleTrajectory(makeTrajectoryRecords('t1', 1));
    assert.ok(trajectory);
    const { view, out, err } = open();
    for (const event of trajectoryEvents(trajectory, '/home/ann/run.trajectories.jsonl')) {
      view.handle(event);
    }
    assert.equal(err.text, '');
    assert.equal(
      out.text,
      [
        'Question    Visits in März — 😀?',
        'Files       visits.csv, 2.0 kB',
        'Model       fake, recipe tool-r1, at most 10 steps',
        '',
        'Step 1',
        '  count.',
        '',
        '    1  print(1)',
        '',
        '  │ 1',
        '',
        '  model 2 ms · 10 tokens in, 5 out · Python 1 ms',
        '',
        'Answer      42',
        'Ended       with a final answer (1 step, 0 ms)',
        'Verdict     Correct by rule judge 1: the numbers are equal',
        'Reward      R = 1.00 + 0.3 x 1.00 + 0.3 x 1.00 = 1.60',
        '            answer: Correct',
        '            parse: 1 of 1 steps',
        '            exec: 1 of 1 steps',
        'Trajectory  run.trajectories.jsonl',
        '            tool-r1 show run.trajectories.jsonl',
        '',
      ].join('\n'),
    );
  });

  it('shows words and lines as they come', () => {
    const { view, out } = open({ isTTY: true });
    view.handle({ ...base, type: 'step-started', step: 1 });
    const sample = (text: string) =>
      view.handle({ ...base, type: 'text-sampled', step: 1, text, channel: 'reply' });
    sample('Thought: I count the ro');
    assert.match(out.text, /I count the$/);
    sample('ws.\nCode:\n```py\nx = 1\nprint(');
    assert.match(out.text, /rows\.\n\n {4}1 {2}x = 1\n$/);
  });

  it('wraps a thought to the terminal', () => {
    const { view, lines } = open({ isTTY: true, columns: 30 });
    const text = 'Thought: The workbook has three sheets and I need the second one.\n';
    playStep(view, makeStep({ reply: makeReply({ text }), thought: 'x', code: null }));
    assert.deepEqual(
      lines().filter((line) => line.length > 30),
      [],
    );
    assert.ok(lines().includes('  The workbook has three'));
  });

  it('shows the code that runs when the reply looked different', () => {
    const { view, out } = open();
    const text = 'Code:\n```py\nprint(1)\n```\nObservation: 1\n```py\nprint(2)\n```';
    playStep(view, makeStep({ reply: makeReply({ text }), code: 'print(1)' }));
    assert.match(out.text, /The code that runs:\n {4}1 {2}print\(1\)\n/);
  });

  it('says that nothing runs when the parser refused the code', () => {
    const { view, out } = open();
    const text = '```py\nprint(1';
    playStep(view, makeStep({ reply: makeReply({ text }), code: null }));
    assert.match(out.text, /Nothing of this runs\./);
  });

  it('does not repeat code that was only indented or padded', () => {
    const { view, out } = open();
    const text = 'So:\n  ```py\n\n  if x:\n      y = 1  \n  ```';
    playStep(view, makeStep({ reply: makeReply({ text }), code: 'if x:\n    y = 1' }));
    assert.doesNotMatch(out.text, /The code that runs/);
    assert.match(out.text, / 1 {4}if x:\n/);
  });

  it('shows tool calls with their arguments and times, and counts a flood of them', () => {
    const { view, out } = open();
    const call = (index: number) => ({
      index,
      name: 'inspect_file_as_text',
      arguments: { file_path: `${index}.pdf`, question: null },
      outcome: 'ok' as const,
      preview: '',
      milliseconds: 1200,
    });
    playStep(view, makeStep({ toolCalls: Array.from({ length: 30 }, (_, index) => call(index)) }));
    assert.match(out.text, /→ inspect_file_as_text\(file_path='0\.pdf'\) {2}1\.2 s\n/);
    assert.match(out.text, /→ 10 more calls\n/);
  });

  it('shows why a tool call failed', () => {
    const { view, out } = open();
    const call = {
      index: 0,
      name: 'inspect_file_as_text',
      arguments: { file_path: 'x' },
      outcome: 'error' as const,
      preview: 'FileNotFoundError: no file x\nThere is y',
      milliseconds: 2,
    };
    playStep(view, makeStep({ toolCalls: [call] }));
    assert.match(out.text, / {4}FileNotFoundError: no file x There is y\n/);
  });

  it('cuts a long observation and says how much is missing', () => {
    const { view, out } = open();
    const { observation } = makeStep();
    const text = Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n');
    playStep(view, makeStep({ observation: { ...observation, text } }));
    assert.match(out.text, /│ line 39\n {2}│ … 60 more lines\n/);
  });

  it('says what a person cannot see from code and observation', () => {
    const { view, out } = open();
    const { observation } = makeStep();
    playStep(
      view,
      makeStep({
        faults: [{ kind: 'missing-terminator', message: 'the reply has no <end_code>' }],
        observation: {
          ...observation,
          kind: 'aborted',
          recovery: 'rolled-back',
          warnings: ['one star import was skipped'],
          violations: ['_open'],
        },
        outputFiles: [
          { name: 'chart.svg', bytes: 2048, path: '/q/chart.svg', refused: null },
          { name: 'huge.bin', bytes: 9e9, path: null, refused: 'it is larger than 100 MB' },
        ],
        shortenedObservations: [1, 2],
      }),
    );
    for (const expected of [
      'Stopped by the seal: an attempt to reach outside the sandbox (_open)',
      'Format fault: the reply has no <end_code>',
      'one star import was skipped',
      'The step was undone as a whole',
      'Output file chart.svg, 2.0 kB: /q/chart.svg',
      'Output file huge.bin was refused: it is larger than 100 MB',
      'shortened: 1, 2',
    ]) {
      assert.ok(out.text.includes(expected), expected);
    }
  });

  it('names new variables in the foot of a step', () => {
    const { view, out } = open();
    const variable = { preview: '', step: 1, change: 'added' as const };
    playStep(
      view,
      makeStep({
        variables: [
          { ...variable, name: 'rows', type: 'list', size: 12 },
          { ...variable, name: 'table', type: 'DataFrame', size: [3, 4] },
          { ...variable, name: 'x', type: 'int', size: null },
          { ...variable, name: 'old', type: 'int', size: null, change: 'unchanged' },
        ],
      }),
    );
    assert.match(out.text, /set rows \(list, 12\), table \(DataFrame, 3x4\), x \(int\)\n/);
  });

  it('lets no escape sequence of model, tool or file through', () => {
    const { view, out } = open({ isTTY: true });
    const evil = '\u001B]0;owned\u0007\u001B[2J';
    const { observation } = makeStep();
    view.handle({ ...base, ...started(evil) });
    playStep(
      view,
      makeStep({
        reply: makeReply({ text: `Thought: ${evil}\n\`\`\`py\n${evil}\n\`\`\`` }),
        code: evil,
        observation: { ...observation, text: evil, warnings: [evil] },
        faults: [{ kind: 'no-thought', message: evil }],
        toolCalls: [
          {
            index: 0,
            name: 'f',
            arguments: { a: evil },
            outcome: 'error',
            preview: evil,
            milliseconds: 1,
          },
        ],
      }),
    );
    view.handle({
      ...ended,
      stopReason: 'failure',
      finalAnswer: evil,
      failure: { code: 'policy/x', boundary: 'policy', message: evil },
    });
    assert.ok(!out.text.includes('\u001B') && !out.text.includes('\u0007'));
  });

  it('needs one sentence for a rollout that did not begin', () => {
    const broken = { code: 'policy/x', boundary: 'policy', message: 'No such model.' } as const;
    const first = open();
    first.view.handle({ ...ended, stopReason: 'failure', failure: broken });
    assert.deepEqual([first.out.text, first.err.text], ['', 'tool-r1: No such model.\n']);
    const second = open();
    second.view.handle(ended);
    assert.match(second.err.text, /stopped before the agent began/);
  });

  it('colours on a terminal', () => {
    const { view, out } = open({ isTTY: true, env: {} });
    playStep(view, makeStep());
    assert.ok(out.text.includes('\u001B[34mprint\u001B[39m(\u001B[32m1\u001B[39m)'));
  });

  function started(question: string): RunEvent {
    return {
      ...base,
      type: 'rollout-started',
      task: {
        version: 1,
        id: 't',
        question,
        files: [],
        referenceAnswer: null,
        level: null,
        source: null,
        metadata: {},
      },
      model: question,
      recipe: 'tool-r1',
      tools: [],
      maxSteps: 10,
      file: null,
    };
  }
});
