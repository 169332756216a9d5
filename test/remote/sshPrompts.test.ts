// ssh's questions on their way to the person: host keys to accept, passphrases, and what becomes of those without an answer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Prompt, Prompts } from '../../runtime/remote/machines/prompts.ts';
import { failureOf } from '../fakes/failureOf.ts';
import { withOwnFiles } from './ownFiles.ts';
import { noEnd, openMachines } from './remoteCase.ts';
import { makeKey } from './sshKey.ts';
import { SshHosts } from './sshHosts.ts';

describe('a question of ssh', () => {
  let hosts: SshHosts;
  beforeEach(async () => (hosts = await SshHosts.start()));
  afterEach(() => hosts.close());

  /** Connects once as a person who answers in this way. */
  const connectAs = async (
    name: string,
    answer: (prompt: Prompt) => string | null,
  ): Promise<{ readonly asked: Prompt[]; readonly home: Promise<unknown> }> => {
    const asked: Prompt[] = [];
    const prompts = new Prompts(() => `prompt-${asked.length}`, 3_000);
    prompts.onAsked((prompt) => {
      asked.push(prompt);
      prompts.answer(prompt.promptId, answer(prompt));
    });
    const machines = openMachines(hosts, prompts);
    const home = machines.link(name).home(noEnd());
    await home.catch(() => undefined);
    await machines.close();
    return { asked, home };
  };

  const unknownHost = async (): Promise<string> => {
    const known = path.join(hosts.folder, 'empty_known_hosts');
    await hosts.add('unknown', { client: [`UserKnownHostsFile ${known}`] });
    return known;
  };

  it('about a host key is put with its fingerprint, and kept when it was yes', async () => {
    const known = await unknownHost();
    const { asked, home } = await connectAs('unknown', () => 'yes');
    await home;
    assert.equal(asked.length, 1);
    assert.equal(asked[0]?.kind, 'confirm');
    assert.match(asked[0].question, /fingerprint is SHA256:/);
    assert.match(await readFile(known, 'utf8'), /ssh-ed25519/);
  });

  it('about a host key ends the try when it was no', async () => {
    await unknownHost();
    const { home } = await connectAs('unknown', () => 'no');
    const { code, message } = await failureOf(home);
    assert.equal(code, 'remote/refused');
    assert.match(message, /host key was not accepted/);
  });

  it('about a passphrase is a secret, and is put again when it was wrong', async () => {
    const key = path.join(hosts.folder, 'locked_key');
    makeKey(key, 'open sesame');
    await hosts.add('locked', {
      client: [`IdentityFile ${key}`, 'IdentityAgent none'],
      server: [`AuthorizedKeysFile ${key}.pub`],
    });
    const answers = ['wrong', 'open sesame'];
    const { asked, home } = await connectAs('locked', () => answers.shift() ?? null);
    await home;
    assert.deepEqual(
      asked.map(({ kind, machine }) => [kind, machine]),
      [
        ['secret', 'locked'],
        ['secret', 'locked'],
      ],
    );
    assert.match(asked[0]?.question ?? '', /Enter passphrase for key/);
  });

  /** A server on which the account has this password, and PAM asks for it as it asks for a second factor. */
  const withPassword = async (
    name: string,
    methods: string,
    server: readonly string[] = [],
  ): Promise<void> => {
    const hash = execFileSync('perl', ['-e', `print crypt('open sesame', '$6$salt$')`]).toString();
    const [shadow, pam] = ['shadow', 'pam'].map((file) => path.join(hosts.folder, file));
    await writeFile(shadow ?? '', `root:${hash}:19000:0:99999:7:::\n`, { mode: 0o600 });
    await writeFile(pam ?? '', pamRules);
    await hosts.add(name, {
      inFront: withOwnFiles({ '/etc/shadow': shadow ?? '', '/etc/pam.d/sshd': pam ?? '' }),
      server: [
        ...['UsePAM yes', 'PasswordAuthentication yes', 'KbdInteractiveAuthentication yes'],
        ...server,
      ],
      client: [`PreferredAuthentications ${methods}`],
    });
  };
  const pamRules = [
    'auth required pam_unix.so nodelay',
    'account required pam_permit.so',
    'session required pam_permit.so',
    '',
  ].join('\n');

  it('about a password is a secret, and is put again when it was wrong', async () => {
    await withPassword('with-password', 'password');
    const answers = ['wrong', 'open sesame'];
    const { asked, home } = await connectAs('with-password', () => answers.shift() ?? null);
    await home;
    assert.deepEqual(
      asked.map(({ kind, question }) => [kind, question.trim()]),
      Array.from({ length: 2 }, () => ['secret', "root@127.0.0.1's password:"]),
    );
  });

  it('about a second factor comes after the first, each put once', async () => {
    await withPassword('two-factors', 'keyboard-interactive,password', [
      'AuthenticationMethods password,keyboard-interactive',
    ]);
    const { asked, home } = await connectAs('two-factors', () => 'open sesame');
    await home;
    assert.deepEqual(
      asked.map(({ kind, question }) => [kind, question.trim()]),
      [
        ['secret', "root@127.0.0.1's password:"],
        ['secret', '(root@127.0.0.1) Password:'],
      ],
    );
  });

  it('about a password that is wrong three times ends the try with what to do', async () => {
    await withPassword('wrong-password', 'password');
    const { asked, home } = await connectAs('wrong-password', () => 'wrong');
    const { code, message } = await failureOf(home);
    assert.equal(code, 'remote/refused');
    assert.match(message, /password or code that was given is not the right one\. Connect again/);
    assert.equal(asked.length, 3);
  });

  it('that was put away is not put again by itself', async () => {
    await unknownHost();
    const { asked, home } = await connectAs('unknown', () => null);
    const { code, message } = await failureOf(home);
    assert.equal(code, 'remote/refused');
    assert.match(message, /got no answer/);
    assert.equal(asked.length, 1);
  });
});
