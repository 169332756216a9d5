import assert from 'node:assert/strict';
import type { ImportedFunction, ImportTable } from '../../../runtime/sandbox/emscripten.ts';
import { Seal, StepAbort } from '../../../runtime/sandbox/seal.ts';

function sealed(table: ImportTable, cancelled = () => false): Seal {
  const seal = new Seal(cancelled);
  seal.install({ env: table, wasi_snapshot_preview1: table });
  return seal;
}

const call = (table: ImportTable, name: string, ...args: number[]): unknown =>
  Reflect.apply(table[name]!, undefined, args);

describe('the seal', () => {
  it('lets everything pass while it is open', () => {
    const table: ImportTable = {
      _emscripten_system: () => 7,
      JsProxy_GetAttr_js: () => 8,
      fd_read: () => 9,
    };
    sealed(table);
    assert.deepEqual(
      Object.keys(table).map((name) => call(table, name)),
      [7, 8, 9],
    );
  });

  it('lets only allowed calls pass while it is closed, and records the others', () => {
    const table: ImportTable = {
      _emscripten_system: () => 7,
      JsProxy_GetAttr_js: () => 8,
      fd_read: () => 9,
    };
    const seal = sealed(table);
    seal.arm(1000);
    assert.equal(call(table, 'fd_read'), 9);
    assert.equal(call(table, '_emscripten_system'), -1);
    assert.throws(() => call(table, 'JsProxy_GetAttr_js'), StepAbort);
    assert.deepEqual(seal.violations, ['_emscripten_system', 'JsProxy_GetAttr_js']);
    seal.disarm();
    assert.equal(call(table, '_emscripten_system'), 7);
  });

  it('stops a call that no list names', () => {
    const table: ImportTable = { something_new_in_the_next_version: () => 1 };
    const seal = sealed(table);
    seal.arm(1000);
    assert.throws(() => call(table, 'something_new_in_the_next_version'), { kind: 'violation' });
  });

  it('keeps what the linker reads off a function', () => {
    const original: ImportedFunction = () => 1;
    original.sig = 'vii';
    original.stub = true;
    const table: ImportTable = { something: original };
    sealed(table);
    assert.notEqual(table['something'], original);
    assert.deepEqual([table['something']!.sig, table['something']!.stub], ['vii', true]);
  });

  it('records no more than it needs to', () => {
    const table: ImportTable = { _emscripten_system: () => 0 };
    const seal = sealed(table);
    seal.arm(1000);
    for (let count = 0; count < 1000; count += 1) call(table, '_emscripten_system');
    assert.equal(seal.violations.length, 50);
  });

  it('interrupts once at the deadline, then aborts after the grace', async () => {
    const table: ImportTable = { _Py_CheckEmscriptenSignals_Helper: () => 0 };
    const seal = sealed(table);
    const poll = () => call(table, '_Py_CheckEmscriptenSignals_Helper');
    seal.grace = 20;
    seal.arm(10);
    assert.equal(poll(), 0);
    await new Promise((resolve) => setTimeout(resolve, 15));
    assert.equal(poll(), 2);
    assert.equal(poll(), 0);
    assert.equal(seal.interruptedBy, 'timeout');
    await new Promise((resolve) => setTimeout(resolve, 25));
    assert.throws(poll, { kind: 'overrun' });
  });

  it('does not charge time that it was extended by', () => {
    const table: ImportTable = { _Py_CheckEmscriptenSignals_Helper: () => 0 };
    const seal = sealed(table);
    seal.arm(-1);
    seal.extend(60_000);
    assert.equal(call(table, '_Py_CheckEmscriptenSignals_Helper'), 0);
  });

  it('interrupts at a cancel', () => {
    const table: ImportTable = { _Py_CheckEmscriptenSignals_Helper: () => 0 };
    const seal = sealed(table, () => true);
    seal.arm(60_000);
    assert.equal(call(table, '_Py_CheckEmscriptenSignals_Helper'), 2);
    assert.equal(seal.interruptedBy, 'cancel');
  });

  it('caps the heap on both ways to grow it', () => {
    const table: ImportTable = { emscripten_resize_heap: () => 1 };
    const seal = sealed(table);
    seal.maxHeapBytes = 4 * 65_536;
    assert.equal(call(table, 'emscripten_resize_heap', 4 * 65_536), 1);
    assert.equal(call(table, 'emscripten_resize_heap', 4 * 65_536 + 1), 0);
    const memory = { buffer: new ArrayBuffer(3 * 65_536), grow: (pages: number) => pages };
    seal.capMemory(memory);
    assert.equal(memory.grow(1), 1);
    assert.throws(() => memory.grow(2), RangeError);
  });

  it('never changes the file mode mask of the process, and forgets that of an episode', () => {
    const table: ImportTable = { __syscall_umask_js: () => assert.fail('reached the host') };
    const seal = sealed(table);
    assert.equal(call(table, '__syscall_umask_js', 0o077), 0o022);
    assert.equal(call(table, '__syscall_umask_js', 0o022), 0o077);
    call(table, '__syscall_umask_js', 0);
    seal.reset();
    assert.equal(call(table, '__syscall_umask_js', 0), 0o022);
  });
});
