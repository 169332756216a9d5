// Rollouts of verifiers (PrimeIntellect-ai/verifiers): `results.jsonl` of its evaluations before version 1, and `traces.jsonl` since,
// which prime-rl writes too.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { check, parseJson } from '../../../support/parseJson.ts';
import type { ForeignFormat, ForeignItem } from './foreignFormat.ts';
import { headPaths } from './headPaths.ts';
import { leftOver } from './leftOver.ts';
import { opensNothing, partItems } from './partItems.ts';
import { verifiersRow } from './verifiersRow.ts';
import { verifiersTrace } from './verifiersTrace.ts';

export const verifiersFormat: ForeignFormat = {
  id: 'verifiers',
  title: 'verifiers rollouts',
  patterns: ['results.jsonl', 'traces.jsonl'],
  detect(_file, head) {
    const paths = headPaths(head);
    const has = (...keys: readonly string[]) => keys.every((key) => paths.has(key));
    return (
      has('prompt', 'completion', 'reward') ||
      has('example_id', 'prompt') ||
      has('traces[].nodes') ||
      has('env.id', 'task.data')
    );
  },
  read,
};

async function* read(file: string, signal: AbortSignal): AsyncGenerator<ForeignItem> {
  const model = await modelBeside(file, signal);
  const make = (value: unknown, where: string) => itemsOf(value, where, model);
  yield* partItems(file, { opens: opensNothing, make }, signal);
}

const Metadata = z.looseObject({ model: z.string() });

/** The metadata of an evaluation lies in the same folder. */
async function modelBeside(file: string, signal: AbortSignal): Promise<string | null> {
  const beside = path.join(path.dirname(file), 'metadata.json');
  const text = await readFile(beside, { encoding: 'utf8', signal }).catch(() => null);
  signal.throwIfAborted();
  const metadata = text === null ? null : parseJson(Metadata, text);
  return metadata?.ok === true ? metadata.value.model : null;
}

const Episode = z.looseObject({ traces: z.array(z.unknown()) });
/** Train steps that the policy had seen when an episode of prime-rl began. */
const PolicyStart = z.object({
  run: z.object({ work: z.object({ policy: z.object({ start: z.int().nonnegative() }) }) }),
});

function* itemsOf(value: unknown, where: string, model: string | null): Generator<ForeignItem> {
  const episode = check(Episode, value);
  if (episode.ok) {
    yield* episodeItems(episode.value, where);
    return;
  }
  const row = verifiersRow(value, model);
  if (row.ok) yield { kind: 'trajectory', trajectory: row.value };
  else yield { kind: 'problem', where, message: `no rollout of verifiers: ${row.problem}` };
}

/** What the agents of an episode share is kept with each of them. */
function* episodeItems(episode: z.infer<typeof Episode>, where: string): Generator<ForeignItem> {
  const shared = leftOver(episode, ['traces', 'task'], '');
  const policy = PolicyStart.safeParse(episode);
  const trainStep = policy.success ? policy.data.run.work.policy.start + 1 : null;
  if (episode.traces.length === 0) {
    yield { kind: 'problem', where, message: 'the episode has no trace' };
  }
  for (const [at, value] of episode.traces.entries()) {
    const trace = verifiersTrace(value, `traces[${at}]`);
    if (!trace.ok)
      yield { kind: 'problem', where, message: `no trace of verifiers: ${trace.problem}` };
    else {
      const unmapped = { ...shared, ...trace.value.unmapped };
      yield { kind: 'trajectory', trajectory: { ...trace.value, trainStep, unmapped } };
    }
  }
}
