import assert from 'node:assert/strict';
import { trainingPlace } from '../../runtime/composeTraining.ts';

const program = {
  execPath: '/bin/node',
  execArgv: ['--import', 'tsx'],
  argv: ['/bin/node', '/here/cli.ts', 'train'],
  env: { TOOL_R1_TRAINER_PYTHON: '/my/python' },
  platform: process.platform,
};
const waiting = { signal: new AbortController().signal, onProgress: () => undefined };

describe('trainingPlace', () => {
  it('starts the very program that runs, with the trainer beside it', () => {
    const { program: started, trainerFolder } = trainingPlace('/here', program);
    assert.deepEqual(started, ['/bin/node', '--import', 'tsx', '/here/cli.ts']);
    assert.equal(trainerFolder, '/here/trainer');
  });

  it('takes the Python that is named', async () => {
    assert.equal(await trainingPlace('/here', program).preparePython(waiting), '/my/python');
  });

  it('makes one from the lock file beside the trainer where none is named', async () => {
    const place = trainingPlace('/nowhere', { ...program, env: {} });
    await assert.rejects(place.preparePython(waiting), /nowhere\/trainer\/requirements\.lock/);
  });
});
