import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MachineConnection } from '../../../../runtime/contract/machine.ts';
import { heardConnection } from '../../../../runtime/remote/mirror/heardConnection.ts';
import { type Heard, machineMirrorFiles } from '../../../../runtime/remote/mirror/mirrorFiles.ts';
import { temporaryFolder } from '../../../fakes/temporaryFolder.ts';

const at = '2026-05-04T10:00:00.000Z';
const connected: MachineConnection = { state: 'connected', since: at, roundTripMilliseconds: 7 };
const offline: MachineConnection = {
  ...{ state: 'offline', lastSeenAt: at, problem: 'Connection timed out', nextTryAt: null },
};

describe('heardConnection', () => {
  const folder = temporaryFolder();

  async function heard(connection: MachineConnection, seconds: number): Promise<MachineConnection> {
    const { heard: file } = machineMirrorFiles(folder());
    await mkdir(path.dirname(file), { recursive: true });
    const note: Heard = {
      ...{ version: 1, connection, heardAt: at, settledAt: null, at },
      ...{ aheadMilliseconds: 0, bootId: null, runsFolder: null },
    };
    await writeFile(file, JSON.stringify(note));
    return heardConnection(folder(), { state: 'connecting' }, Date.parse(at) + seconds * 1000);
  }

  it('is that of this process where it is connected itself, or nobody else watches', async () => {
    assert.equal(await heardConnection(folder(), connected, 0), connected);
    assert.equal(await heardConnection(folder(), offline, 0), offline);
  });

  it('is that of the window that watches', async () => {
    assert.deepEqual(await heard(connected, 60), connected);
  });

  it('is not that of a window that is gone, or does not hear it either', async () => {
    assert.equal((await heard(connected, 300)).state, 'connecting');
    assert.equal((await heard(offline, 1)).state, 'connecting');
  });
});
