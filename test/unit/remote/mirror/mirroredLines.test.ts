import assert from 'node:assert/strict';
import { appendFile, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import {
  MirroredLines,
  type LinesStart,
  type MirroredLinesOptions,
} from '../../../../runtime/remote/mirror/mirroredLines.ts';
import { FolderLink } from '../../../fakes/folderLink.ts';
import { makeTemporaryFolder, temporaryFolder } from '../../../fakes/temporaryFolder.ts';

/** A file on a machine, and its copy here. */
class Copy {
  readonly #link: FolderLink;
  readonly there: string;
  readonly here: string;
  readonly #options: MirroredLinesOptions;
  noted: LinesStart | null = null;
  lines: MirroredLines;

  constructor(folder: string, options: Partial<MirroredLinesOptions> = {}) {
    this.#link = new FolderLink(folder);
    this.there = `${folder}/there.jsonl`;
    this.here = `${folder}/here.jsonl`;
    const usual = { path: this.there, limit: 1000, mostBehind: 1e9, tailOnly: false };
    this.#options = { ...usual, ...options };
    this.lines = this.#open();
  }

  /** As after a crash of this process: only what is on disk is known. */
  reopen(): void {
    this.lines = this.#open();
  }

  async look(): Promise<boolean> {
    const wish = await this.lines.wish();
    const { growth } = await this.#link.look({
      folders: [],
      files: [],
      followed: [wish],
      pids: [],
    });
    return this.lines.take(growth[0]!);
  }

  async catchUp(): Promise<string> {
    for (let looks = 0; looks < 100; looks += 1) {
      await this.look();
      if (this.lines.isCaughtUp) return this.text();
    }
    throw new Error('It never caught up.');
  }

  text(): Promise<string> {
    return readFile(this.here, 'utf8');
  }

  #open(): MirroredLines {
    return new MirroredLines(this.here, this.#options, this.noted, (start) => {
      this.noted = start;
      return Promise.resolve();
    });
  }
}

describe('MirroredLines', () => {
  const folder = temporaryFolder();

  it('waits for a file that is not there yet', async () => {
    const copy = new Copy(folder());
    assert.equal(await copy.look(), false);
    await writeFile(copy.there, 'a\n');
    assert.equal(await copy.look(), true);
    assert.equal(await copy.text(), 'a\n');
  });

  it('takes whole lines only, and the rest of one when it is there', async () => {
    const copy = new Copy(folder());
    await writeFile(copy.there, 'a\nb');
    await copy.look();
    assert.equal(await copy.text(), 'a\n');
    await appendFile(copy.there, 'c\n');
    await copy.look();
    assert.equal(await copy.text(), 'a\nbc\n');
    assert.equal(await copy.look(), false);
  });

  it('goes on after a crash at the byte where the copy ends', async () => {
    const copy = new Copy(folder());
    await writeFile(copy.there, 'one\ntwo\n');
    await copy.look();
    copy.reopen();
    await appendFile(copy.there, 'three\n');
    assert.equal((await copy.lines.wish()).from, 8);
    assert.equal(await copy.catchUp(), 'one\ntwo\nthree\n');
  });

  it('cuts off what a crash left of a line, and reads that line again', async () => {
    const copy = new Copy(folder());
    await writeFile(copy.there, 'one\ntwo\n');
    await copy.look();
    await truncate(copy.here, 6);
    copy.reopen();
    assert.equal(await copy.catchUp(), 'one\ntwo\n');
  });

  it('survives a crash between emptying the copy and noting where it begins', async () => {
    const copy = new Copy(folder());
    await writeFile(copy.there, 'one\ntwo\n');
    await copy.look();
    await writeFile(`${copy.there}.new`, 'other\n');
    await rename(`${copy.there}.new`, copy.there);
    await truncate(copy.here, 0);
    copy.reopen();
    assert.equal(await copy.catchUp(), 'other\n');
  });

  it('begins anew when the file was replaced or became shorter', async () => {
    const copy = new Copy(folder());
    await writeFile(copy.there, 'one\ntwo\n');
    await copy.look();
    await writeFile(`${copy.there}.new`, 'three\nfour\nfive\n');
    await rename(`${copy.there}.new`, copy.there);
    assert.equal(await copy.catchUp(), 'three\nfour\nfive\n');
    await truncate(copy.there, 6);
    assert.equal(await copy.catchUp(), 'three\n');
  });

  it('reads a line that is longer than a look', async () => {
    const copy = new Copy(folder(), { limit: 16 });
    await writeFile(copy.there, `${'x'.repeat(100)}\nshort\n`);
    assert.equal(await copy.catchUp(), `${'x'.repeat(100)}\nshort\n`);
    assert.equal((await copy.lines.wish()).limit, 16);
  });

  it('begins near the end where the end is enough, and says where', async () => {
    const copy = new Copy(folder(), { limit: 10, tailOnly: true });
    await writeFile(copy.there, 'aaaa\nbbbb\ncccc\ndddd\n');
    assert.equal(await copy.catchUp(), 'cccc\ndddd\n');
    assert.equal(copy.noted?.from, 10);
    assert.equal(copy.lines.isAsWholeAsCanBe, false);
    await appendFile(copy.there, 'eeee\nffff\ngggg\nhhhh\n');
    assert.equal(await copy.catchUp(), 'cccc\ndddd\neeee\nffff\ngggg\nhhhh\n');
  });

  it('reads the beginning too when somebody wants it', async () => {
    const copy = new Copy(folder(), { limit: 10, tailOnly: true });
    await writeFile(copy.there, 'aaaa\nbbbb\ncccc\ndddd\n');
    await copy.catchUp();
    await copy.lines.readWhole();
    assert.equal(await copy.catchUp(), 'aaaa\nbbbb\ncccc\ndddd\n');
    assert.equal(copy.lines.isAsWholeAsCanBe, true);
  });

  it('reads only the end of a file that is too large', async () => {
    const copy = new Copy(folder(), { limit: 10, mostBehind: 20 });
    await writeFile(copy.there, '0123\n'.repeat(20));
    assert.equal(await copy.catchUp(), '0123\n0123\n');
    assert.equal(copy.noted?.from, 90);
    assert.equal(copy.lines.isAsWholeAsCanBe, true);
  });

  it('has every line once, whatever was appended and however it crashed', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ append: fc.stringMatching(/^[a-c\n]{0,12}$/) }),
        fc.constant('look' as const),
        fc.constant('crash' as const),
        fc.record({ tear: fc.nat(8) }),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (doings) => {
        const own = await makeTemporaryFolder();
        const copy = new Copy(own.path, { limit: 7 });
        let written = '';
        await writeFile(copy.there, '');
        await copy.look();
        for (const doing of doings) {
          if (doing === 'look') await copy.look();
          else if (doing === 'crash') copy.reopen();
          else if ('append' in doing) {
            written += doing.append;
            await appendFile(copy.there, doing.append);
          } else {
            await truncate(copy.here, Math.max(0, (await copy.text()).length - doing.tear));
            copy.reopen();
          }
        }
        const expected = written.slice(0, written.lastIndexOf('\n') + 1);
        for (let looks = 0; looks < 200 && (await copy.text()) !== expected; looks += 1) {
          await copy.look();
        }
        assert.equal(await copy.text(), expected);
        await own.remove();
      }),
      { numRuns: 60 },
    );
  });
});
