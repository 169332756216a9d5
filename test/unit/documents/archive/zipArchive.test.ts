import assert from 'node:assert/strict';
import { crc32, deflateRawSync } from 'node:zlib';
import {
  escapesFolder,
  isZip,
  ZipArchive,
} from '../../../../runtime/documents/archive/zipArchive.ts';
import { isProblem } from '../../../fakes/convertWith.ts';
import { zipFile } from '../../../fakes/officeFiles.ts';

/** Changes a field of the first entry in the central directory, counted from the entry's start. */
function patchDirectory(bytes: Uint8Array, offset: number, value: number, width: 2 | 4): Buffer {
  const patched = Buffer.from(bytes);
  const entry = patched.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  if (width === 2) patched.writeUInt16LE(value, entry + offset);
  else patched.writeUInt32LE(value, entry + offset);
  return patched;
}

describe('ZipArchive', () => {
  const bytes = zipFile({ 'a.txt': 'alpha', 'dir/ünï.txt': 'beta '.repeat(100) });

  it('lists the members with their sizes', () => {
    const { members } = new ZipArchive(bytes, 'x.zip');
    assert.deepEqual(
      members.map(({ name, size, encrypted, isFolder }) => [name, size, encrypted, isFolder]),
      [
        ['a.txt', 5, false, false],
        ['dir/ünï.txt', 500, false, false],
      ],
    );
  });
  it('reads stored and deflated members', () => {
    const archive = new ZipArchive(bytes, 'x.zip');
    assert.equal(archive.readText('a.txt'), 'alpha');
    assert.equal(archive.readText('dir/ünï.txt'), 'beta '.repeat(100));
    assert.equal(archive.readText('nothing'), null);
  });
  it('reads an archive behind a program, as self-extracting ones have', () => {
    const shifted = Buffer.concat([Buffer.from('MZ program'), Buffer.from(bytes)]);
    assert.equal(new ZipArchive(shifted, 'x.exe').readText('a.txt'), 'alpha');
  });
  it('reads bytes that are a view into a larger buffer', () => {
    const larger = new Uint8Array(bytes.length + 20);
    larger.set(bytes, 10);
    const archive = new ZipArchive(larger.subarray(10, 10 + bytes.length), 'x.zip');
    assert.equal(archive.readText('a.txt'), 'alpha');
  });
  it('reads names in code page 437', () => {
    const raw = Buffer.from(zipFile({ 'u.txt': 'x' }));
    const name = Buffer.from([0x81]);
    for (const at of [raw.indexOf('u.txt'), raw.lastIndexOf('u.txt')]) name.copy(raw, at);
    assert.equal(new ZipArchive(raw, 'x.zip').members[0]?.name, 'ü.txt');
  });
  it('refuses an encrypted member', () => {
    const archive = new ZipArchive(patchDirectory(bytes, 8, 1, 2), 'x.zip');
    const member = archive.member('a.txt');
    assert.ok(member?.encrypted);
    assert.throws(() => archive.read(member), isProblem('password', /x\.zip\/a\.txt is encrypted/));
  });
  it('refuses a bomb before inflating it', () => {
    const packed = zipFile({ 'bomb.bin': new Uint8Array(30_000_000) });
    const archive = new ZipArchive(packed, 'x.zip');
    const member = archive.members[0];
    assert.ok(member !== undefined && member.compressedSize < 200_000);
    const start = performance.now();
    assert.throws(() => archive.read(member), isProblem('too-large', /unpack to 30000000 bytes/));
    assert.ok(performance.now() - start < 100);
  });
  it('stops at the stated size when a member lies about it', () => {
    const archive = new ZipArchive(
      patchDirectory(zipFile({ a: 'x'.repeat(5000) }), 24, 100, 4),
      'x.zip',
    );
    const member = archive.members[0];
    assert.ok(member !== undefined);
    assert.throws(() => archive.read(member), isProblem('corrupt', /is damaged/));
  });
  it('names a compression that it does not know', () => {
    const archive = new ZipArchive(patchDirectory(bytes, 10, 14, 2), 'x.zip');
    const member = archive.members[0];
    assert.ok(member !== undefined);
    assert.throws(() => archive.read(member), isProblem('needs-converter', /LZMA/));
  });
  it('says that a cut archive was cut', () => {
    const cut = bytes.subarray(0, bytes.length - 40);
    assert.throws(() => new ZipArchive(cut, 'x.zip'), isProblem('corrupt', /it was cut off/));
  });
  it('never fails with anything but a DocumentError on damaged bytes', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const damaged = Buffer.from(bytes);
      for (let step = 0; step < 5; step += 1) {
        damaged[(seed * 131 + step * 977) % damaged.length] = (seed * 31 + step * 17) % 256;
      }
      try {
        const archive = new ZipArchive(damaged, 'x.zip');
        for (const member of archive.members) archive.read(member);
      } catch (error) {
        assert.ok(error instanceof Error && error.name === 'DocumentError', String(error));
      }
    }
  });
  it('finds a changed byte by the checksum', () => {
    const stored = zipFile({ 'a.txt': 'alpha' });
    const changed = Buffer.from(stored);
    changed[changed.indexOf('PK') + 30 + 'a.txt'.length + 1]! ^= 1;
    const archive = new ZipArchive(changed, 'x.zip');
    assert.throws(
      () => archive.readText('a.txt'),
      isProblem('corrupt', /x\.zip\/a\.txt is damaged/),
    );
    assert.throws(() => archive.verify(), isProblem('corrupt', /is damaged/));
    new ZipArchive(stored, 'x.zip').verify();
  });
  it('reads zip64 sizes', () => {
    assert.equal(new ZipArchive(zip64File('wide', 'content'), 'x.zip').readText('wide'), 'content');
  });
});

describe('escapesFolder', () => {
  for (const name of ['../x', 'a/../../x', '/etc/passwd', 'C:\\x', '..\\x', '\\x']) {
    it(`catches ${name}`, () => assert.ok(escapesFolder(name)));
  }
  for (const name of ['a/b', 'a..b/c', '...', 'x/..y']) {
    it(`lets ${name} pass`, () => assert.ok(!escapesFolder(name)));
  }
});

describe('isZip', () => {
  it('knows archives with members and empty ones', () => {
    assert.ok(isZip(zipFile({ a: 'b' })));
    assert.ok(isZip(zipFile({})));
    assert.ok(!isZip(Buffer.from('PK\x01\x02', 'latin1')));
  });
});

/** One member whose sizes and place stand in the zip64 field, as archives over 4 GB have them. */
function zip64File(name: string, content: string): Buffer {
  const packed = deflateRawSync(Buffer.from(content));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46 + name.length + 28);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(crc32(Buffer.from(content)), 16);
  for (const at of [20, 24, 42]) central.writeUInt32LE(0xffffffff, at);
  central.writeUInt16LE(name.length, 28);
  central.writeUInt16LE(28, 30);
  central.write(name, 46);
  const extra = 46 + name.length;
  central.writeUInt16LE(1, extra);
  central.writeUInt16LE(24, extra + 2);
  central.writeBigUInt64LE(BigInt(content.length), extra + 4);
  central.writeBigUInt64LE(BigInt(packed.length), extra + 12);
  const body = Buffer.concat([local, Buffer.from(name), packed]);
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(1n, 32);
  end.writeBigUInt64LE(BigInt(body.length), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(body.length + central.length), 64);
  end.writeUInt32LE(0x06054b50, 76);
  end.writeUInt16LE(0xffff, 86);
  return Buffer.concat([body, central, end]);
}
