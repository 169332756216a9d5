// The prompt of a rollout, and what of earlier questions goes with it. Each question is rendered as it would be alone, so a
// further question costs nothing that a first one does not.
import type { EarlierQuestions } from '../agent/loop.ts';
import type { Prompt, Protocol } from '../agent/protocols/protocol.ts';
import type { Task } from '../contract/task.ts';
import type { EarlierQuestion } from '../contract/trajectory.ts';
import { stepsBefore } from './branch.ts';
import { promptTask, type PromptTask } from './promptTask.ts';

export interface RolloutPrompt {
  /** With the first question that was asked in this namespace. */
  readonly prompt: Prompt;
  /** Null when that is the task's own. */
  readonly earlier: EarlierQuestions | null;
}

export async function rolloutPrompt(
  protocol: Protocol,
  input: Omit<PromptTask, 'task'> & { readonly task: Task },
  earlier: readonly EarlierQuestion[],
): Promise<RolloutPrompt> {
  const spoken = withSteps(earlier);
  const own = await promptTask(protocol, input);
  const [first] = spoken;
  if (first === undefined) return { prompt: own, earlier: null };
  const questions = [...spoken.map(({ task }) => task.question), input.task.question];
  const talk = spoken.map(({ task: { question }, finalAnswer }) => ({ question, finalAnswer }));
  return {
    prompt: await promptTask(protocol, { ...input, task: first.task }),
    earlier: {
      steps: stepsBefore(earlier),
      asked: new Map(
        spoken.map(({ lastStep }, place) => [lastStep, protocol.ask(questions[place + 1] ?? '')]),
      ),
      recap: (variables) => ({
        ...own,
        user: `${protocol.recap(talk, variables)}\n\n${own.user}`,
      }),
    },
  };
}

/** A question that ended before its first step left nothing to tell of. */
function withSteps(earlier: readonly EarlierQuestion[]): readonly EarlierQuestion[] {
  return earlier.filter(({ lastStep }, place) => lastStep > (earlier[place - 1]?.lastStep ?? 0));
}
