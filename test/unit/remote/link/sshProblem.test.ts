import assert from 'node:assert/strict';
import { sshProblem, sshWords } from '../../../../runtime/remote/link/sshProblem.ts';
import {
  AgentRefusal,
  ConnectionBroken,
  toRemoteFailure,
} from '../../../../runtime/remote/link/remoteProblem.ts';
import { FailureError } from '../../../../runtime/support/errors.ts';

/** What OpenSSH writes, what it is, and what a person must be able to read. */
const table: readonly [said: string, code: string, told: RegExp][] = [
  [
    'ssh: Could not resolve hostname a: Name or service not known',
    'offline',
    /name a\. Check the spelling/,
  ],
  [
    'ssh: connect to host 10.0.0.1 port 22: Connection refused',
    'offline',
    /no ssh server listens on port 22/,
  ],
  ['ssh: connect to host 10.0.0.1 port 22: Connection timed out', 'offline', /No answer came/],
  ['ssh: connect to host 10.0.0.1 port 22: No route to host', 'offline', /No answer came/],
  ['kex_exchange_identification: Connection closed by remote host', 'offline', /before the login/],
  ['Connection reset by 10.0.0.1 port 22', 'offline', /before the login/],
  ['ada@a: Permission denied (publickey,password).', 'refused', /it takes publickey,password/],
  [
    'Permission denied, please try again.\nada@a: Permission denied (publickey).',
    'refused',
    /password or code that was given is not the right one/,
  ],
  ['Received disconnect: Too many authentication failures', 'refused', /IdentitiesOnly yes/],
  ['Host key verification failed.', 'refused', /Compare the fingerprint/],
  ['/h/.ssh/config: line 3: Bad configuration option: foo', 'refused', /Mend the place/],
  [
    'Unable to negotiate with 10.0.0.1 port 22: no matching host key type found.',
    'refused',
    /no method in common/,
  ],
  [
    "WARNING: UNPROTECTED PRIVATE KEY FILE!\nPermissions 0644 for '/h/k' are too open.\nada@a: Permission denied (publickey).",
    'refused',
    /chmod 600 "\/h\/k"/,
  ],
];

describe('what ssh said', () => {
  for (const [said, code, told] of table) {
    it(`is explained: ${said.split('\n')[0]}`, () => {
      const { failure } = sshProblem('a100', said);
      assert.equal(failure.code, `remote/${code}`);
      assert.match(failure.message, told);
      assert.match(failure.message, /a100/);
    });
  }

  it('about a changed host key names line and command, and never says to accept it', () => {
    const said = [
      '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @',
      'Offending ED25519 key in /home/ada/.ssh/known_hosts:12',
      '  remove with:',
      '  ssh-keygen -f "/home/ada/.ssh/known_hosts" -R "10.0.0.1"',
      'Host key verification failed.',
    ].join('\n');
    const { code, message } = sshProblem('a100', said).failure;
    assert.equal(code, 'remote/refused');
    assert.match(message, /line 12 of \/home\/ada\/\.ssh\/known_hosts/);
    assert.match(message, /ssh-keygen -f "\/home\/ada\/\.ssh\/known_hosts" -R "10\.0\.0\.1"/);
  });

  it('is quoted without what we asked it to say', () => {
    const said = 'Authenticated to 10.0.0.1 ([10.0.0.1]:22) using "publickey".\r\nBad luck.\r\n';
    assert.equal(sshWords(said), 'Bad luck.');
  });

  it('may be nothing', () => {
    assert.match(sshProblem('a100', '').failure.message, /Try it by: ssh a100/);
  });
});

describe('what a machine refuses', () => {
  const kinds: readonly [kind: string, code: string][] = [
    ['no-file', 'remote/no-file'],
    ['disk-full', 'remote/disk-full'],
    ['denied', 'remote/unsuitable'],
    ['broken', 'remote/unsuitable'],
  ];
  for (const [kind, code] of kinds) {
    it(`${kind} is ${code}`, () => {
      const failed = toRemoteFailure(
        'a100',
        new AgentRefusal(kind, "[Errno 122] Disk quota exceeded: '/x'"),
      );
      assert.ok(failed instanceof FailureError);
      assert.equal(failed.failure.code, code);
      assert.match(failed.message, /a100.*Disk quota exceeded: '\/x'\./);
    });
  }

  it('is told from a connection that broke, and from errors of our own', () => {
    const broken = toRemoteFailure('a100', new ConnectionBroken('Gone.'));
    assert.ok(broken instanceof FailureError && broken.failure.code === 'remote/offline');
    const own = new TypeError('x');
    assert.equal(toRemoteFailure('a100', own), own);
  });
});
