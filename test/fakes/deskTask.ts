// A small task on the file system and the booking desk, and the Python of both as the checkout has it.
import { fileURLToPath } from 'node:url';
import type { EnvironmentSetting } from '../../runtime/contract/environment.ts';
import type { Task } from '../../runtime/contract/task.ts';
import { readEnvironmentPython } from '../../runtime/environment/environmentPython.ts';
import { makeTask } from './records.ts';

export const environmentPython = readEnvironmentPython(
  fileURLToPath(new URL('../../runtime/environment/python', import.meta.url)),
);

export const deskSetting: EnvironmentSetting = {
  initial: {
    files: { files: { '/note.txt': 'Ada wants Linde.' }, folders: ['/', '/done'], current: '/' },
    desk: {
      rooms: { Linde: { beds: 2, price: 80 }, Ahorn: { beds: 1, price: 60 } },
      bookings: {},
      accounts: { Ada: 500 },
      counter: 1,
    },
  },
  truth: [
    { name: 'read_file', arguments: { path: 'note.txt' } },
    {
      name: 'book_room',
      arguments: { room: 'Linde', guest: 'Ada', arrival: '2026-05-04', nights: 2 },
    },
    { name: 'move_file', arguments: { source: 'note.txt', target: 'done' } },
  ],
};

export function deskTask(setting: Partial<EnvironmentSetting> = {}): Task {
  return makeTask({ id: 'desk-1', metadata: { environment: { ...deskSetting, ...setting } } });
}

/** Calls as an action of the dialect holds them. */
export function callLines(
  ...calls: readonly (readonly [string, Record<string, unknown>])[]
): string {
  return calls.map(([name, given]) => JSON.stringify({ name, arguments: given })).join('\n');
}
