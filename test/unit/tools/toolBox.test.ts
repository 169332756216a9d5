import assert from 'node:assert/strict';
import type { LogFacts } from '../../../runtime/support/log.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { noFiles } from '../../../runtime/support/chosenFiles.ts';
import { failure } from '../../../runtime/support/errors.ts';
import { finalAnswer } from '../../../runtime/tools/finalAnswer.ts';
import type { Tool, ToolContext } from '../../../runtime/tools/tool.ts';
import { ToolError } from '../../../runtime/tools/tool.ts';
import { createToolBox } from '../../../runtime/tools/toolBox.ts';

const never = new AbortController().signal;

function tool(name: string, call: Tool['call']): Tool {
  const parameters = [{ name: 'text', type: 'str', description: '' }];
  return { signature: { name, description: '', parameters, returns: 'str', isFinal: false }, call };
}

function boxOf(...tools: Tool[]) {
  const logged: { message: string; facts: LogFacts | undefined }[] = [];
  const log = {
    ...silentLog,
    error: (message: string, facts?: LogFacts) => logged.push({ message, facts }),
  };
  const box = createToolBox({ tools, context: { files: noFiles, reader: null }, log });
  return { ...box, logged };
}

const raises = (error: Error): Tool => tool('shout', () => Promise.reject(error));

describe('createToolBox', () => {
  it('gives the signatures in order and runs a tool with its context', async () => {
    const seen: ToolContext[] = [];
    const shout = tool('shout', (args, context) => {
      seen.push(context);
      return Promise.resolve(String(args['text']).toUpperCase());
    });
    const { signatures, callTool } = boxOf(shout, finalAnswer);
    assert.deepEqual(
      signatures.map(({ name }) => name),
      ['shout', 'final_answer'],
    );
    assert.deepEqual(await callTool('shout', { text: 'hi' }, never), { ok: true, value: 'HI' });
    const contexts = seen.map(({ files, reader, signal }) => ({ files, reader, signal }));
    assert.deepEqual(contexts, [{ files: noFiles, reader: null, signal: never }]);
  });
  it('gives the remarks of a tool with its value, each call its own', async () => {
    const shout = tool('shout', (args, { note }) => {
      if (args['text'] === 'hi') note('It was loud.');
      return Promise.resolve('HI');
    });
    const { callTool } = boxOf(shout);
    assert.deepEqual(await callTool('shout', { text: 'hi' }, never), {
      ok: true,
      value: 'HI',
      notes: ['It was loud.'],
    });
    assert.deepEqual(await callTool('shout', { text: 'ho' }, never), { ok: true, value: 'HI' });
  });
  it('raises TypeError with the signature for wrong arguments, without running the tool', async () => {
    const { callTool } = boxOf(tool('shout', () => assert.fail('must not run')));
    assert.deepEqual(await callTool('shout', { words: 'hi' }, never), {
      ok: false,
      pythonType: 'TypeError',
      message: "shout() got an unexpected argument 'words'. Call it as shout(text: str).",
    });
  });
  it('raises what the tool says', async () => {
    const { callTool, logged } = boxOf(raises(new ToolError('FileNotFoundError', 'no such file')));
    assert.deepEqual(await callTool('shout', { text: 'x' }, never), {
      ok: false,
      pythonType: 'FileNotFoundError',
      message: 'no such file',
    });
    assert.deepEqual(logged, []);
  });
  it('tells the code about a fault of the tool and logs it', async () => {
    const { callTool, logged } = boxOf(raises(new RangeError('bad index.')));
    const answer = await callTool('shout', { text: 'x' }, never);
    assert.ok(!answer.ok);
    assert.equal(answer.pythonType, 'ToolError');
    assert.equal(
      answer.message,
      'shout failed: bad index. This is a fault of the tool, not of your code; try another way.',
    );
    assert.equal(logged.length, 1);
    assert.match(String(logged[0]?.facts?.['error']), /RangeError: bad index/);
  });
  it('throws broken machinery on, for the rollout to record', async () => {
    const broken = failure('policy', 'unreachable', 'The server is not there.');
    const { callTool } = boxOf(raises(broken));
    await assert.rejects(callTool('shout', { text: 'x' }, never), broken);
  });
  it('throws when it is cancelled, before and during a call', async () => {
    const controller = new AbortController();
    const waits = tool('shout', (_args, { signal }) => {
      controller.abort();
      return Promise.reject(signal.reason as Error);
    });
    const { callTool, logged } = boxOf(waits);
    await assert.rejects(callTool('shout', { text: 'x' }, controller.signal), {
      name: 'AbortError',
    });
    await assert.rejects(callTool('shout', { text: 'x' }, controller.signal), {
      name: 'AbortError',
    });
    assert.deepEqual(logged, []);
  });
  it('names the tools when there is none of that name', async () => {
    const { callTool } = boxOf(finalAnswer);
    assert.deepEqual(await callTool('web_qa', {}, never), {
      ok: false,
      pythonType: 'NameError',
      message: 'There is no tool web_qa. The tools are: final_answer.',
    });
  });
  it('refuses two tools of one name', () => {
    assert.throws(() => boxOf(finalAnswer, finalAnswer), /same name/);
  });
});

describe('finalAnswer', () => {
  it('is the final tool and passes any value through', async () => {
    const { signatures, callTool } = boxOf(finalAnswer);
    assert.equal(signatures[0]?.isFinal, true);
    const value = { rows: [1, null, 'x'] };
    assert.deepEqual(await callTool('final_answer', { answer: value }, never), { ok: true, value });
    assert.deepEqual(await callTool('final_answer', { answer: null }, never), {
      ok: true,
      value: null,
    });
  });
});
