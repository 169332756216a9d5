// What ssh itself says it will do for a host: `ssh -G NAME`, which has read Include, Match and everything else. We parse no
// configuration ourselves.
import { createHash } from 'node:crypto';

export interface SshSettings {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Where the person has connections shared already; null when they have not. */
  readonly controlPath: string | null;
  /** Null when it is not set. */
  readonly aliveSeconds: number | null;
  readonly connectSeconds: number | null;
  /** The same for the same settings, for names of files. */
  readonly digest: string;
}

export function parseSshSettings(said: string): SshSettings {
  const values = new Map(said.split('\n').map(pairOf));
  const known = (key: string): string | null => {
    const value = values.get(key);
    return value === undefined || value === 'none' ? null : value;
  };
  const isShared = !['false', 'no', undefined].includes(values.get('controlmaster'));
  return {
    host: known('hostname') ?? '',
    port: Number(known('port') ?? 22),
    user: known('user') ?? '',
    controlPath: isShared ? known('controlpath') : null,
    aliveSeconds: positive(known('serveraliveinterval')),
    connectSeconds: positive(known('connecttimeout')),
    digest: createHash('sha256').update(said).digest('hex').slice(0, 16),
  };
}

function pairOf(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1).trim()];
}

function positive(text: string | null): number | null {
  const value = Number(text ?? 0);
  return value > 0 ? value : null;
}
