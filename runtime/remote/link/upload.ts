// Sends a file so that it is there whole or not at all. What an earlier attempt brought is kept beside the place and gone on with;
// the machine checks the whole by SHA-256 before it takes its place.
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { OnProgress } from '../../support/progress.ts';
import { UploadAnswer, UploadedAnswer } from './agentMessages.ts';
import { answerOf } from './answerOf.ts';
import type { Channel } from './channel.ts';
import { sha256Of } from './fileChecksum.ts';
import type { Content, RemotePath } from './machineLink.ts';
import { AgentRefusal } from './remoteProblem.ts';
import { SlidingWindow, windowSignal } from './slidingWindow.ts';

export interface Upload {
  readonly content: Content;
  readonly path: RemotePath;
  readonly mode: number;
  readonly size: number;
  readonly sha256: string;
}

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Called for each part that arrived. */
  readonly gotFurther: () => void;
}

/** Small, so that on a slow line signs of life come through between them. */
const blockBytes = 64 * 1024;
/** Sent ahead of what has arrived. */
const blocksAhead = 16;
/** A part of an earlier attempt that is damaged costs one more try. */
const mostTries = 2;

/** Reads the content once, for its size and checksum. */
export async function prepareUpload(
  content: Content,
  place: RemotePath,
  mode: number,
): Promise<Upload> {
  if ('bytes' in content) {
    const sha256 = createHash('sha256').update(content.bytes).digest('hex');
    return { content, path: place, mode, size: content.bytes.length, sha256 };
  }
  return { content, path: place, mode, ...(await sha256Of(content.file)) };
}

/** @throws ConnectionBroken: the same call over the next connection goes on */
export async function upload(
  channel: Channel,
  wanted: Upload,
  options: UploadOptions,
): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    if (await attempt(channel, wanted, options)) return;
  }
  const said = `${wanted.path} did not arrive as it was sent. Is ${nameOf(wanted)} being written to?`;
  throw new AgentRefusal('broken', said);
}

async function attempt(channel: Channel, wanted: Upload, options: UploadOptions): Promise<boolean> {
  const { signal } = options;
  const { path: place, mode, size, sha256 } = wanted;
  let number = 0;
  const opened = await channel.ask({
    name: 'put-open',
    fields: { path: place, mode, size, sha256 },
    signal,
    onNumber: (given) => (number = given),
  });
  const { have, whole } = answerOf(UploadAnswer, opened);
  report(wanted, options, have);
  if (whole) return true;
  const source = 'file' in wanted.content ? await open(wanted.content.file) : null;
  try {
    await sendBlocks(channel, wanted, options, { source, number, have });
  } finally {
    await source?.close();
  }
  const end = await channel.ask({ name: 'put-end', fields: { of: number }, signal });
  return answerOf(UploadedAnswer, end).whole;
}

interface Sending {
  readonly source: FileHandle | null;
  readonly number: number;
  readonly have: number;
}

async function sendBlocks(
  channel: Channel,
  wanted: Upload,
  options: UploadOptions,
  { source, number, have }: Sending,
): Promise<void> {
  const window = new SlidingWindow(blocksAhead);
  const signal = windowSignal(options.signal);
  let arrived = have;
  for (let from = have; from < wanted.size; from += blockBytes) {
    signal.throwIfAborted();
    const body = await blockAt(wanted, source, from);
    const sent = channel.ask({ name: 'put-block', fields: { of: number }, body, signal });
    const block = sent.then(() => {
      arrived += body.length;
      options.gotFurther();
      report(wanted, options, arrived);
    });
    await window.add(block);
  }
  await window.rest();
}

async function blockAt(
  { content, size }: Upload,
  source: FileHandle | null,
  from: number,
): Promise<Uint8Array> {
  const length = Math.min(blockBytes, size - from);
  if ('bytes' in content) return content.bytes.subarray(from, from + length);
  const { bytesRead, buffer } = (await source?.read(Buffer.alloc(length), 0, length, from)) ?? {
    bytesRead: 0,
    buffer: Buffer.alloc(0),
  };
  return buffer.subarray(0, bytesRead);
}

function report(wanted: Upload, { onProgress }: UploadOptions, done: number): void {
  onProgress({ activity: `Sending ${nameOf(wanted)}`, done, total: wanted.size, unit: 'bytes' });
}

function nameOf({ content, path: place }: Upload): string {
  return 'file' in content ? path.basename(content.file) : path.posix.basename(place);
}
