// Trajectories of SWE-agent (SWE-agent/SWE-agent, sweagent/agent/agents.py): one run a file. Each step repeats the conversation so
// far, so the file grows with the square of its steps; it is read step by step, and the conversation once, from `history`.
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import type { JsonPath } from './jsonSplitter.ts';
import { pathText, readJsonFile } from './readJsonParts.ts';
import { SweAgentRun } from './sweAgentRun.ts';
import { sweAgentTrajectory } from './sweAgentTrajectory.ts';

export const sweAgentFormat: ForeignFormat = {
  id: 'swe-agent',
  title: 'SWE-agent trajectory',
  patterns: ['*.traj'],
  detect(_file, head) {
    const paths = headPaths(head);
    return ['trajectory[]', 'attempts[].trajectory[]'].some(
      (step) => paths.has(`${step}.action`) && paths.has(`${step}.observation`),
    );
  },
  read: readRuns,
};

/** The run itself, and the attempts of one that tried several times. */
function opens(path: JsonPath): boolean {
  const keys = path.slice(1);
  const [first, , third] = keys;
  if (keys.length <= 1)
    return first === undefined || first === 'trajectory' || first === 'attempts';
  return (
    first === 'attempts' && (keys.length === 2 || (keys.length === 3 && third === 'trajectory'))
  );
}

async function* readRuns(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  const runs = new Map<string, SweAgentRun>();
  for await (const part of readJsonFile(file, { opens }, signal)) {
    const where = pathText(part.path);
    if (part.kind === 'problem') {
      yield { kind: 'problem', where, message: part.message };
      continue;
    }
    for (const message of part.repairs) yield { kind: 'note', where, message };
    const { run, keys } = placeOf(part.path);
    const collected = runs.get(run) ?? new SweAgentRun();
    runs.set(run, collected);
    const problem = collected.take(keys, part.value);
    if (problem !== null) yield { kind: 'problem', where, message: problem };
  }
  yield* itemsOf(runs, file);
}

/** To which run a part belongs, and its place in that. */
function placeOf([document, ...keys]: JsonPath): {
  run: string;
  keys: readonly (string | number)[];
} {
  if (keys[0] !== 'attempts') return { run: `${document}`, keys };
  return { run: `${document}.attempt-${Number(keys[1]) + 1}`, keys: keys.slice(2) };
}

/** The best of several attempts stands at the top once more; only what is said there alone is new. */
function* itemsOf(runs: ReadonlyMap<string, SweAgentRun>, file: string): Generator<ForeignItem> {
  for (const [name, run] of runs) {
    const attempt = name.split('.')[1] ?? null;
    const isRepeated = attempt === null && runs.has(`${name}.attempt-1`);
    if (isRepeated) {
      yield {
        kind: 'note',
        where: 'attempts',
        message: 'the chosen attempt stands in the file twice, and was read once',
      };
    } else if (run.steps.length > 0) {
      yield { kind: 'trajectory', trajectory: sweAgentTrajectory(run, file, attempt) };
      yield* run.notes();
    }
  }
}
