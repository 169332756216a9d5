import assert from 'node:assert/strict';
import { FolderReader } from '../../../../extension/views/folderReader.ts';
import { listing, recent } from '../../../fakes/explorerContents.ts';
import { FakeRuntimeRequests } from '../../../fakes/runtimeRequests.ts';

const boats = { name: 'boats', path: '/home/ada/boats' };
const cars = { name: 'cars', path: '/home/ada/cars' };

function runtimeWithTasks(): FakeRuntimeRequests {
  return new FakeRuntimeRequests({
    'list-tasks': ({ workspace }) => {
      if (workspace === cars.path) throw new Error('The task file cannot be read.');
      const problems = [{ line: 2, message: 'no question' }];
      return { file: `${workspace}/.tool-r1/tasks.jsonl`, tasks: [listing('one')], problems };
    },
    'list-recent': () => ({ trajectories: [recent('r1')] }),
  });
}

describe('folder reader', () => {
  it('reads tasks, broken lines and trajectories of each folder', async () => {
    const reader = new FolderReader(runtimeWithTasks(), () => [boats]);
    assert.deepEqual(reader.last, []);
    const [folder] = await reader.read();
    assert.deepEqual(folder, {
      name: 'boats',
      workspace: '/home/ada/boats',
      file: '/home/ada/boats/.tool-r1/tasks.jsonl',
      tasks: [listing('one')],
      brokenLines: [{ line: 2, message: 'no question' }],
      recent: [recent('r1')],
      problem: null,
    });
    assert.deepEqual(reader.last, [folder]);
  });

  it('says why a folder cannot be read, and reads the others', async () => {
    const folders = await new FolderReader(runtimeWithTasks(), () => [cars, boats]).read();
    assert.deepEqual(
      folders.map(({ name, problem, tasks }) => [name, problem, tasks.length]),
      [
        ['cars', 'The task file cannot be read.', 0],
        ['boats', null, 1],
      ],
    );
  });

  it('reads once until it is told to look again', async () => {
    const runtime = runtimeWithTasks();
    const reader = new FolderReader(runtime, () => [boats]);
    await Promise.all([reader.read(), reader.read()]);
    await reader.read();
    assert.deepEqual(runtime.names(), ['list-tasks', 'list-recent']);
    reader.forget();
    await reader.read();
    assert.equal(runtime.asked.length, 4);
  });

  it('asks nobody where no folder is open', async () => {
    const runtime = runtimeWithTasks();
    assert.deepEqual(await new FolderReader(runtime, () => []).read(), []);
    assert.deepEqual(runtime.asked, []);
  });
});
