// A runtime that asks the server of a model for each task, as a rollout does, and then says what it was told: so a test sees that the
// server is there, and decides how each task comes out.
import { get } from 'node:http';
import type { AgentRuntime } from '../../runtime/agentRuntime.ts';
import { parseServerModel } from '../../runtime/policy/modelName.ts';
import { at, makeStep } from './records.ts';
import { rolloutEnded, stepEnded } from './runEvents.ts';

/** Correctness, or held until it is called off. */
export type ServedAnswer = number | 'held';

const offline = { boundary: 'policy', code: 'policy/offline', message: 'Nobody answers.' } as const;

export class ServedAnswers implements Pick<AgentRuntime, 'run'> {
  /** Ids of the tasks, in the order in which they were asked. */
  readonly asked: string[] = [];
  /** Called with how many tasks have an answer. */
  onAnswered: (count: number) => void = () => undefined;
  readonly #answers: Readonly<Record<string, ServedAnswer>>;
  #answered = 0;

  constructor(answers: Readonly<Record<string, ServedAnswer>>) {
    this.#answers = answers;
  }

  run: AgentRuntime['run'] = async ({ trajectoryId, task, model }, { onEvent, signal }) => {
    this.asked.push(task.id);
    const answer = this.#answers[task.id];
    if (answer === 'held') await aborted(signal);
    const isServed = await isThere(`${parseServerModel(model).baseUrl}/models`);
    if (!isServed || typeof answer !== 'number') return { stopReason: 'failure', failure: offline };
    const parts = [{ name: 'answer', score: answer, weight: 1, reason: '' }];
    const reward = { recipe: 'tool-r1', parts, total: answer, correctness: answer };
    onEvent({ ...stepEnded(1, makeStep()), trajectoryId });
    onEvent({ version: 1, at, trajectoryId, type: 'reward-assigned', reward });
    onEvent({ ...rolloutEnded({ reward }), trajectoryId });
    this.#answered += 1;
    setImmediate(() => this.onAnswered(this.#answered));
    return { stopReason: 'final-answer', failure: null };
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
}

function isThere(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get(address, { agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('error', () => resolve(false));
  });
}
