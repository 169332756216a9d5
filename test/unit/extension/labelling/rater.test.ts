import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { gitIdentity, identityOf } from '../../../../extension/labelling/gitIdentity.ts';
import { Rater } from '../../../../extension/labelling/rater.ts';
import { makeTemporaryFolder } from '../../../fakes/temporaryFolder.ts';

interface Given {
  setting?: string;
  git?: string | null;
  remembered?: string | null;
  answer?: string | undefined;
}

function raterOf({ setting = '', git = null, remembered = null, answer }: Given) {
  const asked: string[] = [];
  let memory = remembered;
  const rater = new Rater({
    setting: () => setting,
    gitIdentity: (workspace) => {
      asked.push(workspace);
      return Promise.resolve(git);
    },
    memory: {
      get: () => memory,
      set: (name) => {
        memory = name;
        return Promise.resolve();
      },
    },
    ask: () => {
      asked.push('the person');
      return Promise.resolve(answer);
    },
  });
  return { rater, asked, remembered: () => memory };
}

describe('rater', () => {
  it('is the name in the settings before anything else', async () => {
    const { rater, asked } = raterOf({ setting: ' Ada <a@example.org> ', git: 'Ben' });
    assert.equal(await rater.get('/w'), 'Ada <a@example.org>');
    assert.deepEqual(asked, []);
  });

  it('is the person as git knows them in the workspace, before what was said', async () => {
    const { rater, asked } = raterOf({ git: 'Ben <b@example.org>', remembered: 'Cleo' });
    assert.equal(await rater.get('/w'), 'Ben <b@example.org>');
    assert.deepEqual(asked, ['/w']);
  });

  it('is asked for once', async () => {
    const { rater, asked, remembered } = raterOf({ answer: ' Cleo ' });
    assert.equal(await rater.known('/w'), null);
    assert.equal(await rater.get('/w'), 'Cleo');
    assert.equal(await rater.get('/w'), 'Cleo');
    assert.equal(remembered(), 'Cleo');
    assert.deepEqual(
      asked.filter((one) => one === 'the person'),
      ['the person'],
    );
  });

  it('is nobody when the person does not say', async () => {
    for (const answer of [undefined, '  ']) {
      const { rater, remembered } = raterOf({ answer });
      assert.equal(await rater.get('/w'), undefined);
      assert.equal(remembered(), null);
    }
  });
});

describe('gitIdentity', () => {
  it('reads name and mail of the workspace', async () => {
    const folder = await makeTemporaryFolder();
    const git = (...args: string[]) => execFileSync('git', ['-C', folder.path, ...args]);
    git('init', '--quiet');
    git('config', 'user.name', 'Ada Ärmel');
    git('config', 'user.email', 'ada@example.org');
    assert.equal(await gitIdentity(folder.path), 'Ada Ärmel <ada@example.org>');
    await folder.remove();
  });

  it('knows nobody without git', async () => {
    const missing = path.join(import.meta.dirname, 'no-such-git');
    assert.equal(await gitIdentity(import.meta.dirname, missing), null);
  });

  it('takes what is set of the two', () => {
    assert.equal(identityOf('Ada\n', 'ada@example.org\n'), 'Ada <ada@example.org>');
    assert.equal(identityOf('Ada\n', ''), 'Ada');
    assert.equal(identityOf('', 'ada@example.org\n'), 'ada@example.org');
    assert.equal(identityOf(' \n', '\n'), null);
  });
});
