// Graded answers that a small model is shown when it has been taught none: it copies a form that it has seen, and does not follow
// one that is only described. One for each level, in the order best, partial, wrong, so that the last is not the usual one.
import type { JudgeExample } from './judgePrompt.ts';

export const smallModelExamples: readonly JudgeExample[] = [
  {
    question: 'How many chairs are in the hall?',
    referenceAnswer: '120',
    finalAnswer: 'There are 120 chairs.',
    level: 'Correct',
    reason: 'Both give 120.',
  },
  {
    question: 'Which two towns have a station?',
    referenceAnswer: 'Ely and March',
    finalAnswer: 'Ely',
    level: 'Partially Correct',
    reason: 'Ely is right, March is missing.',
  },
  {
    question: 'Who painted the gate?',
    referenceAnswer: 'Nora Lind',
    finalAnswer: 'The gate is green.',
    level: 'Wrong',
    reason: 'It names nobody.',
  },
];
