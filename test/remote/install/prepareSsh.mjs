// Installs what the tests of machines need of the operating system: the OpenSSH server, network tools, and two login shells
// that are not like sh.
import { SetupError } from '../../../runtime/setup/say.mjs';
import { ensureProgram } from '../../../runtime/setup/systemPackages.mjs';

const wanted = [
  { title: 'the OpenSSH client', programs: ['ssh'], packages: ['openssh-client'] },
  { title: 'the OpenSSH server', programs: ['/usr/sbin/sshd'], packages: ['openssh-server'] },
  { title: 'network tools', programs: ['/usr/sbin/ip', '/sbin/ip'], packages: ['iproute2'] },
  { title: 'the shell fish', programs: ['fish'], packages: ['fish'] },
  { title: 'the shell tcsh', programs: ['tcsh'], packages: ['tcsh'] },
];

export async function prepareSsh() {
  for (const { title, programs, packages } of wanted) {
    const found = await ensureProgram({ title, programs, packages });
    if (found.ok) continue;
    throw new SetupError(`The tests of machines need ${title}. Install it: ${found.advice}`);
  }
}
