import { strict as assert } from 'node:assert';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  prepareTrainerEnvironment,
  type TrainerEnvironmentOptions,
} from '../../../runtime/setup/trainerEnvironment.ts';
import { HumanError } from '../../../runtime/support/errors.ts';
import type { Progress } from '../../../runtime/support/progress.ts';

/** Stands for Python: notes what it is called with, makes an environment that holds itself, and plays pip. */
const fakePython = `#!/bin/sh
echo "$*" >> "$FAKE_LOG"
case "$1 $2" in
  "-c "*) echo "python $FAKE_VERSION" ;;
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
  "-m pip") echo "Collecting one"; echo "  Collecting two"; echo "Installing collected packages: one, two"; echo "$FAKE_PIP_SAYS"; exit "\${FAKE_PIP_CODE:-0}" ;;
esac
`;

describe('the environment of the trainer', () => {
  let folder: string;
  let progress: Progress[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tool-r1-environment-'));
    progress = [];
    await mkdir(path.join(folder, 'bin'));
    await writeFile(path.join(folder, 'bin', 'python3'), fakePython);
    await chmod(path.join(folder, 'bin', 'python3'), 0o755);
    await writeFile(path.join(folder, 'requirements.lock'), '# what for\none==1\ntwo==2\n');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function options(env: Record<string, string> = {}): TrainerEnvironmentOptions {
    return {
      cacheFolder: path.join(folder, 'cache'),
      trainerFolder: folder,
      device: 'cpu',
      platform: 'linux',
      env: {
        PATH: `${path.join(folder, 'bin')}:/bin:/usr/bin`,
        FAKE_LOG: path.join(folder, 'log'),
        FAKE_VERSION: '3.11',
        ...env,
      },
      signal: AbortSignal.timeout(10_000),
      onProgress: (step) => progress.push(step),
    };
  }

  async function calls(): Promise<string[]> {
    const log = await readFile(path.join(folder, 'log'), 'utf8');
    return log.trim().split('\n');
  }

  it('is made once for a state of the lock file, and says how far it is', async () => {
    const python = await prepareTrainerEnvironment(options());
    assert.equal(await prepareTrainerEnvironment(options()), python);
    const installs = (await calls()).filter((call) => call.startsWith('-m pip install'));
    assert.equal(installs.length, 1);
    assert.match(installs[0] ?? '', new RegExp(`-r ${path.join(folder, 'requirements.lock')}$`));
    assert.deepEqual(
      progress.map(({ activity, done, total }) => [activity, done, total]),
      [
        ['Fetching the trainer', 1, 2],
        ['Fetching the trainer', 2, 2],
        ['Installing the trainer', 0, null],
      ],
    );
  });

  it('is another one when the lock file or the Python changes', async () => {
    const first = await prepareTrainerEnvironment(options());
    const second = await prepareTrainerEnvironment(options({ FAKE_VERSION: '3.12' }));
    await writeFile(path.join(folder, 'requirements.lock'), 'one==3\n');
    const third = await prepareTrainerEnvironment(options());
    assert.equal(new Set([first, second, third]).size, 3);
  });

  it('is never used half made', async () => {
    const failing = options({
      FAKE_PIP_CODE: '1',
      FAKE_PIP_SAYS: 'ERROR: No matching distribution',
    });
    await assert.rejects(prepareTrainerEnvironment(failing), (error) => {
      assert.ok(error instanceof HumanError);
      assert.match(
        error.message,
        /^pip could not .* ERROR: No matching distribution .* TOOL_R1_WHEELS/,
      );
      return true;
    });
    await prepareTrainerEnvironment(options());
    const made = (await calls()).filter((call) => call.startsWith('-m venv'));
    assert.equal(made.length, 2);
  });

  it('takes wheels from a folder where one is named', async () => {
    await prepareTrainerEnvironment(options({ TOOL_R1_WHEELS: '/wheels' }));
    const install = (await calls()).find((call) => call.startsWith('-m pip install')) ?? '';
    assert.match(install, /--no-index --find-links \/wheels/);
  });

  it('asks another index beside the usual one where that is named', async () => {
    await prepareTrainerEnvironment(options({ TOOL_R1_WHEEL_INDEX: 'https://wheels.example/cpu' }));
    const install = (await calls()).find((call) => call.startsWith('-m pip install')) ?? '';
    assert.match(install, /--extra-index-url https:\/\/wheels\.example\/cpu/);
  });

  it('has what graphics cards need beside it, in an environment of its own', async () => {
    await writeFile(path.join(folder, 'requirements-cuda.lock'), 'vllm==1\n');
    const cpu = await prepareTrainerEnvironment(options());
    const cuda = await prepareTrainerEnvironment({ ...options(), device: 'cuda' });
    assert.notEqual(cpu, cuda);
    const installs = (await calls()).filter((call) => call.startsWith('-m pip install'));
    assert.doesNotMatch(installs[0] ?? '', /cuda/);
    assert.match(installs[1] ?? '', /-r \S+requirements\.lock -r \S+requirements-cuda\.lock$/);
  });

  describe('with uv', () => {
    /** Notes what it is called with; `find` names the fake Python. */
    async function writeUv(code: number): Promise<void> {
      const text = `#!/bin/sh
echo "uv $*" >> "$FAKE_LOG"
case "$1 $2" in
  "python find") FAKE_VERSION=3.12 && echo '${path.join(folder, 'bin', 'python3')}' ;;
  "pip install") exit ${code} ;;
esac
`;
      await writeFile(path.join(folder, 'bin', 'uv'), text);
      await chmod(path.join(folder, 'bin', 'uv'), 0o755);
    }

    it('lets it install', async () => {
      await writeUv(0);
      const python = await prepareTrainerEnvironment(options());
      const found = (await calls()).filter((call) => /pip install/.test(call));
      assert.equal(found.length, 1);
      assert.ok(found[0]?.startsWith(`uv pip install --quiet --python ${python} -r `));
    });

    it('falls back to pip, whose settings it does not read', async () => {
      await writeUv(2);
      await prepareTrainerEnvironment(options());
      const found = (await calls()).filter((call) => /pip install/.test(call));
      assert.deepEqual(
        found.map((call) => call.split(' ')[0]),
        ['uv', '-m'],
      );
    });

    it('lets it fetch a Python where none is new enough', async () => {
      await writeUv(0);
      for (const tool of ['mkdir', 'cp']) {
        await symlink(`/bin/${tool}`, path.join(folder, 'bin', tool));
      }
      const only = { PATH: path.join(folder, 'bin'), FAKE_VERSION: '3.9' };
      await prepareTrainerEnvironment(options(only));
      const uv = (await calls()).filter((call) => call.startsWith('uv python'));
      assert.deepEqual(uv, ['uv python install 3.12', 'uv python find 3.12']);
    });
  });

  it('says which Python is missing', async () => {
    const only = { PATH: path.join(folder, 'bin'), FAKE_VERSION: '3.9' };
    await assert.rejects(
      prepareTrainerEnvironment(options(only)),
      /needs Python 3\.11, 3\.12, 3\.13, and there is only 3\.9/,
    );
  });

  it('is given up when it is not wanted any more', async () => {
    const signal = AbortSignal.abort(new Error('stopped by a person'));
    await assert.rejects(
      prepareTrainerEnvironment({ ...options(), signal }),
      /stopped by a person/,
    );
  });
});
