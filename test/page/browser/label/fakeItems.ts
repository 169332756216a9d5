// The answers that the labelling pages show without VS Code: every item is made from its position, with verdicts that differ.
import type { VerdictLevel } from '../../../../runtime/contract/judge.ts';
import type { Stratum } from '../../../../runtime/contract/label.ts';
import type { LabelItem, Reveal } from '../../../../runtime/contract/labelling.ts';
import { levelOrder } from '../../../../runtime/contract/agreement.ts';

const subjects: readonly (readonly [question: string, reference: string, answer: string])[] = [
  [
    'Which region’s refunds grew most between Q2 and Q3, and by how much?',
    'South; 6137.65',
    'South grew the most, from 18.2 to 24.3 thousand EUR.',
  ],
  ['How many of the survey files are in French?', '7', 'seven'],
  ['When was the contract with Nordlicht signed?', '2024-03-11', 'On 11 March 2024'],
  ['Name the two invoices that were paid twice.', 'A-104, A-311', 'A-104'],
];

const strata: readonly Stratum[] = ['judge-judge', 'judge-rule', 'partial', 'unstable', 'random'];

export function stratumAt(position: number): Stratum {
  return strata[position % strata.length] ?? 'random';
}

export function hashAt(position: number): string {
  return position.toString(16).padStart(64, '0');
}

/** `length` is the number of characters of each long text. */
export function itemAt(position: number, length: number): LabelItem {
  const [question, referenceAnswer, finalAnswer] = subjects[(position - 1) % 4] ?? ['', '', ''];
  const filler = ' and so on'.repeat(Math.ceil(length / 10)).slice(0, length);
  return {
    ...{ position, itemHash: hashAt(position), taskId: `task-${position}` },
    ...{
      question: `${question}${filler}`,
      referenceAnswer,
      finalAnswer: `${finalAnswer}${filler}`,
    },
    files: [
      { name: 'refunds.xlsx', path: '/data/refunds.xlsx', exists: true },
      { name: 'policy.pdf', path: '/data/policy.pdf', exists: position % 2 === 1 },
    ],
    place: { file: '/data/run.trajectories.jsonl', trajectoryId: `t-${position}` },
    multiplicity: position === 1 ? 5 : 1,
    steps: 5,
    lastOutput: { step: 4, text: `South       18,204.10  24,341.75  +6,137.65\n${filler}` },
    ...{ own: null, note: '', flagged: false, skipped: false, reveal: null },
  };
}

export function levelAt(index: number): VerdictLevel {
  return levelOrder[((index % 3) + 3) % 3] ?? 'Wrong';
}

/** Words that only a reveal holds, for a test that looks for them. */
export const revealedWords = ['zweifelsfrei', 'element 1 differs'] as const;

export function revealAt(position: number, others: Reveal['others'] = []): Reveal {
  return {
    stratum: stratumAt(position),
    others,
    verdicts: [
      {
        judge: {
          ...{ name: 'llm-judge', version: 'v3', kind: 'llm' },
          model: 'qwen2.5-3b-instruct',
        },
        level: levelAt(position + 1),
        reason: `The candidate is ${revealedWords[0]} right: both totals are given, from which the growth follows.`,
        criteria: { accuracy: 5, completeness: 4, relevance: 5, precision: 3 },
        repeats: ['Correct', 'Wrong', null],
      },
      {
        judge: { name: 'rule-judge', version: 'v2', kind: 'rule' },
        level: 'Wrong',
        reason: `The list has two elements in the reference and one in the answer; ${revealedWords[1]}.`,
        criteria: null,
        repeats: [],
      },
      {
        judge: { name: 'semantic-judge', version: '0f3a9b12c4d5e6f708192a3b4c5d6e7f' },
        level: null,
        reason: 'The model of sentence embeddings is not there.',
        criteria: null,
        repeats: [],
      },
    ],
  };
}
