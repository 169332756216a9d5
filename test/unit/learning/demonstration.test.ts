import assert from 'node:assert/strict';
import { parseToolR1 } from '../../../runtime/agent/protocols/toolR1Parser.ts';
import { seededRandom } from '../../../runtime/support/seededRandom.ts';
import { demonstrate, demonstrationOf } from '../../learning/demonstration.ts';
import { chooseFlaw, flaws, type Flaw } from '../../learning/flaw.ts';
import type { levels } from '../../learning/question.ts';
import { ask, makeTasks } from '../../learning/taskSet.ts';

const { file, question } = ask('sum', 'csv', seededRandom(5));
const other = file.numberColumns.find((column) => column !== question.column) ?? '';

function replies(flaw: Flaw, random = () => 0.99): readonly string[] {
  return demonstrationOf(flaw, file, question, random)
    .filter(({ role }) => role === 'assistant')
    .map(({ content }) => content);
}

describe('demonstration', () => {
  it('without a flaw opens the file, computes and answers in a form without faults', () => {
    const [reply = '', ...more] = replies('none');
    assert.deepEqual(more, []);
    const { code, faults } = parseToolR1(reply, false);
    assert.deepEqual(faults, []);
    assert.equal(
      code,
      [
        'import csv',
        `rows = list(csv.DictReader(open('${file.fileName}')))`,
        `answer = sum(float(row['${question.column}']) for row in rows)`,
        'final_answer(answer)',
      ].join('\n'),
    );
  });

  it('may print first, read the value and hand it in', () => {
    const turns = demonstrationOf('none', file, question, () => 0);
    assert.deepEqual(
      turns.map(({ role }) => role),
      ['assistant', 'user', 'assistant'],
    );
    assert.equal(turns[1]?.content, `Observation:\n${question.answer}.0`);
    assert.equal(parseToolR1(turns[2]?.content ?? '', false).code, 'final_answer(answer)');
  });

  it('has every flaw that it says', () => {
    const code = (flaw: Flaw) => parseToolR1(replies(flaw)[0] ?? '', false).code;
    assert.equal(code('prose'), null);
    assert.doesNotMatch(replies('no-final-answer').join(''), /final_answer/);
    assert.doesNotMatch(
      code('other-question') ?? '',
      /= sum\(float\(row\['\w+'\]\) for row in rows\)$/m,
    );
    assert.ok(code('other-column')?.includes(`row['${other}']`));
    assert.match(
      code('column-of-text') ?? '',
      /row\['(?:name|colour|city|owner|grade|season|material)'\]/,
    );
    assert.match(code('misspelled-column') ?? '', /row\['[A-Z]\w+'\]/);
    assert.match(code('refused-import') ?? '', /^import os\n/);
    const unclosed = code('unclosed-bracket') ?? replies('unclosed-bracket')[0] ?? '';
    const line = unclosed.split('\n').find((one) => one.startsWith('answer')) ?? '';
    assert.equal(line.split('(').length - line.split(')').length, 1);
  });

  it('repeats an error or mends it', () => {
    assert.equal(replies('misspelled-column', () => 0.99)[1], replies('misspelled-column')[0]);
    assert.equal(replies('misspelled-column', () => 0)[1], replies('none')[0]);
  });

  it('chooses flaws of columns only where a column is asked for', () => {
    const count = ask('count', 'json', seededRandom(1)).question;
    const random = seededRandom(2);
    const chosen = new Set(Array.from({ length: 2000 }, () => chooseFlaw(count, random)));
    assert.ok(![...chosen].some((flaw) => flaw.includes('column')));
    const all = new Set(Array.from({ length: 2000 }, () => chooseFlaw(question, random)));
    assert.deepEqual([...all].sort(), [...flaws].sort());
  });

  it('is less often right on harder questions', () => {
    const random = seededRandom(4);
    const share = (kind: keyof typeof levels) => {
      const { question: one } = ask(kind, 'csv', random);
      const sound = Array.from({ length: 3000 }, () => chooseFlaw(one, random));
      return sound.filter((flaw) => flaw === 'none').length / 3000;
    };
    assert.ok(share('sum') > share('average') + 0.05);
    assert.ok(share('average') > share('sum-where') + 0.05);
  });

  it('follows the prompt', () => {
    const prompt = [{ role: 'system', content: 'Answer.' }] as const;
    const random = seededRandom(9);
    for (const { file: one, question: asked } of makeTasks(24, 3, 'x')) {
      const [first, reply] = demonstrate(prompt, one, asked, random);
      assert.equal(first, prompt[0]);
      assert.equal(reply?.role, 'assistant');
    }
  });
});
