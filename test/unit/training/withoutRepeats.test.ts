import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutRepeats } from '../../../runtime/training/withoutRepeats.ts';

/** `3a1` is the group of task `a` in train step 3, written at the first try. */
interface Written {
  readonly step: number;
  readonly task: string;
  readonly attempt: string;
}

function read(text: string): Written[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map(([step = '', task = '', attempt = '']) => ({
      step: Number(step),
      task,
      attempt,
    }));
}

const kept = (text: string) =>
  withoutRepeats(read(text), ({ task }) => task)
    .map(({ step, task, attempt }) => `${step}${task}${attempt}`)
    .join(' ');

describe('withoutRepeats', () => {
  const cases: readonly (readonly [what: string, written: string, kept: string])[] = [
    ['nothing', '', ''],
    ['a straight run', '0a1 0b1 1a1 1b1', '0a1 0b1 1a1 1b1'],
    ['a run that went back to a checkpoint', '0a1 1b1 2c1 1b2 2c2 3d1', '0a1 1b2 2c2 3d1'],
    ['steps that were not reached again yet', '0a1 1b1 2c1 1b2', '0a1 1b2'],
    ['a step that was done again at once', '0a1 1a1 1b1 1a2 1b2', '0a1 1a2 1b2'],
    ['a step of which a part was written', '0a1 1a1 1b1 1a2', '0a1 1a2'],
    ['two crashes', '0a1 1a1 0a2 1a2 2a1 1a3', '0a2 1a3'],
    ['gaps between steps', '0a1 5a1 3a2', '0a1 3a2'],
  ];
  for (const [what, written, expected] of cases) {
    it(`reads ${what}`, () => assert.equal(kept(written), expected));
  }

  it('is what the last attempts wrote, wherever the run crashed', () => {
    const crash = fc.record({
      after: fc.integer({ min: 1, max: 12 }),
      back: fc.integer({ min: 0, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(crash, { maxLength: 5 }), (crashes) => {
        const written: Written[] = [];
        let step = 0;
        const go = (groups: number, attempt: string) => {
          for (let group = 0; group < groups; group += 1) {
            written.push({
              step: step + Math.floor(group / 2),
              task: 'ab'[group % 2] ?? '',
              attempt,
            });
          }
          step += Math.floor(groups / 2);
        };
        for (const [index, { after, back }] of crashes.entries()) {
          go(after, String(index));
          step = Math.max(0, step - back);
        }
        go(20, 'last');
        const found = withoutRepeats(written, ({ task }) => task);
        const steps = found.map((one) => one.step * 2 + (one.task === 'b' ? 1 : 0));
        assert.deepEqual(
          steps,
          Array.from({ length: step * 2 }, (_, place) => place),
        );
        for (const one of found) {
          const last = written.findLast(
            ({ step: at, task }) => at === one.step && task === one.task,
          );
          assert.equal(one.attempt, last?.attempt);
        }
      }),
    );
  });
});
