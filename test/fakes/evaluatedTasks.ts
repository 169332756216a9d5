// Lines of an evaluation; each test overrides what it is about.
import { createHash } from 'node:crypto';
import type { EvaluatedTask } from '../../runtime/contract/training/evaluation.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A task that was passed. @param taskId tells which task it is */
export function makeEvaluated(taskId: string, over: Partial<EvaluatedTask> = {}): EvaluatedTask {
  return {
    version: 1,
    ...{ taskId, taskHash: hashOf(taskId), settingsHash: hashOf('settings') },
    ...{ model: 'checkpoint', recipe: 'tool-r1', index: 0, seed: 7 },
    at: '2026-05-04T09:30:00.000Z',
    ...{ correctness: 1, stopReason: 'final-answer', cause: null, milliseconds: 10 },
    question: `${taskId}?`,
    figures: {},
    ...over,
  };
}
