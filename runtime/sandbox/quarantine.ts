// Output files on the host: what code wrote to /out is copied into a folder that nothing opens or runs by itself, after a look at
// name, number and size.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutputFile } from '../contract/observation.ts';

const maxNameLength = 200;
const maxSegments = 8;
const forbiddenCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*\\]/u;
/** Names that mean a device on Windows, with or without an extension. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu;

export interface QuarantineLimits {
  readonly maxFiles: number;
  readonly maxBytes: number;
}

export class Quarantine {
  private readonly folder: string | null;
  private readonly limits: QuarantineLimits;
  /** Size by name in lower case: the disk may not tell cases apart. */
  private readonly kept = new Map<string, { readonly name: string; readonly bytes: number }>();

  /** @param folder null refuses every file */
  constructor(folder: string | null, limits: QuarantineLimits) {
    this.folder = folder;
    this.limits = limits;
  }

  /** Copies one file, or says why not. A file of the same name is written over. */
  async keep(name: string, bytes: number, content: Uint8Array | null): Promise<OutputFile> {
    const refused = this.reasonAgainst(name, bytes, content);
    if (refused !== null || this.folder === null || content === null) {
      return { name, bytes, path: null, refused };
    }
    const target = path.join(this.folder, ...name.split('/'));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, content, { mode: 0o600 });
    this.kept.set(name.toLowerCase(), { name, bytes });
    return { name, bytes, path: target, refused: null };
  }

  private reasonAgainst(name: string, bytes: number, content: Uint8Array | null): string | null {
    if (this.folder === null || content === null) return 'this task keeps no output files';
    if (content.length !== bytes) return 'the file did not arrive whole';
    const fault = nameFault(name);
    if (fault !== null) return fault;
    const before = this.kept.get(name.toLowerCase());
    if (before !== undefined && before.name !== name) {
      return `the name differs from ${before.name} only in case`;
    }
    if (before === undefined && this.kept.size >= this.limits.maxFiles) {
      return `a task may keep ${this.limits.maxFiles} output files`;
    }
    let total = bytes - (before?.bytes ?? 0);
    for (const file of this.kept.values()) total += file.bytes;
    return total > this.limits.maxBytes
      ? `the output files together are larger than ${this.limits.maxBytes} bytes`
      : null;
  }
}

/** Why a name below /out cannot be a file name everywhere; null when it can. */
function nameFault(name: string): string | null {
  const segments = name.split('/');
  if (name.length > maxNameLength) return `the name is longer than ${maxNameLength} characters`;
  if (segments.length > maxSegments) return `the file lies more than ${maxSegments} folders deep`;
  for (const segment of segments) {
    if (segment === '' || segment === '.' || segment === '..')
      return 'the name is not a plain path';
    if (forbiddenCharacters.test(segment)) return 'the name has characters that are not allowed';
    if (segment.endsWith('.') || segment.endsWith(' ') || segment.startsWith(' ')) {
      return 'the name begins or ends with a space, or ends with a dot';
    }
    if (deviceName.test(segment)) return 'the name means a device on Windows';
  }
  return null;
}
