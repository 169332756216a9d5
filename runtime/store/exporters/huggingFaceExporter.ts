// JSON Lines as the `datasets` library of Hugging Face loads them: each row a conversation under `messages`, as trainers expect it,
// with answer, reward and origin beside it. Every row has the same columns, and columns with free keys are lists or texts, because a
// table has one schema.
import type { Trajectory } from '../../contract/trajectory.ts';
import type { Exporter } from './exporter.ts';

export const huggingFaceExporter: Exporter = {
  async *write(trajectories) {
    for await (const { trajectory } of trajectories) yield `${JSON.stringify(rowOf(trajectory))}\n`;
  },
};

interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

function rowOf(trajectory: Trajectory): Record<string, unknown> {
  const { started, ended, reward, steps } = trajectory;
  const { task } = started;
  return {
    id: started.trajectoryId,
    task_id: task.id,
    question: task.question,
    messages: messagesOf(trajectory),
    answer: ended?.finalAnswer ?? null,
    reference_answer: task.referenceAnswer,
    reward: reward?.total ?? null,
    correctness: reward?.correctness ?? null,
    scores: (reward?.parts ?? []).map(({ name, score, weight }) => ({ name, score, weight })),
    stop_reason: ended?.stopReason ?? null,
    steps: steps.length,
    model: started.model,
    recipe: started.recipe.name,
    started_at: started.startedAt,
    metadata: JSON.stringify(task.metadata),
  };
}

/** As the policy saw it: what came back from code is the user's turn. The last one is left out when nothing followed it. */
function messagesOf({ started, steps }: Trajectory): ChatMessage[] {
  const { system, user } = started.prompt;
  const turns = steps.flatMap(({ reply, observation }, at): ChatMessage[] => [
    { role: 'assistant', content: reply.text },
    ...(at === steps.length - 1
      ? []
      : [{ role: 'user', content: observation.text } satisfies ChatMessage]),
  ]);
  const given: ChatMessage[] = [{ role: 'user', content: user }];
  return [
    ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
    ...given,
    ...turns,
  ];
}
