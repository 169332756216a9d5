// Where the attacks are run on the product's sandbox: one process with two interpreters. In one of them an episode with a
// secret lives all the time; in the other each attack gets an episode of its own, and an honest episode afterwards shows
// whether anything of the attack stayed.
import { setTimeout as delay } from 'node:timers/promises';
import type { Episode, Sandbox, SandboxPool, StepResult } from '../../runtime/sandbox/sandbox.ts';
import { chooseFiles } from '../../runtime/support/chosenFiles.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../fakes/sandboxPool.ts';
import type { Attack } from './attacks.ts';
import { forbiddenTool, type Bait } from './bait.ts';

/** How an attack ended. */
export type Ending =
  /** The Python guard refused the code, or an object of it refused the access. */
  | 'refused by the guard'
  /** A call to the host was stopped below Python. */
  | 'stopped by the seal'
  /** It used up its time or broke the interpreter, which got its state from before. */
  | 'stopped and restored'
  | 'failed in Python'
  | 'ran without effect';

export interface Strike {
  readonly ending: Ending;
  /** What shows that the attack got through; empty is what the suite wants. */
  readonly evidence: readonly string[];
  /** How the next episode differs from one in an untouched sandbox; null is what the suite wants. */
  readonly aftermath: string | null;
}

export interface AttackRange {
  strike(attack: Attack): Promise<Strike>;
  /** What is wrong with the episode that lived beside all the attacks; null when it is as it was. */
  examinePeer(): Promise<string | null>;
  close(): Promise<void>;
}

const stepMilliseconds = 1_500;
/** Kinds that may leave something behind in timers and sockets of the host. */
const lateKinds = new Set(['javascriptBridge', 'network', 'channel']);
/** Kinds that look for what other episodes left. */
const searchingKinds = new Set(['otherEpisodes', 'memory', 'introspection']);

/** Shows names, modules, files and random numbers; the same in every fresh episode. */
const honestCode = `
import glob, json, math, random, statistics
total = sum(n * n for n in range(10))
print(total, len([1]), str(1), math.pi, json.dumps({'a': 1}), statistics.mean([1, 2]), random.random())
print(sorted(glob.glob('/tmp/*')), sorted(glob.glob('/out/*')), sorted(glob.glob('/workspace/*')))
print(open('/workspace/notes.txt').read(), web_search(query='x'))
print(sorted(name for name in dir() if not name.startswith('_')))
`;

export async function openAttackRange(
  bait: Bait,
  options: { readonly guard: boolean; readonly nodePath: string },
): Promise<AttackRange> {
  const pool = openSandboxPool({ ...options, processes: 1, workersPerProcess: 2 });
  const range = new Range(pool, bait, await episodeFor(bait));
  await range.prepare();
  return range;
}

class Range implements AttackRange {
  private readonly pool: SandboxPool;
  private readonly bait: Bait;
  private readonly episode: Omit<Episode, 'callTool'>;
  private peer: Sandbox | null = null;
  private untouched = '';

  constructor(pool: SandboxPool, bait: Bait, episode: Omit<Episode, 'callTool'>) {
    this.pool = pool;
    this.bait = bait;
    this.episode = episode;
  }

  async prepare(): Promise<void> {
    this.peer = await this.acquire([]);
    await run(this.peer, plantingCode(this.bait.peerSecret));
    this.untouched = await this.honestEpisode();
    // An honest episode that fails would look the same after any attack.
    if (!this.untouched.includes('"outcome":"executed"')) {
      throw new Error(`The honest episode does not run: ${this.untouched}`);
    }
  }

  async strike(attack: Attack): Promise<Strike> {
    if (searchingKinds.has(attack.kind)) await this.leavePast();
    const called: string[] = [];
    const sandbox = await this.acquire(called);
    const result = await run(sandbox, this.bait.preamble() + attack.code);
    if (lateKinds.has(attack.kind)) await delay(5);
    await sandbox.release();
    const aftermath = await this.honestEpisode();
    const calls = called.includes(forbiddenTool) ? ['ran a tool that it was not given'] : [];
    return {
      ending: endingOf(result),
      evidence: [...this.bait.evidence(JSON.stringify(result)), ...calls],
      aftermath: aftermath === this.untouched ? null : aftermath,
    };
  }

  async examinePeer(): Promise<string | null> {
    if (this.peer === null) return 'the peer was never there';
    const result = await run(this.peer, 'print(secret)\nprint(open("/tmp/left.txt").read())');
    const expected = `${this.bait.peerSecret}\n${this.bait.peerSecret}\n`;
    return result.stdout === expected ? null : describe(result);
  }

  async close(): Promise<void> {
    await this.peer?.release();
    await this.pool.close();
  }

  /** An episode with a secret that ends before the attack begins. */
  private async leavePast(): Promise<void> {
    const sandbox = await this.acquire([]);
    await run(sandbox, plantingCode(this.bait.pastSecret));
    await sandbox.release();
  }

  private async honestEpisode(): Promise<string> {
    const sandbox = await this.acquire([]);
    const result = await run(sandbox, honestCode);
    await sandbox.release();
    return describe(result);
  }

  private acquire(called: string[]): Promise<Sandbox> {
    const callTool: Episode['callTool'] = (name) => {
      called.push(name);
      return Promise.resolve({ ok: true, value: 'nothing found' });
    };
    return this.pool.acquire({ ...this.episode, callTool }, never);
  }
}

async function episodeFor(bait: Bait): Promise<Omit<Episode, 'callTool'>> {
  const query = { name: 'query', type: 'str', description: 'What to look for.' };
  const tools = [
    {
      name: 'web_search',
      description: 'Searches.',
      parameters: [query],
      returns: 'str',
      isFinal: false,
    },
    {
      name: 'final_answer',
      description: 'Ends the task.',
      parameters: [{ name: 'answer', type: 'Any', description: 'The answer.' }],
      returns: 'Any',
      isFinal: true,
    },
  ];
  const files = await chooseFiles([bait.workspace]);
  return { ...testEpisode(), tools, files };
}

/** Leaves a secret wherever an episode can leave one. It is put together at run time: the source does not hold it. */
function plantingCode(secret: string): string {
  const halves = [secret.slice(0, 20), secret.slice(20)].map((half) => JSON.stringify(half));
  return `
secret = past = ${halves.join(' + ')}
with open('/tmp/left.txt', 'w') as file:
    file.write(secret)
with open('/out/left.txt', 'w') as file:
    file.write(secret)
import math, json, random
for module in (math, json, random):
    try:
        module.past = secret
    except Exception:
        pass
try:
    import os
    os.environ['PAST'] = secret
except Exception:
    pass
`;
}

function run(sandbox: Sandbox, code: string): Promise<StepResult> {
  return runCode(sandbox, code, {
    timeoutMilliseconds: stepMilliseconds,
    maxOutputCharacters: 200_000,
  });
}

function describe(result: StepResult): string {
  const { outcome, stdout, error, refusals, recovery } = result;
  return JSON.stringify({ outcome, stdout, error, refusals, recovery });
}

const guardErrors = new Set(['ForbiddenImportError', 'SandboxError', 'ProtectedNameError']);

function endingOf(result: StepResult): Ending {
  if (result.violations.length > 0) return 'stopped by the seal';
  if (result.recovery !== 'none') return 'stopped and restored';
  if (result.outcome === 'refused' || result.refusals.length > 0) return 'refused by the guard';
  if (guardErrors.has(result.error?.type ?? '')) return 'refused by the guard';
  return result.error === null ? 'ran without effect' : 'failed in Python';
}
