import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { finalAnswerText } from '../../../runtime/agent/finalAnswerText.ts';
import { parseToolR1 } from '../../../runtime/agent/protocols/toolR1Parser.ts';
import { ruleJudge } from '../../../runtime/judge/ruleJudge.ts';
import type { StepResult } from '../../../runtime/sandbox/sandbox.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../fakes/sandboxPool.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { demonstrationOf } from '../../learning/demonstration.ts';
import { renderDataFile, type DataFile } from '../../learning/dataFile.ts';
import type { Flaw } from '../../learning/flaw.ts';
import type { Question } from '../../learning/question.ts';
import { makeTasks } from '../../learning/taskSet.ts';

describe('demonstrated code in the sandbox', () => {
  const tasks = makeTasks(24, 11, 'task');
  let pool: ReturnType<typeof openSandboxPool>;
  let folder: TemporaryFolder;

  before(async () => {
    pool = openSandboxPool();
    folder = await makeTemporaryFolder();
  });
  after(async () => {
    await pool.close();
    await folder.remove();
  });

  for (const { task, file, question } of tasks) {
    it(`answers "${task.question}"`, async () => {
      const { outcome, finalAnswer } = await run('none', file, question);
      assert.equal(outcome, 'final-answer');
      const verdict = await ruleJudge('fixed').judge(
        {
          question: task.question,
          finalAnswer: finalAnswerText(finalAnswer?.value),
          referenceAnswer: task.referenceAnswer ?? '',
        },
        never,
      );
      assert.equal(verdict.outcome === 'scored' && verdict.score, 1);
    });
  }

  const outcomes: readonly (readonly [flaw: Flaw, outcome: StepResult['outcome']])[] = [
    ['column-of-text', 'python-error'],
    ['misspelled-column', 'python-error'],
    ['unclosed-bracket', 'syntax-error'],
    ['refused-import', 'refused'],
    ['no-final-answer', 'executed'],
  ];
  for (const [flaw, outcome] of outcomes) {
    it(`ends with ${outcome} for the flaw ${flaw}`, async () => {
      const { file, question } = tasks[1]!;
      assert.equal((await run(flaw, file, question)).outcome, outcome);
    });
  }

  async function run(flaw: Flaw, file: DataFile, question: Question): Promise<StepResult> {
    const hostPath = await folder.write(file.fileName, renderDataFile(file));
    const { size } = await stat(hostPath);
    const files = {
      files: [{ name: path.basename(hostPath), hostPath, bytes: size }],
      leftOut: [],
    };
    const sandbox = await pool.acquire(testEpisode({ files }), never);
    try {
      const [reply] = demonstrationOf(flaw, file, question, () => 0.99);
      return await runCode(sandbox, parseToolR1(reply?.content ?? '', false).code ?? '');
    } finally {
      await sandbox.release();
    }
  }
});
