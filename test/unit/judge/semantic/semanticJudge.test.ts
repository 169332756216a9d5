import assert from 'node:assert/strict';
import { Verdict } from '../../../../runtime/contract/judge.ts';
import { cosine, type Embedder } from '../../../../runtime/judge/semantic/embedder.ts';
import { SemanticJudge } from '../../../../runtime/judge/semantic/semanticJudge.ts';

const never = new AbortController().signal;
const thresholds = { partial: 0.5, correct: 0.8 };

/** Directions of a few texts; every other text points away from all of them. */
const directions: Readonly<Record<string, readonly number[]>> = {
  Paris: [1, 0, 0],
  'the city of Paris': [0.9, Math.sqrt(1 - 0.81), 0],
  France: [0.6, 0.8, 0],
  '42 m': [1, 0, 0],
  '43 m': [1, 0, 0],
  '1,042 m': [1, 0, 0],
  '1042 m': [1, 0, 0],
};

class FakeEmbedder implements Embedder {
  readonly model = 'fake';
  readonly maxTokens = 256;
  readonly fingerprint: string;
  readonly asked: string[] = [];

  constructor(fingerprint = 'f1') {
    this.fingerprint = fingerprint;
  }

  embed(text: string) {
    this.asked.push(text);
    const vector = Float32Array.from(directions[text] ?? [0, 0, 1]);
    return Promise.resolve({ vector, truncated: text.length > 1000 });
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

function judgeOf(embedder = new FakeEmbedder(), cuts = thresholds): SemanticJudge {
  return new SemanticJudge({ embedder, thresholds: cuts, now: () => 0 });
}

async function verdictOf(referenceAnswer: string, finalAnswer: string): Promise<Verdict> {
  const input = { question: 'Where?', referenceAnswer, finalAnswer };
  return Verdict.parse(await judgeOf().judge(input, never));
}

describe('semanticJudge', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['the city of Paris', 'Correct', 1],
    ['France', 'Partially Correct', 0.5],
    ['a fish', 'Wrong', 0],
  ];
  for (const [answer, level, score] of cases) {
    it(`grades "${answer}" ${level} by its cosine`, async () => {
      const verdict = await verdictOf('Paris', answer);
      assert.ok(verdict.outcome === 'scored');
      assert.equal(verdict.level, level);
      assert.equal(verdict.score, score);
      assert.match(
        verdict.reason,
        /^cosine \d\.\d{3}; Partially Correct from 0\.50, Correct from 0\.80$/,
      );
      assert.equal(typeof verdict['cosine'], 'number');
    });
  }

  it('grades an empty answer Wrong without asking the model', async () => {
    for (const answer of ['', '  \n', '...']) {
      const embedder = new FakeEmbedder();
      const input = { question: 'q', referenceAnswer: 'Paris', finalAnswer: answer };
      const verdict = await judgeOf(embedder).judge(input, never);
      assert.ok(verdict.outcome === 'scored');
      assert.equal(verdict.level, 'Wrong');
      assert.equal(verdict.reason, 'the answer is empty');
      assert.deepEqual(embedder.asked, []);
    }
  });

  it('gives no verdict without a reference answer', async () => {
    const verdict = await verdictOf(' ', 'Paris');
    assert.ok(verdict.outcome === 'unscored');
    assert.match(verdict.cause, /reference answer is empty/);
  });

  it('warns of numbers that differ', async () => {
    const reasonOf = async (reference: string, answer: string): Promise<string> => {
      const verdict = await verdictOf(reference, answer);
      return verdict.outcome === 'scored' ? verdict.reason : '';
    };
    assert.match(await reasonOf('42 m', '43 m'), /the numbers differ/);
    assert.doesNotMatch(await reasonOf('42 m', '42 m'), /numbers/);
    assert.doesNotMatch(await reasonOf('1,042 m', '1042 m'), /numbers/);
  });

  it('says when only the beginning of a text was read', async () => {
    const verdict = await verdictOf('Paris', 'x'.repeat(2000));
    assert.ok(verdict.outcome === 'scored');
    assert.match(verdict.reason, /only the first 256 tokens were read/);
  });

  it('embeds the reference answer of a task once', async () => {
    const embedder = new FakeEmbedder();
    const judge = judgeOf(embedder);
    for (const finalAnswer of ['France', 'a fish', 'Paris']) {
      await judge.judge({ question: 'q', referenceAnswer: 'Paris', finalAnswer }, never);
    }
    assert.deepEqual(embedder.asked, ['Paris', 'France', 'a fish', 'Paris']);
  });

  it('shows its thresholds, and has another version with other ones or another model', () => {
    const { identity } = judgeOf();
    assert.deepEqual(identity.settings, { ...thresholds, maxTokens: 256 });
    assert.equal(identity.kind, 'semantic');
    assert.deepEqual(judgeOf().identity, identity);
    const other = judgeOf(new FakeEmbedder(), { partial: 0.5, correct: 0.9 }).identity;
    assert.notEqual(other.version, identity.version);
    assert.notEqual(judgeOf(new FakeEmbedder('f2')).identity.version, identity.version);
  });
});

describe('cosine', () => {
  it('is the dot product, kept within -1 and 1', () => {
    assert.equal(cosine(Float32Array.from([1, 0]), Float32Array.from([0, 1])), 0);
    assert.equal(cosine(Float32Array.from([1.001, 0]), Float32Array.from([1, 0])), 1);
    assert.equal(cosine(Float32Array.from([-1.001, 0]), Float32Array.from([1, 0])), -1);
  });
});
