// Loaded before the other files of the suite, so that it sees the extension as a window does that has just opened.
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { extensionUnderTest, manifestUnderTest } from './extensionUnderTest.ts';

const mostMilliseconds = 50;
const settleMilliseconds = 2_000;
const mostEntryBytes = 30_000;
const mostBytes = 300_000;
const mostTrainingBytes = 60_000;
const mostSmallBytes = 20_000;

describe('activation', () => {
  it('waits until something of the product is used', () => {
    assert.equal(extensionUnderTest().isActive, false);
  });

  it(`takes less than ${mostMilliseconds} ms, with loading the code`, async () => {
    // A window that has just opened still has work of its own.
    await new Promise((resolve) => setTimeout(resolve, settleMilliseconds));
    const cpu = process.cpuUsage();
    const started = performance.now();
    await extensionUnderTest().activate();
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const busy = (user + system) / 1000;
    console.log(`      activation: ${wall.toFixed(1)} ms on the clock, ${busy.toFixed(1)} ms busy`);
    assert.equal(extensionUnderTest().isActive, true);
    // On a machine that is busy with other things only the second figure is about the extension.
    assert.ok(Math.min(wall, busy) < mostMilliseconds, `${wall} ms, ${busy} ms busy`);
  });

  it('loads one small file, and others when they are used', async () => {
    for (const [file, most] of [
      [manifestUnderTest().main, mostEntryBytes],
      ['dist/parts.cjs', mostBytes],
      ['dist/training.cjs', mostTrainingBytes],
      ['dist/doors.cjs', mostSmallBytes],
      ['dist/importing.cjs', mostSmallBytes],
    ] as const) {
      const { size } = await stat(path.join(extensionUnderTest().extensionPath, file));
      assert.ok(size < most, `${file} has ${size} bytes`);
    }
  });

  it('shows nothing by itself', () => {
    assert.deepEqual(
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });
});
