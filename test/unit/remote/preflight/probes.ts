// What machines print about themselves, for tests: one that has everything, changed as a test wishes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MachineProbe, SmiAnswer } from '../../../../runtime/remote/preflight/machineProbe.ts';

const recorded = path.resolve(import.meta.dirname, '../../../fixtures/nvidia-smi');

export function smiText(name: string): string {
  return readFileSync(path.join(recorded, name), 'utf8');
}

/** What nvidia-smi said: the cards of a file, and the processes of another one. */
export function smi(cards: string, apps: string | null = null): SmiAnswer {
  return {
    cards: { code: 0, out: smiText(cards), err: '' },
    processes: { code: 0, out: apps === null ? '' : smiText(apps), err: '' },
    owners: {},
  };
}

/** nvidia-smi ended with a text and no cards. */
export function smiProblem(file: string, code: number): SmiAnswer {
  return { cards: { code, out: smiText(file), err: '' }, processes: null, owners: {} };
}

export function probe(changes: Partial<MachineProbe> = {}): MachineProbe {
  return {
    version: 1,
    host: 'a100-box',
    user: 'kim',
    home: '/home/kim',
    folder: '/home/kim/.tool-r1',
    system: 'Linux',
    architecture: 'x86_64',
    libc: 'glibc 2.36',
    cores: 64,
    memory: { total: 1024e9, free: 900e9 },
    disk: { total: 2000e9, free: 1500e9, freeFiles: 10_000_000, isNoExec: false },
    sharedMemory: 500e9,
    python: { path: '/usr/bin/python3', version: '3.11.2' },
    pythons: [{ path: '/usr/bin/python3', version: '3.11.2' }],
    node: [{ path: '/usr/bin/node', version: '20.18.1' }],
    uv: [],
    trainerPython: null,
    wheels: null,
    writeProblem: null,
    ports: [41001, 41002],
    nvidia: null,
    now: 1_700_000_000,
    ...changes,
  };
}
