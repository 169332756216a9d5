// What ssh said when a connection did not come about, as what a person can do about it, in ssh's words and ours.
import { failure, type FailureError } from '../../support/errors.ts';
import { offline } from './remoteProblem.ts';

interface Known {
  readonly pattern: RegExp;
  /** `offline` may be over by itself; the others only a person can mend. */
  readonly code: 'offline' | 'refused' | 'unsuitable';
  readonly advice: (match: RegExpMatchArray, machine: string, said: string) => string;
}

/** The first that matches counts. Texts are those of OpenSSH 7.6 to 10. */
const known: readonly Known[] = [
  {
    pattern: /REMOTE HOST IDENTIFICATION HAS CHANGED[^]*?Offending [\w-]+ key in (.+):(\d+)/,
    code: 'refused',
    advice: ([, file = '', line = ''], machine, said) =>
      `Its host key is not the one that line ${line} of ${file} says. Somebody may stand between, or the machine was set up anew. Ask its administrator. Only when the change is known to be right, remove the old key by: ${removal(said) ?? `ssh-keygen -f "${file}" -R ${machine}`}`,
  },
  {
    pattern: /Host key verification failed/,
    code: 'refused',
    advice: () =>
      'Its host key was not accepted. Compare the fingerprint with the one that its administrator gives, connect again and answer yes.',
  },
  {
    pattern: /UNPROTECTED PRIVATE KEY FILE[^]*?Permissions \d+ for '([^']+)'/,
    code: 'refused',
    advice: ([, file = '']) =>
      `Others can read the key ${file}. Protect it by: chmod 600 "${file}"`,
  },
  {
    pattern: /Too many authentication failures/,
    code: 'refused',
    advice: (_, machine) =>
      `The agent offers too many keys before the right one. Name it in the ssh configuration: IdentityFile and IdentitiesOnly yes for ${machine}.`,
  },
  {
    pattern: /Permission denied, please try again/,
    code: 'refused',
    advice: () =>
      'The password or code that was given is not the right one. Connect again and type it anew; after several tries some servers let nobody in for a while.',
  },
  {
    pattern: /Permission denied \(([^)]*)\)/,
    code: 'refused',
    advice: ([, methods = ''], machine) =>
      `It does not let you in (it takes ${methods}). See which key is offered by: ssh -v ${machine}, and that its public half is in ~/.ssh/authorized_keys there, for this user.`,
  },
  {
    pattern:
      /Bad configuration option|Bad owner or permissions on|bad configuration options|command-line line \d/,
    code: 'refused',
    advice: () =>
      'ssh does not take its configuration as it is. Mend the place that it names; an ssh older than OpenSSH 7.6 is too old.',
  },
  {
    pattern: /Unable to negotiate|no matching (?:host key type|cipher|key exchange|MAC)/,
    code: 'refused',
    advice: () =>
      'This ssh and the server have no method in common. Update the older one, or allow the method for this host in the ssh configuration.',
  },
  {
    pattern: /Could not resolve hostname (\S+?):/,
    code: 'offline',
    advice: ([, name = '']) =>
      `No host is known by the name ${name}. Check the spelling, the ssh configuration, and whether a VPN is needed.`,
  },
  {
    pattern: /connect to host (\S+) port (\d+): Connection refused/,
    code: 'offline',
    advice: ([, host = '', port = '']) =>
      `${host} is there, but no ssh server listens on port ${port}. Check the port, and that sshd runs there.`,
  },
  {
    pattern: /timed out|No route to host|Network is unreachable|Network is down|Host is down/,
    code: 'offline',
    advice: () => 'No answer came. Check the network, a VPN, and whether the machine is on.',
  },
  {
    pattern:
      /Connection (?:closed|reset) by|kex_exchange_identification|Broken pipe|Session open refused/,
    code: 'offline',
    advice: () =>
      'The server ended the connection before the login. It may be starting, full, or keep this address out for a while.',
  },
];

/** Lines that ssh writes because we ask for them, and ones that say nothing. */
const noise =
  /^(?:Add correct host key|Offending |remove with:|ssh-keygen -f |Authenticated to |Transferred: |Bytes per second: |Connection to \S+ closed|Connecting to |Warning: Permanently added|mux_client|ControlSocket |debug\d|kex_exchange_identification: read: |@@@|$)/;

/** @param said what ssh wrote to its standard error */
export function sshProblem(machine: string, said: string): FailureError {
  const words = sshWords(said);
  const quote = words === '' ? '' : ` ssh says: ${sentence(words)}`;
  for (const { pattern, code, advice } of known) {
    const match = said.match(pattern);
    if (match === null) continue;
    const text = `${advice(match, machine, said)}${quote}`;
    if (code === 'offline') return offline(machine, text);
    return failure('remote', code, `Cannot connect to ${machine}. ${text}`);
  }
  return offline(
    machine,
    `The connection ended before it began.${quote} Try it by: ssh ${machine}`,
  );
}

/** The command that ssh itself names for a key that is not right any more. */
function removal(said: string): string | null {
  return /^\s*(ssh-keygen -f .+)$/m.exec(said)?.[1]?.trim() ?? null;
}

/** Its last lines without what is not about the problem, one after the other. */
export function sshWords(said: string): string {
  const lines = said.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => !noise.test(line))
    .slice(-6)
    .join(' / ');
}

/** No marker came although the login was accepted. */
export function profileProblem(machine: string, printed: string, seconds: number): FailureError {
  const last = printed.trim().split(/\r?\n/).slice(-4).join(' / ');
  const seen = last === '' ? 'It printed nothing.' : `It printed: ${sentence(last)}`;
  return failure(
    'remote',
    'unsuitable',
    `${machine} let you in, but its login shell did not get to our program within ${seconds} s. ${seen} A profile there (such as .bashrc) waits for an answer (sudo, a menu) or does not end: let it do so only in interactive shells. It must have /bin/sh, so Linux or macOS.`,
  );
}

export function pythonProblem(machine: string, versions: string): FailureError {
  const found = versions === '' ? 'It has no Python' : `It has only ${versions}`;
  return failure(
    'remote',
    'unsuitable',
    `${machine} needs Python 3.9 or newer. ${found} on the search path of a login that is not interactive. Install one (for example: sudo apt-get install python3), or put it on the PATH in .bashrc above the lines for interactive shells.`,
  );
}

/** ssh ended, or the shell did, before the marker came and after the login was accepted. */
export function shellProblem(machine: string, printed: string, said: string): FailureError {
  const words = [printed.trim().split(/\r?\n/).slice(-4).join(' / '), sshWords(said)];
  const seen = words.filter((word) => word !== '').join(' / ');
  return failure(
    'remote',
    'unsuitable',
    `${machine} let you in, but its login shell ended before our program began. ${seen === '' ? 'It said nothing.' : `It said: ${sentence(seen)}`} The account must be allowed to run commands, and have /bin/sh (Linux or macOS). Try it by: ssh ${machine} /bin/sh -c true`,
  );
}

export function noSsh(): FailureError {
  return failure(
    'remote',
    'refused',
    'There is no ssh on this computer. Install OpenSSH (for example: sudo apt-get install openssh-client; on Windows the optional feature OpenSSH Client) so that it is on the PATH.',
  );
}

function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}
