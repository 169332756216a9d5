// Runs the program out of the unpacked package, far from the project's node_modules: whatever a rule left out is missed here.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { pdfOfScans, pdfOfTexts } from '../fakes/pdfFiles.ts';
import { recording, reply } from '../fakes/recordings.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { wavFile } from '../fakes/wavFile.ts';
import * as z from 'zod';
import { openBrowser } from '../vscode/browser.ts';
import { projectRoot } from '../vscode/installation.ts';
import { copySampleWorkspace, type Workspace } from '../vscode/sampleWorkspace.ts';
import { filesOfPackage, packageUnderTest, unpack } from './packageUnderTest.ts';

const Printed = z.object({ stdout: z.string() });

const toneEars = path.join(projectRoot, 'test/fixtures/speech/tone-ears');

describe('the unpacked package', function () {
  this.timeout(300_000);
  let program: TemporaryFolder;
  let workspace: Workspace;

  before(async () => {
    program = await makeTemporaryFolder();
    workspace = await copySampleWorkspace();
    await unpack(await filesOfPackage(await packageUnderTest()), program.path);
  });
  after(async () => {
    await program.remove();
    await workspace.remove();
  });

  async function cli(...args: string[]): Promise<string> {
    const file = path.join(program.path, 'extension', 'dist', 'cli.mjs');
    const running = promisify(execFile)(process.execPath, [file, ...args], {
      cwd: workspace.path,
      env: { ...process.env, NO_COLOR: '1', TOOL_R1_ASR_MODEL: toneEars },
    });
    // A run without an answer ends with another code; what it printed tells.
    const { stdout } = await running.catch((error: unknown) => Printed.parse(error));
    return stdout;
  }

  /** What the agent's tool for documents makes of a file. */
  async function read(name: string, content: Uint8Array): Promise<string> {
    await workspace.write(name, content);
    const code = `final_answer(inspect_file_as_text(${JSON.stringify(name)}))`;
    const replies = await workspace.write('replies.json', recording([reply('I read it.', code)]));
    return cli('run', 'What is in it?', '--file', name, '--model', `replay:${replies}`);
  }

  it('has all that the check of the machine looks for', async () => {
    const said = await cli('doctor');
    for (const part of ['GGUF engine', 'ONNX engine', 'OCR', 'Speech', 'Embedded model']) {
      assert.match(said, new RegExp(`^pass +${part}`, 'm'), said);
    }
  });

  it('runs the embedded model', async () => {
    const out = path.join(workspace.path, 'embedded.trajectories.jsonl');
    // A small model may fail the task; what counts is that it spoke and its code ran.
    const said = await cli('run', 'What is 2 + 2?', '--max-steps', '1', '--out', out).catch(
      (error: unknown) => String((error as { stdout?: string }).stdout ?? error),
    );
    assert.match(
      said,
      /Ended {7}(with a final answer|after 1 step|because no step was left|.*step)/,
    );
    assert.match(said, /model \d.* tokens in, \d+ out/);
  });

  it('reads the text of a PDF file', async () => {
    const pdf = await pdfOfTexts([[{ text: 'Harbour fees', x: 40, y: 120, size: 12 }]]);
    assert.match(await read('fees.pdf', pdf), /Harbour fees/);
  });

  it('reads a scanned page and a picture', async () => {
    const picture = await pictureOf('INVOICE 4711');
    assert.match(await read('invoice.png', picture), /INVOICE 4711/);
    assert.match(await read('scan.pdf', await pdfOfScans([picture])), /INVOICE 4711/);
  });

  it('hears a recording, by its model on WebAssembly', async () => {
    const heard = await read('tone.wav', wavFile({ seconds: 1, tone: 1_000 }));
    assert.match(heard, /Transcript:\s+B/);
  });
});

async function pictureOf(text: string): Promise<Uint8Array> {
  const browser = await openBrowser();
  try {
    const page = await browser.context.newPage();
    await page.setViewportSize({ width: 800, height: 400 });
    await page.setContent(`<p style="font: 60px sans-serif; margin: 120px 60px">${text}</p>`);
    return await page.screenshot();
  } finally {
    await browser.close();
  }
}
