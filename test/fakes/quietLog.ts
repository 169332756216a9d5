// A log of the extension that keeps its lines.
import type { Log } from '../../extension/support/topicLog.ts';

export interface QuietLog extends Log {
  readonly lines: string[];
}

export function quietLog(): QuietLog {
  const lines: string[] = [];
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
}
