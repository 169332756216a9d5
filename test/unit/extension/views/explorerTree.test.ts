import assert from 'node:assert/strict';
import { type ExplorerNode, nodeId } from '../../../../extension/views/explorerNode.ts';
import {
  allTaskNodes,
  childNodes,
  parentNode,
  rootNodes,
  taskNodeOf,
} from '../../../../extension/views/explorerTree.ts';
import type { FolderContents } from '../../../../extension/views/explorerNode.ts';
import { folder, listing, recent } from '../../../fakes/explorerContents.ts';

/** The whole tree, one line a node, indented. */
function drawn(folders: readonly FolderContents[]): string[] {
  const draw = (node: ExplorerNode, depth: number): string[] => [
    `${'  '.repeat(depth)}${nodeId(node)}`,
    ...childNodes(node, folders).flatMap((child) => draw(child, depth + 1)),
  ];
  return rootNodes(folders).flatMap((node) => draw(node, 0));
}

describe('explorer tree', () => {
  it('is empty where there is nothing, so that the welcome text shows', () => {
    assert.deepEqual(rootNodes([]), []);
    assert.deepEqual(rootNodes([folder(), folder()]), []);
  });

  it('lists tasks with their trajectories, and questions without a task', () => {
    const one = folder({
      tasks: [listing('one', { trajectories: 2 }), listing('two')],
      recent: [recent('r3', { taskId: 'r3' }), recent('r2'), recent('r1')],
    });
    assert.deepEqual(drawn([one]), [
      'section:tasks',
      '  task:/home/ada/boats:one',
      '    trajectory:/home/ada/boats/.tool-r1/trajectories/r2.trajectories.jsonl:r2',
      '    trajectory:/home/ada/boats/.tool-r1/trajectories/r1.trajectories.jsonl:r1',
      '  task:/home/ada/boats:two',
      '  recent:/home/ada/boats',
      '    trajectory:/home/ada/boats/.tool-r1/trajectories/r3.trajectories.jsonl:r3',
      'section:labels',
      '  note:labels:',
      'section:runs',
      '  note:runs:',
      'section:queue',
      '  note:queue:',
      'section:checkpoints',
      '  note:checkpoints:',
      'section:machines',
      '  note:machines:',
    ]);
  });

  it('keeps broken lines of the task file beside the tasks', () => {
    const one = folder({
      tasks: [listing('one')],
      brokenLines: [{ line: 7, message: 'the question is empty' }],
    });
    assert.deepEqual(drawn([one]).slice(0, 3), [
      'section:tasks',
      '  task:/home/ada/boats:one',
      '  broken-line:/home/ada/boats:7',
    ]);
  });

  it('says so where there are trajectories and no tasks', () => {
    const one = folder({ file: null, recent: [recent('r1', { taskId: 'r1' })] });
    assert.deepEqual(drawn([one]).slice(0, 3), [
      'section:tasks',
      '  note:tasks:/home/ada/boats',
      '  recent:/home/ada/boats',
    ]);
  });

  it('says why a folder could not be read', () => {
    const one = folder({ problem: 'The disk is gone.' });
    assert.deepEqual(drawn([one]).slice(0, 2), ['section:tasks', '  problem:/home/ada/boats']);
  });

  it('puts the tasks of several folders below their folders', () => {
    const folders = [
      folder({ tasks: [listing('one')] }),
      folder({ name: 'cars', workspace: '/home/ada/cars', tasks: [listing('one')] }),
    ];
    assert.deepEqual(drawn(folders).slice(0, 5), [
      'section:tasks',
      '  folder:/home/ada/boats',
      '    task:/home/ada/boats:one',
      '  folder:/home/ada/cars',
      '    task:/home/ada/cars:one',
    ]);
    assert.equal(allTaskNodes(folders).length, 2);
  });

  it('counts the tasks of all folders', () => {
    const folders = [folder({ tasks: [listing('one'), listing('two')] }), folder({ name: 'b' })];
    const [tasks, queue] = rootNodes(folders);
    assert.ok(tasks?.kind === 'section' && queue?.kind === 'section');
    assert.deepEqual([tasks.count, queue.count], [2, null]);
  });

  it('gives a task its files as absolute paths, whatever way they are written', () => {
    const task = {
      ...listing('one').task,
      files: ['data/a.csv', '/srv/b.csv'],
    };
    const folders = [folder({ tasks: [listing('one', { task })] })];
    const node = taskNodeOf('/home/ada/boats', 'one', folders);
    assert.deepEqual(node?.files, ['/home/ada/boats/data/a.csv', '/srv/b.csv']);
    assert.equal(taskNodeOf('/home/ada/boats', 'two', folders), null);
    assert.equal(taskNodeOf('/home/ada/cars', 'one', folders), null);
  });

  for (const [what, folders] of [
    [
      'one folder',
      [folder({ tasks: [listing('one')], recent: [recent('r1'), recent('r2', { taskId: 'x' })] })],
    ],
    [
      'two folders',
      [
        folder({ tasks: [listing('one')], recent: [recent('r1')] }),
        folder({
          name: 'cars',
          workspace: '/home/ada/cars',
          brokenLines: [{ line: 1, message: 'no' }],
        }),
      ],
    ],
  ] as const) {
    it(`finds the parent of every node in ${what}`, () => {
      const visit = (node: ExplorerNode, parent: ExplorerNode | null): void => {
        const found = parentNode(node, folders);
        assert.equal(
          found === null ? null : nodeId(found),
          parent === null ? null : nodeId(parent),
        );
        for (const child of childNodes(node, folders)) visit(child, node);
      };
      for (const node of rootNodes(folders)) visit(node, null);
    });
  }
});
