import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Task } from '../../../../runtime/contract/task.ts';
import { newTask, taskFileName, taskId } from '../../../../extension/tasks/newTask.ts';

const workspace = '/home/ada/boats';

describe('new task', () => {
  it('holds what was typed and chosen', () => {
    const task = newTask({
      question: '  How many boats are there?\n',
      files: ['/home/ada/boats/data/a.csv', '/home/ada/boats/notes'],
      answer: ' 10 ',
      workspace,
      suffix: 'a1b2c3',
    });
    assert.deepEqual(task, {
      version: 1,
      id: 'how-many-boats-are-there-a1b2c3',
      question: 'How many boats are there?',
      files: ['data/a.csv', 'notes'],
      referenceAnswer: '10',
      level: null,
      source: null,
      metadata: {},
    });
  });

  it('has no answer where none was typed', () => {
    const task = newTask({ question: 'Q', files: [], answer: '  ', workspace, suffix: 'x' });
    assert.equal(task.referenceAnswer, null);
  });

  it('is a task of the contract, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        fc.array(fc.string()),
        fc.string(),
        fc.stringMatching(/^[a-f0-9]{6}$/),
        (question, names, answer, suffix) => {
          const files = names.map((name) => `/home/ada/${name}`);
          const task = newTask({ question, files, answer, workspace, suffix });
          assert.deepEqual(Task.parse(task), task);
        },
      ),
    );
  });
});

describe('id of a task', () => {
  for (const [question, id] of [
    ['How many bookings in bookings-2025.xlsx start in July?', 'how-many-bookings-in-bookings-x'],
    ['Wie viele Übernachtungen?', 'wie-viele-ubernachtungen-x'],
    ['数えてください', 'x'],
    ['?!', 'x'],
  ] as const) {
    it(`of "${question}" is ${id}`, () => assert.equal(taskId(question, 'x'), id));
  }

  it('stays short', () => {
    assert.ok(taskId('Donaudampfschifffahrtsgesellschaft '.repeat(9), 'abc').length <= 60);
    assert.match(taskId('Donaudampfschifffahrtsgesellschaft '.repeat(9), 'abc'), /-abc$/);
  });
});

describe('name of a file in a task', () => {
  for (const [file, name] of [
    ['/home/ada/boats/data/a.csv', 'data/a.csv'],
    ['/home/ada/boats', '.'],
    ['/home/ada/boats/..hidden', '..hidden'],
    ['/home/ada/cars/a.csv', '/home/ada/cars/a.csv'],
    ['/srv/a.csv', '/srv/a.csv'],
  ] as const) {
    it(`${file} is ${name}`, () => assert.equal(taskFileName(workspace, file), name));
  }
});
