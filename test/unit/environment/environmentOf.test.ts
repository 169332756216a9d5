import assert from 'node:assert/strict';
import { CallRequest } from '../../../runtime/contract/environment.ts';
import { ToolSignature } from '../../../runtime/contract/tool.ts';
import { bookingDeskTools } from '../../../runtime/environment/bookingDeskTools.ts';
import { environmentOf } from '../../../runtime/environment/environmentOf.ts';
import { fileSystemTools } from '../../../runtime/environment/fileSystemTools.ts';
import { makeStepResult, FakeSandbox } from '../../fakes/fakeSandbox.ts';
import { deskSetting, deskTask, environmentPython } from '../../fakes/deskTask.ts';
import { makeTask } from '../../fakes/records.ts';
import { never } from '../../fakes/sandboxPool.ts';

describe('environmentOf', () => {
  it('gives none to protocols whose tools have no state', () => {
    for (const protocol of ['tool-r1', 'toolrl', 'artist-math'] as const) {
      assert.equal(environmentOf(protocol, makeTask(), environmentPython), null);
    }
  });

  it('offers the tools of the objects that the task is about', () => {
    const both = environmentOf('artist-tools', deskTask(), environmentPython);
    assert.deepEqual(both?.tools, [...fileSystemTools, ...bookingDeskTools]);
    const initial = { desk: deskSetting.initial['desk'] ?? {} };
    const one = environmentOf('artist-tools', deskTask({ initial }), environmentPython);
    assert.deepEqual(one?.tools, bookingDeskTools);
  });

  it('says what to do about a task without environment', () => {
    assert.throws(() => environmentOf('artist-tools', makeTask({ id: 'a' }), environmentPython), {
      message:
        'Task a names no environment. The protocol artist-tools needs metadata.environment with initial, truth and expected; take tasks that have it, or another recipe.',
    });
  });

  it('says what is wrong with an environment', () => {
    const wrong = makeTask({ id: 'a', metadata: { environment: { initial: {}, truth: [] } } });
    assert.throws(() => environmentOf('artist-tools', wrong, environmentPython), {
      message: /^metadata\.environment of task a cannot be used: truth: /,
    });
    const unknown = deskTask({ initial: { lift: {} } });
    assert.throws(() => environmentOf('artist-tools', unknown, environmentPython), {
      message: 'Task desk-1 asks for an object lift; there are files, desk.',
    });
  });

  it('is broken machinery when its own source does not run', async () => {
    const environment = environmentOf('artist-tools', deskTask(), 'x = (');
    const error = { type: 'SyntaxError', message: 'invalid', line: 1, traceback: [] };
    const sandbox = new FakeSandbox(() => makeStepResult({ outcome: 'syntax-error', error }));
    await assert.rejects(async () => environment?.open(sandbox, never), {
      message: 'The environment of the task broke: invalid',
    });
  });

  it('is broken machinery when the session gives no answer that can be read', async () => {
    const environment = environmentOf('artist-tools', deskTask(), 'pass');
    const sandbox = new FakeSandbox((code) =>
      code === 'pass'
        ? makeStepResult()
        : makeStepResult({ outcome: 'final-answer', finalAnswer: { value: '{"problem": 5}' } }),
    );
    await assert.rejects(async () => environment?.open(sandbox, never), {
      message: /^The environment of the task broke: problem: /,
    });
  });

  it('says so when it does not open in time', async () => {
    const environment = environmentOf('artist-tools', deskTask(), 'pass');
    const sandbox = new FakeSandbox((code) =>
      makeStepResult({ outcome: code === 'pass' ? 'executed' : 'timeout' }),
    );
    await assert.rejects(async () => environment?.open(sandbox, never), {
      message: 'The environment of desk-1 did not open in time.',
    });
  });
});

describe('the tools of an environment', () => {
  const all = [...fileSystemTools, ...bookingDeskTools];

  it('are signatures, each name once', () => {
    for (const tool of all) assert.deepEqual(ToolSignature.parse(tool), tool);
    assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
  });

  /** Names, parameters and defaults of the public methods as the Python has them. */
  function methodsOf(className: string): readonly string[] {
    const source = environmentPython.split(`class ${className}:`)[1]?.split('\nclass ')[0] ?? '';
    return [...source.matchAll(/^ {4}def ([a-z]\w*)\(self,? ?(.*)\):$/gm)].map(
      ([, name = '', parameters = '']) => `${name}(${parameters.replaceAll('"', "'")})`,
    );
  }

  function methodOf({ name, parameters }: ToolSignature): string {
    const named = parameters.map((one) =>
      one.defaultValue === undefined ? one.name : `${one.name}=${one.defaultValue}`,
    );
    return `${name}(${named.join(', ')})`;
  }

  it('are the public methods of the Python objects, with their parameters and defaults', () => {
    assert.deepEqual(fileSystemTools.map(methodOf), methodsOf('FileSystem'));
    assert.deepEqual(bookingDeskTools.map(methodOf), methodsOf('BookingDesk'));
  });
});

describe('CallRequest', () => {
  it('needs a name and arguments', () => {
    assert.ok(CallRequest.safeParse({ name: 'a', arguments: {} }).success);
    for (const wrong of [
      { name: '', arguments: {} },
      { name: 'a' },
      { name: 'a', arguments: [] },
      [],
    ]) {
      assert.ok(!CallRequest.safeParse(wrong).success, JSON.stringify(wrong));
    }
  });
});
