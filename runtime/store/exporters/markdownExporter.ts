// A trajectory to read: the question, each step with its thought, code, tool calls and observation, the answer, the reward.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import type { Exporter } from './exporter.ts';
import { fence, prose, proseLine } from './markdownText.ts';
import { languageOf, outcomeText, rewardLines, verdictLine } from './trajectoryText.ts';

export const markdownExporter: Exporter = {
  async *write(trajectories) {
    let isFirst = true;
    for await (const { trajectory } of trajectories) {
      if (!isFirst) yield '\n---\n\n';
      isFirst = false;
      yield head(trajectory);
      const language = languageOf(trajectory);
      for (const step of trajectory.steps) yield stepText(step, language);
      yield ending(trajectory);
    }
  },
};

function head({ started }: Trajectory): string {
  const { task, trajectoryId, model, recipe, startedAt } = started;
  const files = task.files.map((file) => `- ${proseLine(file)}\n`).join('');
  return [
    `# Trajectory ${proseLine(trajectoryId)}\n`,
    `${prose(task.question)}\n`,
    ...(files === '' ? [] : [`Files:\n\n${files}`]),
    `Model ${proseLine(model)}, recipe ${proseLine(recipe.name)}, started ${startedAt}.\n`,
  ].join('\n');
}

function stepText(step: Step, language: 'python' | 'json'): string {
  const { thought, code, observation, toolCalls } = step;
  const parts = [`\n## Step ${step.index}\n`];
  if (thought.trim() !== '') parts.push(`${prose(thought.trim())}\n`);
  if (code !== null) parts.push(fence(code, language));
  for (const call of toolCalls) {
    const outcome = call.outcome === 'ok' ? 'answered' : 'failed';
    parts.push(
      `Tool ${proseLine(call.name)} ${outcome} after ${Math.round(call.milliseconds)} ms:\n`,
    );
    parts.push(fence(JSON.stringify(call.arguments, null, 2), 'json'), fence(call.preview));
  }
  parts.push(`Observation (${outcomeText(observation.kind)}):\n`, fence(observation.text));
  return parts.join('\n');
}

function ending(trajectory: Trajectory): string {
  const { ended, verdicts } = trajectory;
  const parts = ['\n## Result\n'];
  if (ended === null) parts.push('It has no end: it was still running, or was interrupted.\n');
  else if (ended.finalAnswer === null) parts.push(`No final answer (${ended.stopReason}).\n`);
  else parts.push('Final answer:\n', fence(ended.finalAnswer));
  if (ended?.failure != null) parts.push(`${prose(ended.failure.message)}\n`);
  for (const verdict of verdicts) parts.push(`${prose(verdictLine(verdict))}\n`);
  const reward = rewardLines(trajectory);
  if (reward.length > 0) parts.push(reward.map((line) => `- ${proseLine(line)}\n`).join(''));
  return parts.join('\n');
}
