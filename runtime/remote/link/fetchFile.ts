// Fetches a file so that it is here whole or not at all. What an earlier attempt brought of the same file is kept beside the place
// and gone on with; the whole is compared by SHA-256 with what lies on the machine.
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../support/errors.ts';
import type { OnProgress } from '../../support/progress.ts';
import { ChecksumAnswer, FileAnswer } from './agentMessages.ts';
import { answerOf } from './answerOf.ts';
import type { Channel } from './channel.ts';
import { sha256Of } from './fileChecksum.ts';
import type { RemotePath } from './machineLink.ts';
import { AgentRefusal } from './remoteProblem.ts';
import { SlidingWindow, windowSignal } from './slidingWindow.ts';

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly gotFurther: () => void;
}

const blockBytes = 256 * 1024;
const blocksAhead = 4;
const mostTries = 2;

/** @throws ConnectionBroken: the same call over the next connection goes on */
export async function fetchFile(
  channel: Channel,
  place: RemotePath,
  localFile: string,
  options: FetchOptions,
): Promise<void> {
  await mkdir(path.dirname(localFile), { recursive: true });
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (await attempt(channel, place, localFile, options)) return;
  }
  throw new AgentRefusal(
    'broken',
    `${place} does not arrive as it is there. Is it being written to?`,
  );
}

async function attempt(
  channel: Channel,
  place: RemotePath,
  localFile: string,
  options: FetchOptions,
): Promise<boolean> {
  const { signal } = options;
  const described = await channel.ask({ name: 'describe', fields: { path: place }, signal });
  const { size, stamp } = answerOf(FileAnswer, described);
  // Another state of the file is another part: the two are never mixed.
  const key = createHash('sha256').update(`${place}\n${stamp}`).digest('hex').slice(0, 16);
  const part = `${localFile}.${key}.part`;
  await fillPart(channel, { place, part, size }, options);
  const fields = { path: place, length: size };
  const there = await channel.ask({ name: 'checksum', fields, signal });
  if ((await sha256Of(part, size)).sha256 === answerOf(ChecksumAnswer, there).sha256) {
    await rename(part, localFile);
    return true;
  }
  await rm(part, { force: true });
  return false;
}

interface Part {
  readonly place: RemotePath;
  readonly part: string;
  readonly size: number;
}

async function fillPart(
  channel: Channel,
  { place, part, size }: Part,
  options: FetchOptions,
): Promise<void> {
  const file = await open(part, 'a');
  try {
    const window = new SlidingWindow(blocksAhead);
    const signal = windowSignal(options.signal);
    let arrived = await sizeOf(part);
    // Appended one after the other, so that the size of the part says what is there.
    let written: Promise<unknown> = Promise.resolve();
    for (let from = arrived; from < size; from += blockBytes) {
      signal.throwIfAborted();
      const length = Math.min(blockBytes, size - from);
      const block = readBlock(channel, place, from, length, signal);
      written = Promise.all([block, written]).then(async ([bytes]) => {
        await append(file, bytes);
        arrived += bytes.length;
        options.gotFurther();
        const activity = `Fetching ${path.posix.basename(place)}`;
        options.onProgress({ activity, done: arrived, total: size, unit: 'bytes' });
      });
      await window.add(written);
    }
    await window.rest();
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readBlock(
  channel: Channel,
  place: RemotePath,
  from: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { body } = await channel.ask({
    name: 'read',
    fields: { path: place, from, length },
    signal,
  });
  return body;
}

async function append(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done)).bytesWritten;
  }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
