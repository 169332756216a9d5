// Finds a Python that the trainer can be installed for.
import { HumanError } from '../support/errors.ts';
import { runCommand } from './watchedCommand.ts';

export interface FoundPython {
  readonly command: readonly [program: string, ...args: string[]];
  /** Major and minor number, for example `3.11`. */
  readonly version: string;
}

export interface PythonSearch {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The packages of the lock file are made for these. */
const known = ['3.11', '3.12', '3.13'];
const fetchedVersion = '3.12';
const question = 'import sys; print("python %d.%d" % sys.version_info[:2])';

/** @throws HumanError that names what was found instead */
export async function findTrainerPython(search: PythonSearch): Promise<FoundPython> {
  const others: string[] = [];
  for (const command of commands(search.platform)) {
    const version = await versionOf(command, search);
    if (version === null) continue;
    if (known.includes(version)) return { command, version };
    others.push(version);
  }
  const fetched = await fetchedByUv(search);
  if (fetched !== null) return fetched;
  const found = others.length > 0 ? `only ${[...new Set(others)].join(', ')}` : 'none';
  throw new HumanError(
    `The trainer needs Python ${known.join(', ')}, and there is ${found}. Install one of them, or uv, which fetches one, or name a Python that has the trainer's packages by TOOL_R1_TRAINER_PYTHON.`,
  );
}

/** Null where there is no uv, or it cannot fetch one. https://docs.astral.sh/uv/guides/install-python/ */
async function fetchedByUv({ env, signal }: PythonSearch): Promise<FoundPython | null> {
  const installed = await runCommand(['uv', 'python', 'install', fetchedVersion], { env, signal });
  if (installed.code !== 0) return null;
  const { code, tail } = await runCommand(['uv', 'python', 'find', fetchedVersion], {
    env,
    signal,
  });
  const python = tail.at(-1) ?? '';
  return code === 0 && python !== '' ? { command: [python], version: fetchedVersion } : null;
}

async function versionOf(
  [program, ...args]: FoundPython['command'],
  { env, signal }: PythonSearch,
): Promise<string | null> {
  const { code, tail } = await runCommand([program, ...args, '-c', question], { env, signal });
  const said = /^python (\d+\.\d+)$/.exec(tail.at(-1) ?? '');
  return code === 0 ? (said?.[1] ?? null) : null;
}

/** `python3` is what people mean; the names with a version find others beside it. */
function commands(platform: NodeJS.Platform): FoundPython['command'][] {
  if (platform === 'win32') {
    return [['python'], ...known.toReversed().map((version) => ['py', `-${version}`] as const)];
  }
  return [['python3'], ...known.toReversed().map((version) => [`python${version}`] as const)];
}
