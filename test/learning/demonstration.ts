// A rollout as a person might have written it down: the prompt that the runtime makes for the question, then replies and
// observations in turns. Wrong ones are repeated or mended in the second turn, as policies do.
import { toolR1 } from '../../runtime/agent/protocols/toolR1.ts';
import type { ChatMessage } from '../../runtime/policy/policy.ts';
import { observationMark } from '../../runtime/agent/protocols/toolR1Text.ts';
import { choose, type Random } from './choose.ts';
import type { DataFile } from './dataFile.ts';
import { chooseFlaw, flawedSolution, type Flaw } from './flaw.ts';
import type { Question } from './question.ts';
import { choicesFor, solve, type Solution } from './solution.ts';

/** One conversation with the roles of a chat template. */
export type Demonstration = readonly ChatMessage[];

/** Share of sound demonstrations that print first and answer in a second turn. */
const printFirstShare = 0.3;
/** Share of demonstrations with an error that are mended in the second turn; the others repeat it. */
const mendedShare = 0.4;

export function demonstrate(
  prompt: Demonstration,
  file: DataFile,
  question: Question,
  random: Random,
): Demonstration {
  return [...prompt, ...demonstrationOf(chooseFlaw(question, random), file, question, random)];
}

/** Replies and observations in turns; begins and ends with a reply. */
export function demonstrationOf(
  flaw: Flaw,
  file: DataFile,
  question: Question,
  random: Random,
): Demonstration {
  const solution = flawedSolution(file, question, flaw, random);
  const sound = solve(file, choicesFor(file, question));
  return turnsOf({ flaw, solution, sound, question }, random).map((content, place) => {
    return { role: place % 2 === 0 ? 'assistant' : 'user', content };
  });
}

interface Script {
  readonly flaw: Flaw;
  readonly solution: Solution;
  readonly sound: Solution;
  readonly question: Question;
}

function turnsOf({ flaw, solution, sound, question }: Script, random: Random): readonly string[] {
  const answer = printedAnswer(question);
  switch (flaw) {
    case 'none':
      return random() < printFirstShare
        ? [printed(solution), observed(answer), write('Hand it in.', 'final_answer(answer)')]
        : [answered(solution)];
    case 'prose':
      return [
        `Thought: ${solution.thought}\nThe answer is ${choose([question.answer, '7', '12', '40'], random)}.`,
      ];
    case 'no-final-answer':
      return [printed(solution), observed(answer), printed(solution)];
    case 'other-question':
    case 'other-column':
      return [answered(solution)];
    case 'column-of-text':
    case 'misspelled-column':
    case 'unclosed-bracket':
    case 'refused-import': {
      const again = random() < mendedShare ? sound : solution;
      return [answered(solution), observed(errors[flaw]), answered(again)];
    }
  }
}

/** As Python prints it: whatever was made of `float(...)` has a decimal point. */
function printedAnswer({ kind, answer }: Question): string {
  const isWhole = /^\d+$/.test(answer);
  return isWhole && !kind.startsWith('count') ? `${answer}.0` : answer;
}

/** What the runtime says to such code, near enough to learn from: the run-time text names lines and values. */
const errors = {
  'column-of-text': 'ValueError: could not convert string to float (line 3)',
  'misspelled-column': 'KeyError (line 3)',
  'unclosed-bracket': "SyntaxError: '(' was never closed (line 3)\nNone of the code ran.",
  'refused-import': 'The code was refused; none of it ran.',
} as const;

const answered = ({ thought, open, compute }: Solution): string =>
  write(thought, ...open, compute, 'final_answer(answer)');

const printed = ({ thought, open, compute }: Solution): string =>
  write(thought, ...open, compute, 'print(answer)');

const write = (thought: string, ...lines: readonly string[]): string =>
  toolR1.write(thought, lines.join('\n'));

const observed = (text: string): string => `${observationMark}\n${text}`;
