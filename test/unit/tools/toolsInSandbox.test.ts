// The tools as the agent's code meets them: a real sandbox, the real document worker, files of the sample workspace.
import assert from 'node:assert/strict';
import path from 'node:path';
import type { DocumentConverter } from '../../../runtime/documents/documentConverter.ts';
import type { PyodideSandboxPool } from '../../../runtime/sandbox/pyodideSandboxPool.ts';
import type { Sandbox } from '../../../runtime/sandbox/sandbox.ts';
import { chooseFiles } from '../../../runtime/support/chosenFiles.ts';
import { silentLog } from '../../../runtime/support/log.ts';
import { finalAnswer } from '../../../runtime/tools/finalAnswer.ts';
import { inspectFileAsText } from '../../../runtime/tools/inspectFileAsText.ts';
import { createToolBox } from '../../../runtime/tools/toolBox.ts';
import { builtDocumentConverter } from '../../fakes/documentReader.ts';
import { never, openSandboxPool, runCode, testEpisode } from '../../fakes/sandboxPool.ts';

const folder = path.join(import.meta.dirname, '../../../media/sample-workspace/kestrel-boats');

describe('tools in the sandbox', function () {
  this.timeout(120_000);
  let pool: PyodideSandboxPool;
  let documents: DocumentConverter;
  let sandbox: Sandbox;
  before(async () => {
    pool = openSandboxPool();
    documents = builtDocumentConverter();
    const files = await chooseFiles([folder]);
    const box = createToolBox({
      tools: [finalAnswer, inspectFileAsText(documents)],
      context: { files, reader: null },
      log: silentLog,
    });
    const episode = testEpisode({ files, tools: box.signatures, callTool: box.callTool });
    sandbox = await pool.acquire(episode, never);
  });
  after(async () => {
    await sandbox.release();
    await documents.close();
    await pool.close();
  });

  const printed = async (code: string): Promise<string> => {
    const { outcome, stdout, error } = await runCode(sandbox, code);
    assert.equal(outcome, 'executed', JSON.stringify(error));
    return stdout.trim();
  };

  it('give text that Python can work with: classes in a table of a PDF', async () => {
    const code = `
import re
text = inspect_file_as_text('harbour-inspection.pdf')
rows = re.findall(r'^ *(B\\d\\d) .* (A|B|C) +\\d\\d \\w+ \\d{4}$', text, re.M)
print(sorted(boat for boat, defect_class in rows if defect_class == 'A'))`;
    assert.equal(await printed(code), "['B03', 'B06', 'B08', 'B10']");
  });
  it('read a sheet by its name, with the colours that carry data', async () => {
    const code = `
text = inspect_file_as_text('bookings-2025.xlsx/Boats')
print([line.split('|')[4].split('{')[0].strip() for line in text.splitlines() if '#F4838A' in line and '| B' in line])`;
    assert.equal(await printed(code), "['Siskin', 'Merlin', 'Harrier']");
  });
  it('raise FileNotFoundError with the right names', async () => {
    const code = `
try:
    inspect_file_as_text('harbor-inspection.pdf')
except FileNotFoundError as error:
    print(error)`;
    assert.match(
      await printed(code),
      /^There is no file 'harbor-inspection\.pdf'\. The files are: .*'harbour-inspection\.pdf'/,
    );
  });
  it('raise an exception that ends the step when it is not caught', async () => {
    const { outcome, error } = await runCode(sandbox, "inspect_file_as_text('notes')");
    assert.equal(outcome, 'python-error');
    assert.equal(error?.type, 'IsADirectoryError');
    assert.match(error.message, /'notes\/price-policy\.docx', 'notes\/team-meeting\.md'/);
  });
  it('end the step with the final answer', async () => {
    const { outcome, finalAnswer: answer } = await runCode(sandbox, 'final_answer([1, "two"])');
    assert.equal(outcome, 'final-answer');
    assert.deepEqual(answer?.value, [1, 'two']);
  });
});
