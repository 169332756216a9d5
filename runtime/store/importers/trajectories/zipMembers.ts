// Members of a zip one by one, as streams: stored, deflated or packed with Zstandard (method 93, which Inspect writes). What is
// unpacked is checked against the size and the checksum of the archive.
import { crc32, createInflateRaw } from 'node:zlib';
import type { Readable } from 'node:stream';
import { Decompress } from 'fzstd';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { errorMessage, HumanError, systemCode } from '../../../support/errors.ts';
import { readFailure } from '../../storeErrors.ts';

const [stored, deflated, zstandard] = [0, 8, 93];

/** Why a member cannot be used; the others can. */
export class ZipMemberError extends Error {
  override readonly name = 'ZipMemberError';
}

export class ZipMembers {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Close it in the end.
   * @throws HumanError for a file that is no zip or whose list of members is damaged, FailureError at boundary `store` for one
   * that cannot be read
   */
  static async open(file: string): Promise<ZipMembers> {
    const zip = await openPromise(file, { autoClose: false }).catch(notZip(file));
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        // A member that was written anew stands later, under the same name.
        entries.delete(entry.fileName);
        entries.set(entry.fileName, entry);
      }
      return new ZipMembers(zip, entries);
    } catch (error) {
      zip.close();
      return notZip(file)(error);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  close(): void {
    this.#zip.close();
  }

  /** @throws ZipMemberError for one that is encrypted, packed in another way, damaged or not there */
  async *read(name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ZipMemberError('the archive does not hold it');
    if (entry.isEncrypted())
      throw new ZipMemberError('it is encrypted, and no password can be given');
    const raw = await this.#raw(entry);
    try {
      yield* checked(unpacked(raw, entry.compressionMethod), entry, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ZipMemberError) throw error;
      throw new ZipMemberError(`it is damaged: ${errorMessage(error)}`);
    } finally {
      raw.destroy();
    }
  }

  async #raw(entry: Entry): Promise<Readable> {
    try {
      return await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    } catch (error) {
      throw new ZipMemberError(`it is damaged: ${errorMessage(error)}`);
    }
  }
}

function notZip(file: string): (error: unknown) => never {
  return (error) => {
    if (systemCode(error) !== null) throw readFailure(file, error);
    throw new HumanError(
      `${file} cannot be read as an archive: ${errorMessage(error)}. Copy it anew, or ask its program to write it again.`,
    );
  };
}

function unpacked(raw: Readable, method: number): AsyncIterable<Buffer> {
  if (method === stored) return raw;
  if (method === zstandard) return unpackZstandard(raw);
  if (method !== deflated) {
    throw new ZipMemberError(`it is packed in a way that is not known here (method ${method})`);
  }
  const inflate = createInflateRaw();
  raw.once('error', (error) => inflate.destroy(error));
  return raw.pipe(inflate);
}

async function* unpackZstandard(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  const unpacker = new Decompress((bytes) => ready.push(Buffer.from(bytes)));
  for await (const chunk of raw) {
    unpacker.push(chunk);
    yield* ready;
    ready = [];
  }
  unpacker.push(new Uint8Array(0), true);
  yield* ready;
}

async function* checked(
  chunks: AsyncIterable<Buffer>,
  entry: Entry,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let [bytes, checksum] = [0, 0];
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    bytes += chunk.length;
    if (bytes > entry.uncompressedSize)
      throw new ZipMemberError('it is longer than the archive says');
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (bytes < entry.uncompressedSize)
    throw new ZipMemberError('it is shorter than the archive says');
  if (checksum !== entry.crc32) throw new ZipMemberError('its checksum is wrong, so it is damaged');
}
