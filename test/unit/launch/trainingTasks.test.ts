import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { readTrainingTasks } from '../../../runtime/launch/trainingTasks.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';
import { writeTrainingTasks } from '../../fakes/trainingFiles.ts';

const { signal } = new AbortController();
const off = { enabled: false, samples: 10, window: { low: 0.2, high: 0.8 } };
const on = { ...off, enabled: true };

function measured(id: string, passed: number): string {
  const passRate = {
    ...{ passed, samples: 10, unscored: 0, model: 'm', recipe: 'tool-r1' },
    measuredAt: '2026-03-01T14:25:30.000Z',
  };
  return `${JSON.stringify({ version: 1, id, question: 'What?', passRate })}\n`;
}

describe('readTrainingTasks', () => {
  const folder = temporaryFolder();

  it('gives every task with absolute files when nothing is filtered', async () => {
    const file = await writeTrainingTasks(folder('.'), measured('never', 0));
    const { tasks, tooEasy, tooHard, unmeasured } = await readTrainingTasks(file, off, signal);
    assert.deepEqual([tasks.length, tooEasy, tooHard, unmeasured], [4, 0, 0, 0]);
    assert.deepEqual(tasks[0]?.files, [folder('visits.csv')]);
  });

  it('leaves out what lies outside of the window, whose ends are inside, and tells what nobody measured', async () => {
    const lines = [
      measured('never', 0),
      measured('seldom', 1),
      measured('low', 2),
      measured('high', 8),
    ];
    const more = [...lines, measured('always', 10)].join('');
    const file = await writeTrainingTasks(folder('.'), more);
    const { tasks, tooEasy, tooHard, unmeasured } = await readTrainingTasks(file, on, signal);
    assert.deepEqual(
      tasks.map(({ id }) => id),
      ['task-1', 'task-2', 'task-3', 'low', 'high'],
    );
    assert.deepEqual([tooEasy, tooHard, unmeasured], [1, 2, 3]);
  });

  it('says so when nothing is left', async () => {
    const file = folder('tasks.jsonl');
    await appendFile(file, measured('always', 10));
    await assert.rejects(
      readTrainingTasks(file, on, signal),
      /No task of \S+ has a pass rate from/,
    );
  });

  it('names the first broken line and counts the others', async () => {
    const two = await writeTrainingTasks(folder('.'), '{}\n{}\n');
    await assert.rejects(
      readTrainingTasks(two, off, signal),
      /tasks\.jsonl, line 4: .* \(line 5 is broken too\)\. Mend or delete it; nothing was started/,
    );
    const three = await writeTrainingTasks(folder('.'), '{}\n{}\n{}\n');
    await assert.rejects(
      readTrainingTasks(three, off, signal),
      /line 4: .* \(2 more lines are broken too, the next is line 5\)\. Mend/,
    );
  });

  it('says so when there is none, or no file', async () => {
    await appendFile(folder('empty.jsonl'), '\n');
    await assert.rejects(readTrainingTasks(folder('empty.jsonl'), off, signal), /has no task\./);
    await assert.rejects(readTrainingTasks(folder('no.jsonl'), off, signal), /There is no file/);
  });
});
