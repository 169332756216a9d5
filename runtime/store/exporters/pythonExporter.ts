// One Python file with the code of every step in order. What is no code is in comments, so that nothing of it runs.
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import type { Exporter } from './exporter.ts';
import { languageOf, outcomeText, rewardLines, verdictLine } from './trajectoryText.ts';

export const pythonExporter: Exporter = {
  async *write(trajectories) {
    for await (const { trajectory } of trajectories) {
      yield head(trajectory);
      const isPython = languageOf(trajectory) === 'python';
      for (const step of trajectory.steps) yield stepText(step, isPython);
      yield ending(trajectory);
    }
  },
};

/** What Python or an editor takes for the end of a line. */
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Every line of the text behind a `#`, whatever kinds of line ends it has. */
export function comment(text: string): string {
  return text
    .trimEnd()
    .split(lineEnds)
    .map((line) => `# ${line.replaceAll('\0', '\u2400')}`.trimEnd())
    .join('\n');
}

function head({ started }: Trajectory): string {
  const tools = started.tools.map(({ name }) => name);
  const note =
    tools.length === 0
      ? ''
      : `\nThe steps may call these tools of the agent, which are not part of this file: ${tools.join(', ')}.`;
  const { task, trajectoryId, model } = started;
  return `${comment(`Trajectory ${trajectoryId} of ${model}\n\n${task.question}\n${note}`)}\n\n`;
}

function stepText(step: Step, isPython: boolean): string {
  const { thought, code, observation, toolCalls } = step;
  const title = `--- Step ${step.index}: ${outcomeText(observation.kind)} ---`;
  const calls = toolCalls.map(
    (call) => `${call.name}(${JSON.stringify(call.arguments)}) -> ${call.outcome}`,
  );
  const before = comment(
    [title, thought.trim(), ...calls].filter((text) => text !== '').join('\n'),
  );
  const after = comment(`Observation:\n${observation.text}`);
  const ran = observation.kind === 'executed' || observation.kind === 'final-answer';
  const written = isPython ? codeText(code, ran) : callsText(code);
  return `${before}\n${written}${after}\n\n`;
}

/** Code that did not run to its end would stop the file there, so it is a comment. */
function codeText(code: string | null, runnable: boolean): string {
  if (code === null) return '';
  return runnable ? `${code.trimEnd()}\n` : `${comment(`This did not run to its end:\n${code}`)}\n`;
}

/** Calls of tools are no Python. */
function callsText(code: string | null): string {
  return code === null ? '' : `${comment(`Calls:\n${code}`)}\n`;
}

function ending(trajectory: Trajectory): string {
  const { ended, verdicts } = trajectory;
  const answer = ended?.finalAnswer ?? 'none';
  const lines = [
    `Final answer: ${answer}`,
    ...verdicts.map(verdictLine),
    ...rewardLines(trajectory),
  ];
  return `${comment(lines.join('\n'))}\n`;
}
