import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import {
  ZipMemberError,
  ZipMembers,
} from '../../../../../runtime/store/importers/trajectories/zipMembers.ts';
import { FailureError, HumanError } from '../../../../../runtime/support/errors.ts';
import { temporaryFolder } from '../../../../fakes/temporaryFolder.ts';
import { zipFile, zstdFrame, type ZipMember } from '../../../../fakes/zipFile.ts';

describe('ZipMembers', () => {
  const inFolder = temporaryFolder();
  const content = Buffer.from('{"text":"日本語"}'.repeat(20_000));
  const signal = new AbortController().signal;

  async function opened<Result>(
    archive: Buffer,
    use: (members: ZipMembers) => Promise<Result>,
  ): Promise<Result> {
    await writeFile(inFolder('a.zip'), archive);
    const members = await ZipMembers.open(inFolder('a.zip'));
    try {
      return await use(members);
    } finally {
      members.close();
    }
  }

  async function textOf(members: ZipMembers, name: string): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of members.read(name, signal)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** The member `m` of an archive that holds it alone. */
  function readOne(member: Partial<ZipMember>): Promise<Buffer> {
    return opened(zipFile([{ name: 'm', content, ...member }]), (members) => textOf(members, 'm'));
  }

  it('unpacks members in each of the three ways', async () => {
    for (const method of [0, 8, 93]) assert.ok((await readOne({ method })).equals(content));
    assert.equal((await readOne({ method: 93, content: Buffer.alloc(0) })).length, 0);
  });

  it('unpacks what was packed in several frames', async () => {
    const halves = [content.subarray(0, 1000), content.subarray(1000)].map(zstdFrame);
    assert.ok((await readOne({ method: 93, packed: Buffer.concat(halves) })).equals(content));
  });

  it('takes the last of several members with one name', async () => {
    const [old, other, newer] = ['old', 'other', 'newer'].map((text) => Buffer.from(text));
    const archive = zipFile([
      { name: 'a', content: old ?? content },
      { name: 'b', content: other ?? content },
      { name: 'a', content: newer ?? content },
    ]);
    await opened(archive, async (members) => {
      assert.deepEqual(members.names, ['b', 'a']);
      assert.equal((await textOf(members, 'a')).toString(), 'newer');
    });
  });

  it('says what is wrong with a member', async () => {
    const problems: [Partial<ZipMember>, RegExp][] = [
      [{ isEncrypted: true }, /it is encrypted/],
      [{ method: 14, packed: content }, /not known here \(method 14\)/],
      [{ crc: 1 }, /checksum is wrong/],
      [{ method: 8, packed: Buffer.from('not deflated') }, /it is damaged/],
      [{ method: 93, packed: Buffer.from('not a frame') }, /it is damaged/],
      [{ method: 93, packed: zstdFrame(content.subarray(0, 9)) }, /shorter than the archive says/],
      [{ method: 93, packed: zstdFrame(Buffer.concat([content, content])) }, /longer than/],
      [{ method: 93, packed: zstdFrame(content).subarray(0, 5000) }, /damaged|shorter/],
    ];
    for (const [member, message] of problems) {
      await assert.rejects(readOne(member), (error) => {
        assert.ok(error instanceof ZipMemberError);
        assert.match(error.message, message);
        return true;
      });
    }
    await assert.rejects(
      opened(zipFile([]), (members) => textOf(members, 'x')),
      /the archive does not hold it/,
    );
  });

  it('refuses files that are no archive, and one that is not there', async () => {
    await assert.rejects(
      opened(Buffer.from('{}'), () => Promise.resolve()),
      HumanError,
    );
    await assert.rejects(
      opened(zipFile([{ name: 'm', content }]).subarray(0, 300), () => Promise.resolve()),
      HumanError,
    );
    await assert.rejects(ZipMembers.open(inFolder('none.zip')), (error) => {
      assert.ok(error instanceof FailureError);
      assert.equal(error.failure.code, 'store/no-file');
      return true;
    });
  });

  it('stops when it is told to', async () => {
    const stop = new AbortController();
    await opened(zipFile([{ name: 'm', content, method: 0 }]), async (members) => {
      stop.abort();
      await assert.rejects(members.read('m', stop.signal).next(), { name: 'AbortError' });
    });
  });

  it('throws nothing else, whichever bytes are changed', async () => {
    const archive = zipFile([
      { name: 'a', content: content.subarray(0, 200) },
      { name: 'b', content: content.subarray(0, 200), method: 93 },
    ]);
    const change = fc.tuple(fc.nat(archive.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = Buffer.from(archive);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          await opened(bytes, async (members) => {
            for (const name of members.names) await textOf(members, name);
          });
        } catch (error) {
          assert.ok(error instanceof ZipMemberError || error instanceof HumanError, String(error));
        }
      }),
      { numRuns: 150 },
    );
  });
});
