import assert from 'node:assert/strict';
import {
  lengthOf,
  lengthQuarters,
  numberFormatOf,
  sameModel,
  scriptOf,
} from '../../../../runtime/judge/statistics/answerTraits.ts';
import { type BiasRow, estimateBias } from '../../../../runtime/judge/statistics/bias.ts';
import { near } from './referenceVectors.ts';

describe('number format of an answer', () => {
  const formats = {
    'no number': ['', 'Oslo', 'about half', '½'],
    'plain number': ['17', '-3.5', '1.234', 'In 2019', '1e5', '1234567', '٣', '12,34', '10 to 20'],
    'thousands separator': [
      '1,234',
      '12,345.60',
      '1.234.567',
      "1'234'567",
      '1\u202f234',
      'about 1,000 people',
    ],
    'currency or percent': ['$5', '5 €', '12 %', '12.5%', '1,234 USD', 'EUR 3', '-£2', '¥1,000'],
  };
  for (const [format, answers] of Object.entries(formats)) {
    for (const answer of answers) {
      it(`${JSON.stringify(answer)} is ${format}`, () =>
        assert.equal(numberFormatOf(answer), format));
    }
  }
});

describe('script of an answer', () => {
  it('is that of most letters', () => {
    const cjk = 'Chinese, Japanese or Korean script';
    assert.equal(scriptOf('Oslo, 17'), 'Latin script');
    assert.equal(scriptOf('三十二 kg 左右'), cjk);
    assert.equal(scriptOf('ひらがな カタカナ'), cjk);
    assert.equal(scriptOf('한국어'), cjk);
    assert.equal(scriptOf('Столица: Москва (Moscow)'), 'Cyrillic script');
    assert.equal(scriptOf('مرحبا'), 'Arabic script');
    assert.equal(scriptOf('नमस्ते'), 'Devanagari script');
    assert.equal(scriptOf('Ελλάδα'), 'Greek script');
    assert.equal(scriptOf('שלום'), 'Hebrew script');
    assert.equal(scriptOf('สวัสดี'), 'Thai script');
    assert.equal(scriptOf('ქართული'), 'another script');
  });
  it('is unknown without letters', () => {
    for (const text of ['', '17', '$ 3.50', '🙂']) assert.equal(scriptOf(text), null);
  });
});

describe('length of an answer', () => {
  it('counts characters, not code units', () => assert.equal(lengthOf('a🙂é'), 3));

  it('falls into quarters of as many answers', () => {
    const quarterOf = lengthQuarters([8, 7, 6, 5, 4, 3, 2, 1]);
    assert.equal(quarterOf(1), '1 to 2 characters');
    assert.equal(quarterOf(2), '1 to 2 characters');
    assert.equal(quarterOf(3), '3 to 4 characters');
    assert.equal(quarterOf(8), '7 to 8 characters');
  });

  it('keeps equal lengths together', () => {
    const quarterOf = lengthQuarters([1, 1, 1, 1, 1, 2, 9]);
    assert.deepEqual([1, 2, 9].map(quarterOf), ['1 character', '2 characters', '9 characters']);
    assert.equal(lengthQuarters([])(3), '3 characters');
  });
});

it('knows a model by its name, whatever its address and owner', () => {
  assert.ok(sameModel('Qwen/Qwen2.5-3B-Instruct', 'qwen2.5-3b-instruct@http://localhost:8000/v1'));
  assert.ok(sameModel('onnx:/models/smol/', 'onnx:/other/smol'));
  assert.ok(sameModel('embedded', ' embedded'));
  assert.ok(!sameModel('qwen2.5-3b-instruct', 'qwen2.5-7b-instruct'));
});

describe('bias', () => {
  const row = (part: Partial<BiasRow>): BiasRow => ({
    left: 2,
    right: 2,
    weight: 1,
    stratum: 'a',
    question: 'How many?',
    finalAnswer: '17',
    judgeModel: 'judge',
    policyModel: 'policy',
    ...part,
  });
  const rows = [
    row({ finalAnswer: '1,000', left: 2, right: 0, policyModel: 'judge@http://localhost/v1' }),
    row({ finalAnswer: '2,000', left: 2, right: 1, policyModel: 'judge', weight: 3 }),
    row({ finalAnswer: '9', left: 0, right: 1 }),
    row({ finalAnswer: 'Москва и область', left: 2, right: 2 }),
    row({ finalAnswer: '5', question: '多少？', left: 2, right: 2, policyModel: null }),
  ];
  const groups = estimateBias(rows, 1);
  const groupOf = (by: string, group: string) =>
    groups.find((one) => one.by === by && one.group === group);

  it('weighs mean scores by judge and by people', () => {
    const found = groupOf('number-format', 'thousands separator');
    assert.equal(found?.n, 2);
    near(found.judgeMean.value, 1);
    near(found.peopleMean.value, (0 + 3 * 0.5) / 4);
    near(found.difference.value, 1 - 1.5 / 4);
    assert.ok(found.difference.low! >= 0.5 - 1e-12 && found.difference.high! <= 1 + 1e-12);
  });

  it('takes the script of the question where the answer has no letters', () => {
    assert.deepEqual(
      groups.filter(({ by }) => by === 'language').map(({ group, n }) => [group, n]),
      [
        ['Latin script', 3],
        ['Cyrillic script', 1],
        ['Chinese, Japanese or Korean script', 1],
      ],
    );
  });

  it("sets the judge's own answers against others, and leaves out what is not known", () => {
    assert.equal(groupOf('own-model', "the judge's own model")?.n, 2);
    assert.equal(groupOf('own-model', 'another model')?.n, 2);
    const ruled = estimateBias([row({ judgeModel: null })], 1);
    assert.ok(!ruled.some(({ by }) => by === 'own-model'));
  });

  it('has lengths ascending, with every answer in one group', () => {
    const lengths = groups.filter(({ by }) => by === 'length');
    assert.deepEqual(
      lengths.map(({ group, n }) => [group, n]),
      [
        ['1 character', 2],
        ['5 characters', 2],
        ['16 characters', 1],
      ],
    );
  });

  it('of nothing is nothing', () => assert.deepEqual(estimateBias([], 1), []));
});
