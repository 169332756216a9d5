// A trajectory as plain readable text, without times and token counts, so that two runs of the same replies read the same.
import type { EnvironmentOutcome } from '../contract/environment.ts';
import type { Observation } from '../contract/observation.ts';
import type { Verdict } from '../contract/judge.ts';
import type { Reward } from '../contract/reward.ts';
import type { Step } from '../contract/step.ts';
import type { ToolCall } from '../contract/tool.ts';
import type { Trajectory, TrajectoryEnded, TrajectoryStarted } from '../contract/trajectory.ts';
import { twoDecimals } from '../support/twoDecimals.ts';

const longestArgument = 60;

/** Ends with a line feed. */
export function renderTranscript(trajectory: Trajectory): string {
  const { started, steps, ended, verdicts, reward } = trajectory;
  const blocks = [
    [`Question: ${started.task.question}`, ...files(started.task.files), ...origin(started)].join(
      '\n',
    ),
    ...steps.map(renderStep),
    ended === null
      ? 'No end: the rollout still runs, or its process died.'
      : renderEnd(ended, steps),
    ...verdicts.map(renderVerdict),
    ...(reward === null ? [] : [renderReward(reward)]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function files(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`Files: ${names.join(', ')}`];
}

/** Which trajectory it goes on from, and what was asked before. */
function origin({ parent, earlier = [] }: TrajectoryStarted): readonly string[] {
  if (parent === undefined) return [];
  const { relation, trajectoryId, step } = parent;
  const head = relation === 'retry' ? 'Retry of a step of' : 'Further question after';
  return [
    `${head} ${trajectoryId}; carried over: ${step === 1 ? '1 step' : `${step} steps`}`,
    ...earlier.map(
      ({ task, lastStep, finalAnswer }) =>
        `Asked before: ${task.question} (to step ${lastStep}${finalAnswer === null ? '' : `, answer ${finalAnswer}`})`,
    ),
  ];
}

function renderStep(step: Step): string {
  const { index, thought, code, faults, toolCalls, observation } = step;
  return [
    `--- Step ${index}${writer(step)} ---`,
    ...(thought === '' ? [] : [`Thought: ${thought}`]),
    ...(code === null ? unparsed(step) : ['Code:', indented(code)]),
    ...faults.map((fault) => `Format fault: ${fault.message}`),
    ...toolCalls.map(renderCall),
    `Observation (${describe(observation)}):`,
    indented(observation.text),
    ...shortened(step),
    ...(step.reply.origin === undefined ? [] : observation.warnings.map((note) => `Note: ${note}`)),
  ].join('\n');
}

/** Who wrote the reply, when it was not the policy. */
function writer({ reply: { origin: from } }: Step): string {
  if (from === undefined) return '';
  return from === 'parent' ? ', carried over' : ', code of a person';
}

/** What a reply without code held beyond its thought is shown whole: a reader must see why nothing ran. */
function unparsed({ reply, thought }: Step): readonly string[] {
  const text = reply.text.trim();
  if (text === '') return ['Reply: (empty)'];
  return text === thought || text === `Thought: ${thought}` ? [] : ['Reply:', indented(text)];
}

function renderCall({ name, arguments: given, outcome }: ToolCall): string {
  const values = Object.entries(given).map(([key, value]) => `${key}=${argument(value)}`);
  return `Tool: ${name}(${values.join(', ')})${outcome === 'error' ? ' failed' : ''}`;
}

function argument(value: unknown): string {
  const text: unknown = value === null ? 'None' : JSON.stringify(value);
  const shown = typeof text === 'string' ? text : 'None';
  return shown.length <= longestArgument ? shown : `${shown.slice(0, longestArgument - 1)}…`;
}

function describe({ kind, recovery }: Observation): string {
  return recovery === 'none' ? kind : `${kind}, ${recovery}`;
}

function shortened({ shortenedObservations }: Step): readonly string[] {
  if (shortenedObservations.length === 0) return [];
  return [
    `Shown shortened in this prompt: observations of steps ${shortenedObservations.join(', ')}`,
  ];
}

function renderEnd(ended: TrajectoryEnded, steps: readonly Step[]): string {
  const count = `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`;
  const lines = [`Ended: ${ended.stopReason} after ${count}`];
  if (ended.finalAnswer !== null) lines.push(`Answer: ${ended.finalAnswer}`);
  if (ended.failure !== null)
    lines.push(`Failure: ${ended.failure.code}: ${ended.failure.message}`);
  if (ended.environment !== undefined) lines.push(renderEnvironment(ended.environment));
  return lines.join('\n');
}

function renderEnvironment(outcome: EnvironmentOutcome): string {
  const { attributes, matchedAttributes, results, matchedResults, differing } = outcome;
  const differs = differing.length === 0 ? '' : `; differing: ${differing.join(', ')}`;
  return `Environment: ${matchedAttributes} of ${attributes} attributes and ${matchedResults} of ${results} results as expected${differs}`;
}

function renderVerdict(verdict: Verdict): string {
  const said =
    verdict.outcome === 'scored'
      ? `${verdict.level}, ${verdict.reason}`
      : `unscored, ${verdict.cause}`;
  return `Verdict (${verdict.judge.name}): ${said}`;
}

function renderReward({ parts, total }: Reward): string {
  const width = Math.max(6, ...parts.map(({ name }) => name.length));
  const lines = parts.map(({ name, score, weight, reason }) => {
    const shown = score === null ? 'unscored' : twoDecimals(score);
    return `  ${name.padEnd(width)} ${shown} x ${weight}  ${reason}`;
  });
  return [`Reward: ${total === null ? 'no total' : twoDecimals(total)}`, ...lines].join('\n');
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
}
