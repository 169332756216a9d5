import assert from 'node:assert/strict';
import { toolR1 } from '../../../../runtime/agent/protocols/toolR1.ts';
import type { StepResult } from '../../../../runtime/sandbox/sandbox.ts';
import { makeStepResult } from '../../../fakes/fakeSandbox.ts';
import { makeReply } from '../../../fakes/records.ts';

function observe(over: Partial<StepResult>, max = 1000): string {
  return toolR1.observe(makeStepResult(over), max);
}

const keyError = {
  type: 'KeyError',
  message: "'kg'",
  line: 3,
  traceback: ['File "<step 1>", line 3, in <module>\n    row["kg"]'],
};

describe('the Tool-R1 dialect', () => {
  it('stops at the terminator and at an observation', () => {
    assert.deepEqual(toolR1.stop, ['<end_code>', 'Observation:']);
  });

  it('tells an observation behind its mark', () => {
    assert.equal(toolR1.tell('4'), 'Observation:\n4');
  });

  describe('recall', () => {
    const text = 'Thought: a\nCode:\n```py\nf()\n```';
    const parsed = toolR1.parse(text, false);
    const recall = (over: Parameters<typeof makeReply>[0]) =>
      toolR1.recall(makeReply({ text, ...over }), parsed);
    const tokens = {
      promptIds: [1],
      completionIds: [2],
      completionMask: [1 as const],
      logProbs: null,
    };

    it('adds the terminator that the engine cut off', () => {
      assert.equal(recall({ stopString: '<end_code>' }), `${text}<end_code>`);
      assert.equal(recall({ stopString: null }), `${text}<end_code>`);
    });

    it('adds nothing to what was sampled otherwise', () => {
      assert.equal(recall({ stopString: null, tokens }), text);
      assert.equal(recall({ stopString: 'Observation:' }), text);
      assert.equal(recall({ stopString: null, finishReason: 'length' }), text);
      assert.equal(
        recall({ text: `${text}<end_code>`, stopString: '<end_code>' }),
        `${text}<end_code>`,
      );
    });

    it('closes no reply that has no code', () => {
      const prose = makeReply({ text: 'hm', stopString: null });
      assert.equal(toolR1.recall(prose, toolR1.parse('hm', false)), 'hm');
    });
  });

  describe('observe', () => {
    it('shows the output', () => assert.equal(observe({ stdout: 'a\nb\n' }), 'a\nb'));

    it('shows the value of the last expression, but not None', () => {
      assert.equal(observe({ value: '4' }), 'Value of the last expression: 4');
      assert.equal(observe({ stdout: 'a\n', value: 'None' }), 'a');
    });

    it('says that nothing was printed and what to do', () => {
      assert.match(observe({}), /printed nothing\. Use print/);
    });

    it('shows what was printed before an error, then the error with its line', () => {
      const text = observe({ outcome: 'python-error', stdout: 'so far\n', error: keyError });
      assert.equal(text, "so far\nKeyError: 'kg' (line 3)");
    });

    it('shows the frames when there are several', () => {
      const traceback = [
        'File "<step 1>", line 9, in <module>\n    f()',
        'File "<step 1>", line 3, in f',
      ];
      const text = observe({ outcome: 'python-error', error: { ...keyError, traceback } });
      assert.equal(text, [...traceback, "KeyError: 'kg' (line 3)"].join('\n'));
    });

    it('shows the place of a syntax error', () => {
      const error = {
        type: 'SyntaxError',
        message: 'invalid syntax',
        line: 1,
        traceback: ['    x =', '       ^'],
      };
      assert.equal(
        observe({ outcome: 'syntax-error', error }),
        '    x =\n       ^\nSyntaxError: invalid syntax (line 1)\nNone of the code ran.',
      );
    });

    it('lists what was refused', () => {
      const refusals = [
        { kind: 'import', name: 'os', line: 1, message: 'line 1: no os' },
        { kind: 'protected-name', name: 'print', line: 2, message: 'line 2: no print' },
      ] as const;
      assert.equal(
        observe({ outcome: 'refused', refusals }),
        'The code was refused; none of it ran.\nline 1: no os\nline 2: no print',
      );
    });

    it('says how a timeout, an abort or a stop ended', () => {
      const error = { type: 'TimeoutError', message: 'too slow', line: null, traceback: [] };
      for (const outcome of ['timeout', 'aborted', 'cancelled'] as const) {
        assert.equal(observe({ outcome, error }), 'TimeoutError: too slow');
        assert.equal(observe({ outcome }), 'The step did not end normally.');
      }
    });

    it('adds files, warnings and attempts to leave', () => {
      const outputFiles = [
        { name: 'a.csv', bytes: 1500, path: '/q/a.csv', refused: null },
        { name: 'b', bytes: 1, path: null, refused: 'too many files' },
      ];
      const text = observe({
        stdout: 'x',
        outputFiles,
        warnings: ['len was restored.'],
        violations: ['env.system'],
      });
      assert.equal(
        text,
        [
          'x',
          'Written: /out/a.csv (1.5 kB)',
          'Not kept: /out/b, too many files',
          'Note: len was restored.',
          'Note: an attempt to leave the sandbox was stopped (env.system).',
        ].join('\n'),
      );
    });

    it('tells of faults that left part of the reply unused, and of no others', () => {
      const faults = [
        { kind: 'several-blocks', message: 'Only one runs.' },
        { kind: 'untagged-fence', message: 'No tag.' },
      ] as const;
      const text = toolR1.observe(makeStepResult({ stdout: 'x' }), 1000, faults);
      assert.equal(text, 'x\nNote: Only one runs.');
    });

    it('cuts the output before it cuts the error', () => {
      const stdout = 'y'.repeat(5000);
      const text = observe({ outcome: 'python-error', stdout, error: keyError }, 400);
      assert.ok(text.length <= 400);
      assert.match(text, /\[shortened: \d+ of 5000 characters shown\]/);
      assert.match(text, /KeyError: 'kg' \(line 3\)$/);
    });

    it('cuts an error that is too long by itself', () => {
      const error = { ...keyError, message: 'z'.repeat(5000) };
      assert.ok(observe({ outcome: 'python-error', error }, 400).length <= 400);
    });
  });

  it('shows the form after a reply without code, and that form parses', () => {
    const text = toolR1.observeNoCode(toolR1.parse('Final answer: 4', false));
    assert.match(text, /^Nothing was run\. The answer stands in prose/);
    const form = text.slice(text.indexOf('Thought:'));
    const again = toolR1.parse(form, false);
    assert.equal(again.code, 'final_answer(value)  # or any other Python');
    assert.deepEqual(again.faults, []);
  });
});
