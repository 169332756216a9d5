// Rows as verl writes them for its rollouts (verl-project/verl, `trainer.rollout_data_dir`): prompt and completion as text of the
// ChatML template, the reference answer, the score, and each part of the reward under its own name.
import type { Trajectory } from '../../contract/trajectory.ts';
import type { Exporter } from './exporter.ts';

export const verlExporter: Exporter = {
  async *write(trajectories) {
    for await (const { trajectory } of trajectories) yield `${JSON.stringify(rowOf(trajectory))}\n`;
  },
};

const own = ['input', 'output', 'gts', 'score', 'step'];

function rowOf(trajectory: Trajectory): Record<string, unknown> {
  const { started, reward } = trajectory;
  const { prompt, task, policyVersion } = started;
  const system = prompt.system === '' ? '' : message('system', prompt.system);
  const parts = (reward?.parts ?? []).filter(({ name }) => !own.includes(name));
  return {
    input: `${system}${message('user', prompt.user)}${begin('assistant')}`,
    output: outputOf(trajectory),
    gts: task.referenceAnswer,
    score: reward?.total ?? null,
    step: policyVersion,
    ...Object.fromEntries(parts.map(({ name, score }) => [name, score])),
    id: started.trajectoryId,
  };
}

function begin(role: string): string {
  return `<|im_start|>${role}\n`;
}

function message(role: string, content: string): string {
  return `${begin(role)}${content}<|im_end|>\n`;
}

/** Replies as sampled, with what came back between them. */
function outputOf({ steps }: Trajectory): string {
  const turns = steps.map(({ reply, observation }, at) => {
    const isLast = at === steps.length - 1;
    const answer = message('user', observation.text);
    return `${reply.text}<|im_end|>\n${isLast ? '' : `${answer}${begin('assistant')}`}`;
  });
  return turns.join('');
}
