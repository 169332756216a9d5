// A Jupyter notebook, format 4.5: a Markdown cell for each thought, a code cell with its output for each code action.
import { createHash } from 'node:crypto';
import type { Step } from '../../contract/step.ts';
import type { Trajectory } from '../../contract/trajectory.ts';
import type { Exporter } from './exporter.ts';
import { fence, prose, proseLine } from './markdownText.ts';
import { languageOf, rewardLines, verdictLine } from './trajectoryText.ts';

type Cell = Readonly<Record<string, unknown>>;

const notebook = {
  metadata: {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  },
  nbformat: 4,
  nbformat_minor: 5,
};

export const notebookExporter: Exporter = {
  async *write(trajectories) {
    let next = 0;
    yield '{"cells":[';
    for await (const { trajectory } of trajectories) {
      for (const cell of cellsOf(trajectory)) {
        const id = createHash('sha256').update(`${trajectory.started.trajectoryId} ${next}`);
        const whole = { ...cell, id: id.digest('hex').slice(0, 12) };
        yield `${next === 0 ? '' : ','}\n${JSON.stringify(whole)}`;
        next += 1;
      }
    }
    yield `\n],${JSON.stringify(notebook).slice(1)}\n`;
  },
};

function cellsOf(trajectory: Trajectory): Cell[] {
  const language = languageOf(trajectory);
  const steps = trajectory.steps.flatMap((step) => stepCells(step, language));
  return [head(trajectory), ...steps, ending(trajectory)];
}

function markdownCell(text: string): Cell {
  return { cell_type: 'markdown', metadata: {}, source: sourceLines(text) };
}

/** As notebooks keep text: a list of lines, each with its line end. */
function sourceLines(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

function head({ started }: Trajectory): Cell {
  const { task, trajectoryId, model, tools } = started;
  const names = tools.map(({ name }) => `\`${name}\``).join(', ');
  const note = names === '' ? '' : `\n\nThe code may call these tools of the agent: ${names}.`;
  const title = `# Trajectory ${proseLine(trajectoryId)}`;
  return markdownCell(`${title}\n\n${prose(task.question)}\n\nModel ${proseLine(model)}.${note}`);
}

/** Calls of tools are shown, not run: a notebook runs Python. */
function stepCells(step: Step, language: 'python' | 'json'): Cell[] {
  const thought = step.thought.trim();
  const heading = `**Step ${step.index}**${thought === '' ? '' : `\n\n${prose(thought)}`}`;
  const cells = [markdownCell(heading)];
  const { code, observation } = step;
  if (code !== null && language === 'json') cells.push(markdownCell(fence(code, language)));
  if (code === null || language === 'json') cells.push(markdownCell(fence(observation.text)));
  else cells.push(codeCell(step, code));
  return cells;
}

function codeCell(step: Step, code: string): Cell {
  return {
    cell_type: 'code',
    metadata: {},
    execution_count: step.index,
    source: sourceLines(code),
    outputs: outputsOf(step),
  };
}

function outputsOf({ index, observation }: Step): Cell[] {
  const { stdout, value, error, kind, text } = observation;
  const outputs: Cell[] = [];
  if (stdout !== '') outputs.push(stream('stdout', stdout));
  if (value !== null) {
    outputs.push({
      output_type: 'execute_result',
      execution_count: index,
      data: { 'text/plain': sourceLines(value) },
      metadata: {},
    });
  }
  if (error !== null) {
    const last = `${error.type}: ${error.message}`;
    const traceback = [...error.traceback, last];
    outputs.push({ output_type: 'error', ename: error.type, evalue: error.message, traceback });
  } else if (kind !== 'executed' && kind !== 'final-answer') {
    outputs.push(stream('stderr', text));
  }
  return outputs;
}

function stream(name: 'stdout' | 'stderr', text: string): Cell {
  return { output_type: 'stream', name, text: sourceLines(text) };
}

function ending(trajectory: Trajectory): Cell {
  const answer = trajectory.ended?.finalAnswer ?? null;
  const facts = [...trajectory.verdicts.map(verdictLine), ...rewardLines(trajectory)];
  const list = facts.map((fact) => `- ${proseLine(fact)}`).join('\n');
  const result = answer === null ? 'No final answer.\n' : `Final answer:\n\n${fence(answer)}`;
  return markdownCell(`${result}\n${list}`);
}
