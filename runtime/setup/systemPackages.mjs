// Packages of the operating system. Where they may be installed (root on Debian or Ubuntu) they are; elsewhere the
// missing one is named with the command that installs it.
import { constants, readFileSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { capture, tail } from './runProgram.mjs';
import { say, withClock } from './say.mjs';

/**
 * Makes sure that Python with pip is there.
 * @returns {Promise<{ ok: true } | { ok: false, advice: string }>}
 */
export async function ensurePip() {
  if (await hasPip()) return { ok: true };
  const packages = ['python3', 'python3-pip', 'python3-venv'];
  if (!mayInstall()) return { ok: false, advice: installAdvice(packages) };
  const { code, output } = await withClock('Installing Python and pip', () => aptInstall(packages));
  if (code === 0 && (await hasPip())) return { ok: true };
  say(tail(output, 10));
  return { ok: false, advice: installAdvice(packages) };
}

/**
 * Makes sure that one of the programs is there, by the packages of the system.
 * @param {{ title: string, programs: readonly string[], packages: readonly string[] }} wanted
 * @returns {Promise<{ ok: true, program: string } | { ok: false, advice: string }>} `program` is an absolute path
 */
export async function ensureProgram({ title, programs, packages }) {
  const before = await findProgram(programs);
  if (before !== null) return { ok: true, program: before };
  const advice = installAdvice(packages);
  if (!mayInstall()) return { ok: false, advice };
  const { output } = await withClock(`Installing ${title}`, () => aptInstall(packages));
  const program = await findProgram(programs);
  if (program !== null) return { ok: true, program };
  say(tail(output, 10));
  return { ok: false, advice };
}

/** The first of the programs that is on the path, as an absolute path. */
export async function findProgram(programs, searchPath = process.env.PATH ?? '') {
  for (const program of programs) {
    for (const folder of searchPath.split(path.delimiter).filter(Boolean)) {
      const file = path.resolve(folder, program);
      if (await isExecutable(file)) return file;
    }
  }
  return null;
}

async function isExecutable(file) {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function hasPip() {
  const programs = process.platform === 'win32' ? ['py', 'python'] : ['python3', 'python'];
  for (const program of programs) {
    if ((await capture(program, ['-m', 'pip', '--version'])).code === 0) return true;
  }
  return false;
}

function mayInstall() {
  return process.getuid?.() === 0 && isDebian();
}

function isDebian() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return /^ID(_LIKE)?="?[^\n]*\b(debian|ubuntu)\b/m.test(release);
  } catch {
    return false;
  }
}

async function aptInstall(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await capture('apt-get', ['update', '-q'], { env });
  if (update.code !== 0) return update;
  return capture('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env,
  });
}

function installAdvice(packages) {
  if (process.platform === 'linux' && isDebian())
    return `sudo apt-get install ${packages.join(' ')}`;
  if (!packages.includes('python3'))
    return `install ${packages.join(' and ')} as usual on your system`;
  if (process.platform === 'darwin') return 'brew install python';
  if (process.platform === 'win32') return 'winget install Python.Python.3.12';
  return 'Install Python 3 with pip by the package manager of your system.';
}
