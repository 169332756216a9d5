import assert from 'node:assert/strict';
import { finalAnswer } from '../../../runtime/tools/finalAnswer.ts';
import { closedTool } from '../../../runtime/tools/closedTool.ts';
import { callTool } from '../../fakes/calledTool.ts';

describe('closedTool', () => {
  it('keeps the signature and raises where it is called', async () => {
    const tool = closedTool(finalAnswer.signature);
    assert.equal(tool.signature, finalAnswer.signature);
    await assert.rejects(callTool(tool, {}), {
      pythonType: 'RuntimeError',
      message: /^final_answer is not at hand here/,
    });
  });
});
