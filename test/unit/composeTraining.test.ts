import assert from 'node:assert/strict';
import { trainingPlace } from '../../runtime/composeTraining.ts';

const program = {
  execPath: '/bin/node',
  execArgv: ['--import', 'tsx'],
  argv: ['/bin/node', '/here/cli.ts', 'train'],
  env: { TOOL_R1_TRAINER_PYTHON: '/my/python' },
  platform: process.platform,
};
const waiting = {
  device: 'cpu' as const,
  signal: new AbortController().signal,
  onProgress: () => undefined,
};

describe('trainingPlace', () => {
  it('starts the very program that runs, with the trainer beside it', () => {
    const { program: started, trainerFolder } = trainingPlace('/here', program);
    const tsx = import.meta.resolve('tsx');
    assert.deepEqual(started, ['/bin/node', '--import', tsx, '/here/cli.ts']);
    assert.equal(trainerFolder, '/here/trainer');
  });

  it('names modules that Node loads first so that they are found from every folder', () => {
    const importing = (...execArgv: string[]) =>
      trainingPlace('/here', { ...program, execArgv }).program.slice(1, -1);
    assert.deepEqual(importing('--import=tsx'), [`--import=${import.meta.resolve('tsx')}`]);
    assert.deepEqual(importing('--import', '/a/b.mjs'), ['--import', 'file:///a/b.mjs']);
    assert.deepEqual(importing('--import', 'file:///a/b.mjs'), ['--import', 'file:///a/b.mjs']);
    assert.deepEqual(importing('--no-warnings', 'x'), ['--no-warnings', 'x']);
  });

  it('takes the Python that is named', async () => {
    assert.equal(await trainingPlace('/here', program).preparePython(waiting), '/my/python');
  });

  it('makes one from the lock file beside the trainer where none is named', async () => {
    const place = trainingPlace('/nowhere', { ...program, env: {} });
    await assert.rejects(place.preparePython(waiting), /nowhere\/trainer\/requirements\.lock/);
  });
});
