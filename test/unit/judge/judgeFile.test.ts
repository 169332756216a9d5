import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  emptyJudgeFile,
  judgeFileOf,
  maxExamples,
  readJudgeFile,
  writeJudgeFile,
} from '../../../runtime/judge/judgeFile.ts';
import { temporaryFolder } from '../../fakes/temporaryFolder.ts';

const example = {
  question: 'How long?',
  referenceAnswer: '42 m',
  finalAnswer: '42',
  level: 'Correct' as const,
  reason: 'The unit goes without saying.',
};

describe('judgeFile', () => {
  const at = temporaryFolder();

  function given(content: unknown): void {
    mkdirSync(path.dirname(judgeFileOf(at())), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(judgeFileOf(at()), text);
  }

  it('is empty where there is none', async () => {
    assert.deepEqual(await readJudgeFile(at()), emptyJudgeFile);
  });

  it('reads what it wrote, and keeps what it does not know', async () => {
    const content = {
      version: 1 as const,
      examples: [example],
      thresholds: { partial: 0.4, correct: 0.7 },
      madeBy: 'me',
    };
    await writeJudgeFile(at(), content);
    assert.deepEqual(await readJudgeFile(at()), content);
  });

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ['no JSON', '{', /is no file for judges: not JSON/],
    ['another version', { version: 2 }, /version/],
    ['a level that is none', { version: 1, examples: [{ ...example, level: 'Good' }] }, /level/],
    [
      'too many examples',
      { version: 1, examples: Array(maxExamples + 1).fill(example) },
      /examples/,
    ],
    [
      'thresholds the wrong way round',
      { version: 1, thresholds: { partial: 0.9, correct: 0.1 } },
      /partial lies above correct/,
    ],
  ];
  for (const [name, content, message] of wrong) {
    it(`says what is wrong with ${name}, and what to do`, async () => {
      given(content);
      await assert.rejects(readJudgeFile(at()), (error: Error) => {
        assert.equal(error.name, 'HumanError');
        assert.match(error.message, message);
        assert.match(error.message, /Mend or remove it/);
        return true;
      });
    });
  }
});
